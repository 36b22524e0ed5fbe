"""Addresses of messages."""

from django.urls import path

from campaigns.talk import views

urlpatterns = [
    path("campaigns/<str:public_id>/talk/", views.talk, name="talk"),
    path("campaigns/<str:public_id>/talk/<int:number>/take-back/", views.take_back, name="talk-take-back"),
]
