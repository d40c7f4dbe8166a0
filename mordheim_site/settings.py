"""Settings, all of them from environment variables (docs/hosting.md lists them).

Two ways to run:

- **embedded**, the default while neither SECRET_KEY nor DATABASE_URL nor ALLOWED_HOSTS is set:
  SQLite under `var/`, a secret drawn on first use, answers on this machine only.
- **production**, as soon as one of them is set or EMBEDDED=0: SECRET_KEY and ALLOWED_HOSTS are
  required, cookies are secure, HTTPS is enforced.
"""

from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from mordheim_site.env import env_bool, env_int, env_list, env_required, env_str, stored_secret

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env_str("VAR_DIR", str(BASE_DIR / "var")))

EMBEDDED = env_bool(
    "EMBEDDED", not any(map(env_str, ("SECRET_KEY", "DATABASE_URL", "ALLOWED_HOSTS")))
)
DEBUG = env_bool("DEBUG")

if EMBEDDED:
    SECRET_KEY = env_str("SECRET_KEY") or stored_secret(VAR_DIR / "secret_key")
    ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
else:
    SECRET_KEY = env_required("SECRET_KEY", "Draw one with: openssl rand -base64 48")
    env_required("ALLOWED_HOSTS", "Name the hosts that this site answers to, by commas.")
    ALLOWED_HOSTS = env_list("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

# --- Applications ------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.forms",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "mordheim_site.accounts",
    "rules",
    "warbands",
    "campaigns",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "mordheim_site.accounts.middleware.PreferencesMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "mordheim_site.middleware.PlainRequestMiddleware",
    "mordheim_site.middleware.BackToThePageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "campaigns.middleware.ViewAsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "mordheim_site.urls"
WSGI_APPLICATION = "mordheim_site.wsgi.application"
ASGI_APPLICATION = "mordheim_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "mordheim_site.context.site",
            ],
        },
    },
]

FORM_RENDERER = "mordheim_site.forms.SiteFormRenderer"

# --- Database: SQLite under var/ unless DATABASE_URL names another -----------------------------

SQLITE_OPTIONS = {
    # A writer takes the lock at once and others wait, instead of failing half-way.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}
DATABASES = {
    "default": dj_database_url.parse(
        env_str("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'db.sqlite3'}",
        conn_max_age=env_int("DATABASE_CONN_MAX_AGE", 60),
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = SQLITE_OPTIONS
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Cache and workers: Redis where there is one, else memory and `manage.py worker` -----------

REDIS_URL = env_str("REDIS_URL")
CACHES = {
    # A dead cache must not hold up a request either.
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 2000},
    }
}
CELERY_BROKER_URL = REDIS_URL or None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 300
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A dead broker must not hold up a request: the sweep picks up what was not announced.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
}
CELERY_TIMEZONE = "UTC"
SWEEP_SECONDS = 30
CELERY_BEAT_SCHEDULE = {
    "sweep the outbox": {"task": "campaigns.tasks.sweep", "schedule": SWEEP_SECONDS},
}

# --- Accounts ----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator"},
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
]
CSRF_FAILURE_VIEW = "mordheim_site.views.csrf_failure"
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
# open: anybody; invitation: who has the link of a campaign; closed: the operator makes accounts.
SIGNUP = env_str("SIGNUP", "open" if env_bool("SIGNUP_OPEN", True) else "closed")
if SIGNUP not in ("open", "invitation", "closed"):
    raise ImproperlyConfigured("SIGNUP is open, invitation or closed.")
API_TOKEN_DAYS = env_int("API_TOKEN_DAYS", 90)

# How many reverse proxies stand in front; their X-Forwarded-For entries are believed.
TRUSTED_PROXIES = env_int("TRUSTED_PROXIES", 0)
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "mordheim_site.clients.client_ip"
AXES_LOCKOUT_CALLABLE = "mordheim_site.accounts.views.locked_out"
AXES_VERBOSE = False

# How often one address may send the forms of accounts, and one mail address be written to.
PAGE_LIMITS = {
    "log_in": env_str("LIMIT_LOG_IN", "30/min"),
    "sign_up": env_str("LIMIT_SIGN_UP", "20/hour"),
    "password_reset": env_str("LIMIT_PASSWORD_RESET", "20/hour"),
    "confirm": env_str("LIMIT_CONFIRM", "20/hour"),
    "post": env_str("LIMIT_POST", "30/min"),
    "preview": env_str("LIMIT_PREVIEW", "120/min"),
    "odds": env_str("LIMIT_ODDS", "60/min"),
    "reset_mail": env_str("LIMIT_RESET_MAIL", "3/hour"),
}

# --- Language and time -------------------------------------------------------------------------

LANGUAGE_CODE = "es"
LANGUAGES = [("es", "Español"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env_str("TIME_ZONE", "Europe/Madrid")

# --- Static files ------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# The embedded server serves the sources as they are, so that nothing has to be collected.
STATIC_ROOT = None if EMBEDDED else Path(env_str("STATIC_ROOT", str(BASE_DIR / "staticfiles")))
WHITENOISE_USE_FINDERS = EMBEDDED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if EMBEDDED
        else "mordheim_site.storage.HashedStaticFiles"
    },
}

# --- Where this site is, for links in what it sends -------------------------------------------

SITE_URL = env_str(
    "SITE_URL", "http://localhost:8000" if EMBEDDED else f"https://{ALLOWED_HOSTS[0]}"
).rstrip("/")
SITE_HOST = SITE_URL.partition("://")[2].partition("/")[0].partition(":")[0] or "localhost"
# Hosts inside one's own network that webhooks may go to, over http as well.
WEBHOOK_ALLOWED_HOSTS = [one.casefold() for one in env_list("WEBHOOK_ALLOWED_HOSTS")]

METRICS_TOKEN = env_str("METRICS_TOKEN")
MEDIA_ROOT = env_str("MEDIA_ROOT", str(VAR_DIR / "media"))

# --- Mail --------------------------------------------------------------------------------------

EMAIL_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if env_str("EMAIL_HOST")
    else "django.core.mail.backends.console.EmailBackend"
)
EMAIL_HOST = env_str("EMAIL_HOST")
EMAIL_PORT = env_int("EMAIL_PORT", 587)
EMAIL_HOST_USER = env_str("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env_str("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", True)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env_str("DEFAULT_FROM_EMAIL", "Ciudad Maldita <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_SUBJECT_PREFIX = "[Ciudad Maldita] "

# --- Security ----------------------------------------------------------------------------------

HTTPS = env_bool("HTTPS", not EMBEDDED)
SESSION_ENGINE = "mordheim_site.accounts.sessions"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", 31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env_bool("HSTS_SUBDOMAINS")
# Preloading binds a whole domain for years: that is its owner's decision.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
FILE_UPLOAD_HANDLERS = ["mordheim_site.uploads.FewFiles"]
UPLOAD_PATHS = frozenset({"/warbands/import", "/api/v1/warband-proposals"})
UPLOAD_MOST_BYTES = 1024 * 1024

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- REST --------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "mordheim_site.accounts.authentication.ApiTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "mordheim_site.accounts.permissions.TokenScope",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["mordheim_site.api.parsers.PlainJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "mordheim_site.api.pagination.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "mordheim_site.api.schema.Operations",
    "EXCEPTION_HANDLER": "mordheim_site.api.problems.problem_handler",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env_str("THROTTLE_ANON", "120/min"),
        "user": env_str("THROTTLE_USER", "1200/min"),
        "token": env_str("THROTTLE_TOKEN", "10/min"),
    },
    "NUM_PROXIES": TRUSTED_PROXIES,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Ciudad Maldita",
    "DESCRIPTION": _("Campaigns, scenes, warbands and battles over REST."),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    # Fields of the same name with different choices need a name for each set.
    "ENUM_NAME_OVERRIDES": {
        "TokenScope": "mordheim_site.accounts.models.Scope",
        "CampaignStatus": "campaigns.models.campaign.CampaignStatus",
        "Policy": "campaigns.models.clocks.Policy",
        "NoticeKind": "campaigns.models.notices.NoticeKind",
        "ChannelKind": "campaigns.models.notices.ChannelKind",
        "AddedChannelKind": ["chat", "webhook"],
        "AppealStatus": "campaigns.models.desk.AppealStatus",
        "RedoStatus": "campaigns.models.desk.RedoStatus",
        "ReportStatus": "campaigns.models.desk.ReportStatus",
        "SceneKind": "campaigns.models.scenes.SceneKind",
        "SceneStatus": "campaigns.models.scenes.SceneStatus",
        "BattleStatus": "campaigns.models.battles.BattleStatus",
        "WarbandStatus": "warbands.models.warband.Status",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "mordheim_site.api.schema.describe_problems",
        "campaigns.api.engine_schema.describe_engine",
    ],
}

# --- Logging: one line an entry, to standard error ---------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "mordheim_site.logs.JsonLines"},
    },
    "filters": {"no_keys": {"()": "mordheim_site.logs.NoKeys"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["no_keys"],
            "formatter": "json" if env_str("LOG_FORMAT") == "json" else "line",
        }
    },
    "root": {"handlers": ["stderr"], "level": env_str("LOG_LEVEL", "INFO")},
    "loggers": {
        "django.server": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "axes": {"level": "WARNING"},
    },
}
