"""Addresses of the refit wizard."""

from django.urls import path

from refit import amend_views, rewind_views, table_views, views

urlpatterns = [
    path("tables/<slug:system>/", table_views.game_tables, name="game-tables"),
    path("tables/<slug:system>/<str:table>/", table_views.game_table, name="game-table"),
    path("campaigns/<str:public_id>/tables/", table_views.campaign_tables, name="campaign-tables"),
    path("campaigns/<str:public_id>/tables/<str:table>/", table_views.campaign_table, name="campaign-table"),
    path("campaigns/<str:public_id>/tour/end/", table_views.end_tour, name="tour-end"),
    path("campaigns/<str:public_id>/refit/", views.step, name="refit-home"),
    path("campaigns/<str:public_id>/refit/corrections/", amend_views.corrections, name="refit-corrections"),
    path("campaigns/<str:public_id>/refit/recall/", amend_views.recall, name="refit-recall"),
    path("campaigns/<str:public_id>/refit/rewind/", rewind_views.rewind, name="refit-rewind"),
    path("campaigns/<str:public_id>/refit/rewind/answer/", rewind_views.answer, name="refit-rewind-answer"),
    path("campaigns/<str:public_id>/refit/concede/", views.act, {"kind": "concede"}, name="refit-concede"),
    path("campaigns/<str:public_id>/refit/<slug:key>/", views.step, name="refit-step"),
]
