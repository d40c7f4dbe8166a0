"""Forms of the pages. What they hold is judged by the services."""

from django import forms
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from campaigns.catch_up import LIMITS, RULES
from campaigns.models import (
    LONGEST_CHOICE,
    LONGEST_EDIT,
    Newcomers,
    Role,
    SceneKind,
    SceneStatus,
    Visibility,
)


class CampaignForm(forms.Form):
    name = forms.CharField(label=_("Name of the campaign"), max_length=80)
    description = forms.CharField(
        label=_("What it is about"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "class": "story"}),
    )
    language = forms.ChoiceField(label=_("Language of the stories"), choices=settings.LANGUAGES)
    is_public = forms.BooleanField(label=_("Anybody may read its public scenes"), required=False)


class CampaignSettingsForm(CampaignForm):
    edit_minutes = forms.IntegerField(
        label=_("Minutes in which a post may be corrected"),
        help_text=_("Its earlier wording stays readable."),
        min_value=0,
        max_value=LONGEST_EDIT,
    )
    newcomers = forms.ChoiceField(
        label=_("Warbands that have fought elsewhere"),
        help_text=_("Any campaign counts, also one that its player directs himself."),
        choices=Newcomers.choices,
    )
    hand_reports = forms.BooleanField(
        label=_("Battles that were played on a real table may be reported"),
        help_text=_("The other side confirms each; where it doesn't agree, you decide."),
        required=False,
    )
    choice_hours = forms.IntegerField(
        label=_("Hours for choices after a battle"),
        help_text=_(
            "What nobody has chosen by then goes by its default. Nights, free weekends, holidays "
            "and absences count as in turns."
        ),
        min_value=1,
        max_value=LONGEST_CHOICE,
    )


class CatchUpForm(forms.Form):
    """What late joiners get; every field has its usual value beside it."""

    rule = forms.ChoiceField(label=_("Who joins late gets"), choices=list(RULES.items()))
    gold = forms.IntegerField(label=_("Gold crowns for each battle"), help_text=_("Usual: 20."))
    experience = forms.IntegerField(
        label=_("Points of experience for each battle"),
        help_text=_("For each hero and each group of henchmen, with the advances. Usual: 1."),
    )
    most = forms.IntegerField(label=_("Battles counted at most"), help_text=_("Usual: 10."))

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name, (least, most) in LIMITS.items():
            field = self.fields[name]
            field.min_value, field.max_value = least, most
            field.validators += [MinValueValidator(least), MaxValueValidator(most)]
            field.widget.attrs |= {"min": least, "max": most}


class InvitationForm(forms.Form):
    role = forms.ChoiceField(
        label=_("They join as"),
        choices=[(role.value, role.label) for role in (Role.PLAYER, Role.SPECTATOR, Role.GM)],
    )
    uses = forms.IntegerField(label=_("How many may use it"), min_value=1, max_value=100, initial=1)
    days = forms.IntegerField(
        label=_("Days until it expires"), min_value=1, max_value=365, initial=14
    )


class SceneForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=120)
    kind = forms.ChoiceField(label=_("Kind"), choices=SceneKind.choices)
    visibility = forms.ChoiceField(
        label=_("Who may read it"),
        choices=[
            (choice.value, choice.label)
            for choice in (Visibility.PUBLIC, Visibility.MEMBERS, Visibility.RESTRICTED)
        ],
    )
    members = forms.MultipleChoiceField(
        label=_("Only these members"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args, members, kinds, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["members"].choices = [(str(m.public_id), str(m.user)) for m in members]
        self.fields["kind"].choices = [(kind.value, kind.label) for kind in kinds]


class SceneSettingsForm(SceneForm):
    status = forms.ChoiceField(label=_("State"), choices=SceneStatus.choices)
    position = forms.IntegerField(
        label=_("Place in the list"),
        help_text=_("Scenes with lower numbers come first; pinned ones before all others."),
        min_value=0,
        max_value=100_000,
        required=True,
    )
    pinned = forms.BooleanField(label=_("Pinned to the top of the list"), required=False)

    def __init__(self, *args, members, gm, battle, **kwargs):
        super().__init__(*args, members=members, kinds=(), **kwargs)
        del self.fields["kind"]
        if not gm and battle:
            for name in ("status", "visibility", "members"):
                del self.fields[name]
        if not gm:
            del self.fields["position"], self.fields["pinned"]
        if not gm and not battle:
            self.fields["status"].choices = SceneStatus.choices[:2]
