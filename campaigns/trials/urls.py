"""Addresses of trials."""

from django.urls import path

from campaigns.trials import views

urlpatterns = [path("try/<slug:system>/", views.trial, name="trial")]
