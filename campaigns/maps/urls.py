"""Addresses of a campaign's map."""

from django.urls import path

from campaigns.maps import choice, views

urlpatterns = [
    path("campaigns/<str:public_id>/map/", views.campaign_map, name="map"),
    path("campaigns/<str:public_id>/map/choice/", choice.map_choice, name="map-choice"),
    path("campaigns/<str:public_id>/map/drawing.svg", views.map_file, name="map-file"),
    path("campaigns/<str:public_id>/map/table/", views.map_table, name="map-table"),
    path("campaigns/<str:public_id>/map/picture/", views.map_picture, name="map-picture"),
    path("campaigns/<str:public_id>/map/positions/", views.map_positions, name="map-positions"),
    path("campaigns/<str:public_id>/map/dates/", views.map_dates, name="map-dates"),
    path("campaigns/<str:public_id>/map/lapse/", views.map_lapse, name="map-lapse"),
    path("campaigns/<str:public_id>/battles/", views.battles, name="battles"),
]
