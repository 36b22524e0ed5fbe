"""Addresses of what somebody does with his own account."""

from django.urls import path

from config import lapsed
from config.own_account import views

urlpatterns = [
    path("accounts/data/", views.my_data, name="my-data"),
    path("accounts/entries/", lapsed.entries, name="kept-entries"),
    path("accounts/delete/", views.delete_account, name="delete-account"),
]
