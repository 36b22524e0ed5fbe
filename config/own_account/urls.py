"""Addresses of what somebody does with his own account."""

from django.urls import path
from django.views.i18n import set_language

from config import lapsed
from config.own_account import views

urlpatterns = [
    path("language/", views.language, name="language"),
    path("language/chosen/", set_language, name="set_language"),
    path("accounts/data/", views.my_data, name="my-data"),
    path("accounts/entries/", lapsed.entries, name="kept-entries"),
    path("accounts/delete/", views.delete_account, name="delete-account"),
]
