import hashlib
import secrets

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models




def seal_dice(apps, schema_editor):
    """Every scene has a chain of dice, promised before the first roll."""
    Scene = apps.get_model("campaigns", "Scene")
    DiceChain = apps.get_model("campaigns", "DiceChain")
    for scene in Scene.objects.filter(chains=None):
        secret = secrets.token_bytes(32)
        DiceChain.objects.create(
            scene=scene, secret=secret.hex(), commitment=hashlib.sha256(secret).hexdigest()
        )


INDEX = """CREATE INDEX campaigns_part_words ON campaigns_postpart USING gin (
    (to_tsvector('spanish'::regconfig, source) || to_tsvector('english'::regconfig, source))
)"""


def index_words(apps, schema_editor):
    """Full text is PostgreSQL's; SQLite looks through the words one by one."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(INDEX)


def unindex_words(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX campaigns_part_words")


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0001_initial'),
        ('warbands', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='scene',
            options={'ordering': ['-pinned', 'position', 'pk'], 'verbose_name': 'scene', 'verbose_name_plural': 'scenes'},
        ),
        migrations.AddField(
            model_name='battleside',
            name='draw_offered',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='campaign',
            name='edit_minutes',
            field=models.PositiveIntegerField(default=60, help_text='How long a post may be corrected; its earlier wording stays readable.', verbose_name='minutes for corrections'),
        ),
        migrations.AddField(
            model_name='draft',
            name='asides',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='draft',
            name='fighter',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='warbands.fighter'),
        ),
        migrations.AddField(
            model_name='postpart',
            name='is_note',
            field=models.BooleanField(default=False, verbose_name='out-of-character note'),
        ),
        migrations.AddField(
            model_name='postpart',
            name='mentions',
            field=models.ManyToManyField(blank=True, related_name='+', to='campaigns.membership'),
        ),
        migrations.AddField(
            model_name='postpart',
            name='quotes',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='quoted_by', to='campaigns.postpart'),
        ),
        migrations.AddField(
            model_name='postpart',
            name='rolls',
            field=models.JSONField(default=list, editable=False),
        ),
        migrations.AddField(
            model_name='scene',
            name='pinned',
            field=models.BooleanField(default=False, verbose_name='pinned'),
        ),
        migrations.CreateModel(
            name='DiceChain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('secret', models.CharField(editable=False, max_length=64)),
                ('commitment', models.CharField(editable=False, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('revealed_at', models.DateTimeField(null=True)),
                ('scene', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chains', to='campaigns.scene')),
            ],
            options={
                'verbose_name': 'chain of dice',
                'verbose_name_plural': 'chains of dice',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='FeedToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='feeds', to='campaigns.campaign')),
                ('scene', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='feeds', to='campaigns.scene')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='feeds', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'address of a feed',
                'verbose_name_plural': 'addresses of feeds',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='PartEdit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.TextField()),
                ('html', models.TextField()),
                ('rolls', models.JSONField(default=list)),
                ('written_at', models.DateTimeField()),
                ('replaced_at', models.DateTimeField(auto_now_add=True)),
                ('part', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='edits', to='campaigns.postpart')),
                ('replaced_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'earlier wording',
                'verbose_name_plural': 'earlier wordings',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PostRoll',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('notation', models.CharField(max_length=20)),
                ('reason', models.CharField(blank=True, max_length=120)),
                ('difficulty', models.IntegerField(null=True)),
                ('gm_only', models.BooleanField(default=False)),
                ('order_hash', models.CharField(max_length=64)),
                ('faces', models.JSONField(default=list)),
                ('total', models.IntegerField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('chain', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rolls', to='campaigns.dicechain')),
                ('part', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='throws', to='campaigns.postpart')),
                ('scene', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rolls', to='campaigns.scene')),
            ],
            options={
                'verbose_name': 'dice in a post',
                'verbose_name_plural': 'dice in posts',
                'ordering': ['scene', 'number'],
                'constraints': [models.UniqueConstraint(fields=('scene', 'number'), name='campaigns_roll_once')],
            },
        ),
        migrations.CreateModel(
            name='SidePlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('plan', models.JSONField(default=dict)),
                ('text', models.TextField(blank=True)),
                ('sealed', models.BooleanField(default=False)),
                ('version', models.PositiveIntegerField(default=0)),
                ('dropped', models.JSONField(default=list)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('side', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plans', to='campaigns.battleside')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'plan',
                'verbose_name_plural': 'plans',
                'constraints': [models.UniqueConstraint(fields=('side', 'user'), name='campaigns_plan_once')],
            },
        ),
        migrations.RunPython(seal_dice, migrations.RunPython.noop),
        migrations.RunPython(index_words, unindex_words),
    ]
