"""The end of a warband over REST."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from mordheim_site.api.once import once
from warbands import services
from warbands.api.views import WarbandView, change_schema


class Disband(WarbandView):
    @change_schema("Break the warband up: everything is lost")
    @once
    def post(self, request: Request, warband: UUID) -> Response:
        self.change(services.warband_disband, warband)
        return self.roster(warband)
