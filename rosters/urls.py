"""Addresses of the rosters app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
