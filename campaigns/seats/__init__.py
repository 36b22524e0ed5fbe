"""Who sits at a campaign: links, seats that are taken and left, umpires who are let in and out."""
