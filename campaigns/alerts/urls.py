"""Addresses of alerts."""

from django.urls import path

from campaigns.alerts import views

urlpatterns = [
    path("accounts/alerts/", views.alerts, name="alerts"),
    path("accounts/alerts/<int:number>/", views.channel_page, name="alert-channel"),
]
