"""Addresses of the page about time."""

from django.urls import path

from campaigns.pace import views

urlpatterns = [
    path("campaigns/<str:public_id>/pace/", views.pace, name="pace"),
]
