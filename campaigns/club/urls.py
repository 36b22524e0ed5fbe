"""Addresses of the club's page. Those under /club/ are links with which people register."""

from django.urls import path

from campaigns.club import organising, views

urlpatterns = [
    path("members/", views.club, name="club"),
    path("members/archive/", views.club_archive, name="club-archive"),
    path("members/over/", views.club_over, name="club-over"),
    path("members/results/", views.club_results, name="club-results"),
    path("members/over/<str:public_id>/", views.club_story, name="club-story"),
    path("members/stand-in/", views.stand_in, name="club-stand-in"),
    path("members/announcements/", organising.announcements, name="club-announcements"),
    path("members/organisers/", organising.organisers, name="club-organisers"),
    path("members/invitations/", organising.invitations, name="club-invitations"),
    path("members/campaigns/<str:public_id>/", organising.campaign, name="club-campaign"),
    path("campaigns/<str:public_id>/club/", views.campaign_club, name="campaign-club"),
]
