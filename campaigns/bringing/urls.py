"""Addresses of the import."""

from django.urls import path

from campaigns.bringing import views

urlpatterns = [
    path("campaigns/bring/", views.campaign_import, name="campaign-import"),
    path("campaigns/bring/<str:brought_id>/", views.campaign_brought, name="campaign-brought"),
]
