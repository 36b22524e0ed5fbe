"""Addresses of closing and archiving a campaign."""

from django.urls import path

from campaigns.closing import views

urlpatterns = [
    path("campaigns/<str:public_id>/closing/", views.closing, name="closing"),
    path("campaigns/<str:public_id>/archive/", views.campaign_archive, name="campaign-archive"),
]
