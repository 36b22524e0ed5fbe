"""Addresses of what somebody does with his own account."""

from django.urls import path

from config.own_account import lapsed, views

urlpatterns = [
    path("language/", views.language, name="language"),
    path("language/chosen/", views.choose_language, name="set_language"),
    path("accounts/preferences/", views.my_preferences, name="preferences"),
    path("accounts/data/", views.my_data, name="my-data"),
    path("accounts/entries/", lapsed.entries, name="kept-entries"),
    path("accounts/delete/", views.delete_account, name="delete-account"),
]
