"""Addresses of the refit wizard."""

from django.urls import path

from refit import free_rolls, views
from refit.corrections import views as correction_views
from refit.idle import views as idle_views
from refit.lookup import views as lookup_views
from refit.pad import shell as pad_shell
from refit.pad import views as pad_views
from refit.reveal import views as reveal_views
from refit.vasl import views as vasl_views

urlpatterns = [
    path("pad/", pad_shell.shell, name="pad-shell"),
    path("pad/worker.js", pad_shell.worker, name="pad-worker"),
    path("pad/manifest.webmanifest", pad_shell.manifest, name="pad-manifest"),
    path("pad/<str:public_id>/", pad_views.pad, name="pad"),
    path("pad/<str:public_id>/entries/", pad_views.entries, name="pad-entries"),
    path("tables/<slug:system>/", lookup_views.game_tables, name="game-tables"),
    path("tables/<slug:system>/<str:table>/", lookup_views.game_table, name="game-table"),
    path("vasl/sentences/", vasl_views.file_sentences, name="vasl-sentences"),
    path("campaigns/<str:public_id>/tables/", lookup_views.campaign_tables, name="campaign-tables"),
    path("campaigns/<str:public_id>/tables/<str:table>/", lookup_views.campaign_table, name="campaign-table"),
    path("campaigns/<str:public_id>/tour/end/", lookup_views.end_tour, name="tour-end"),
    path("campaigns/<str:public_id>/refit/", views.step, name="refit-home"),
    path("campaigns/<str:public_id>/refit/corrections/", correction_views.corrections, name="refit-corrections"),
    path("campaigns/<str:public_id>/refit/undo/", correction_views.undo, name="refit-undo"),
    path("campaigns/<str:public_id>/refit/dice/", free_rolls.free_rolls, name="free-rolls"),
    path("campaigns/<str:public_id>/reinforcements/", reveal_views.reinforcements, name="reinforcements"),
    path(
        "campaigns/<str:public_id>/reinforcements/picture.png",
        reveal_views.reinforcements_picture,
        {"kind": "png"},
        name="reinforcements-picture",
    ),
    path(
        "campaigns/<str:public_id>/reinforcements/picture.svg",
        reveal_views.reinforcements_picture,
        {"kind": "svg"},
        name="reinforcements-drawing",
    ),
    path("campaigns/<str:public_id>/refit/concede/", views.act, {"kind": "concede"}, name="refit-concede"),
    path("campaigns/<str:public_id>/refit/idle-day/", idle_views.idle_day, name="refit-idle"),
    path("campaigns/<str:public_id>/refit/vasl/", vasl_views.saved_game, name="refit-vasl"),
    path("campaigns/<str:public_id>/refit/vasl/set-up/", vasl_views.set_up, name="refit-vasl-set-up"),
    path("campaigns/<str:public_id>/refit/vasl/set-up/labels/", vasl_views.set_up_labels, name="refit-vasl-labels"),
    path("campaigns/<str:public_id>/refit/step/<slug:key>/", views.step, name="refit-step"),
    path("campaigns/<str:public_id>/refit/step/<slug:key>/versions/", views.draft_versions, name="refit-versions"),
    path("campaigns/<str:public_id>/refit/step/<slug:key>/map.svg", views.step_map, name="refit-map"),
]
