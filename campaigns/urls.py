"""URLs of the campaigns app."""

from django.urls import path

from campaigns import stats_views, views
from campaigns.dice import views as dice_views
from campaigns.locks import views as lock_views
from campaigns.verify import views as verify_views

urlpatterns = [
    path("", views.campaign_list, name="campaign-list"),
    path("how/", views.how_a_campaign_goes, name="how"),
    path("campaigns/new/", views.campaign_start, name="campaign-start"),
    path("campaigns/finished/", stats_views.finished_figures, name="finished-figures"),
    path("campaigns/<str:public_id>/", views.campaign, name="campaign"),
    path("campaigns/<str:public_id>/journal/", views.campaign_journal, name="campaign-journal"),
    path("campaigns/<str:public_id>/books/", views.opened_rooms, name="campaign-books"),
    path("campaigns/<str:public_id>/honest/", views.campaign_honest, name="campaign-honest"),
    path("campaigns/<str:public_id>/rulings/", views.campaign_rulings, name="campaign-rulings"),
    path("campaigns/<str:public_id>/figures/", stats_views.campaign_figures, name="campaign-figures"),
    path("campaigns/<str:public_id>/verify/", verify_views.campaign_verify, name="campaign-verify"),
    path("campaigns/<str:public_id>/compare/", verify_views.campaign_compare, name="campaign-compare"),
    path("campaigns/<str:public_id>/links/", verify_views.campaign_links, name="campaign-links"),
    path("campaigns/<str:public_id>/people/", views.campaign_people, name="campaign-people"),
    path(
        "campaigns/<str:public_id>/people/withdraw/<int:invitation_id>/",
        views.invitation_withdraw,
        name="invitation-withdraw",
    ),
    path("campaigns/<str:public_id>/unlock/", lock_views.unlock, name="room-unlock"),
    path("campaigns/<str:public_id>/words/", lock_views.room_words, name="room-words"),
    path("campaigns/<str:public_id>/device/", views.campaign_device, name="campaign-device"),
    path("campaigns/<str:public_id>/dice/", dice_views.dice, name="campaign-dice"),
    path("campaigns/<str:public_id>/file/", views.campaign_file, name="campaign-file"),
    path("campaigns/<str:public_id>/beat/", views.campaign_beat, name="campaign-beat"),
    path("verify_campaign.py", verify_views.verify_script, name="verify_campaign.py"),
    path("join/<str:token>/", views.invitation, name="invitation"),
]
