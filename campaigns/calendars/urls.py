"""Addresses of calendars."""

from django.urls import path

from campaigns.calendars import views

urlpatterns = [
    path("accounts/calendar/", views.own_calendar, name="own-calendar"),
    path("calendar/<str:token>/refit-room.ics", views.calendar, name="calendar"),
]
