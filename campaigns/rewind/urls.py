"""Addresses of the rewind."""

from django.urls import path

from campaigns.rewind import views

urlpatterns = [
    path("campaigns/<str:public_id>/refit/rewind/", views.rewind, name="rewind"),
    path("campaigns/<str:public_id>/refit/rewind/answer/", views.answer, name="rewind-answer"),
]
