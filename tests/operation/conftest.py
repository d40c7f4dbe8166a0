"""The people of tests/campaigns."""

from tests.campaigns.conftest import campaign, carla, marga, member, public, say, scenes, tavern

__all__ = ["campaign", "carla", "marga", "member", "public", "say", "scenes", "tavern"]
