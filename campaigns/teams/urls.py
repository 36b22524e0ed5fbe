"""Addresses of a side's team."""

from django.urls import path

from campaigns.teams import views

urlpatterns = [path("campaigns/<str:public_id>/team/", views.team, name="team")]
