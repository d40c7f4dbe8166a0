"""How forms are drawn: one template for a field, everywhere (`{{ form }}`, `as_field_group`)."""

from django.forms.renderers import TemplatesSetting


class SiteFormRenderer(TemplatesSetting):
    form_template_name = "includes/form.html"
    field_template_name = "includes/field.html"
