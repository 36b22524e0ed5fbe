"""Addresses of the refit wizard."""

from django.urls import path

from refit import views

urlpatterns = [
    path("campaigns/<str:public_id>/refit/", views.step, name="refit-home"),
    path("campaigns/<str:public_id>/refit/take-back/", views.act, {"kind": "take-back"}, name="refit-take-back"),
    path("campaigns/<str:public_id>/refit/concede/", views.act, {"kind": "concede"}, name="refit-concede"),
    path("campaigns/<str:public_id>/refit/<slug:key>/", views.step, name="refit-step"),
]
