# syntax=docker/dockerfile:1
# Three stages: one installs, one compiles the engine, the last carries what runs. Nothing runs as
# root.

FROM python:3.13-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /venv
COPY requirements/base.txt /tmp/base.txt
RUN /venv/bin/pip install --require-hashes -r /tmp/base.txt
WORKDIR /app
COPY . .
# Only to collect the files: no secret is baked in, and none is needed at this point.
RUN /venv/bin/python scripts/messages.py compile \
    && EMBEDDED=0 SECRET_KEY=unused ALLOWED_HOSTS=unused STATIC_ROOT=/app/staticfiles \
       /venv/bin/python manage.py collectstatic --noinput --verbosity 0

# The engine compiled (scripts/fast.py): the same source and answers, about twice as fast.
FROM build AS engine
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/* \
    && python -m venv /compiler \
    && /compiler/bin/pip install --require-hashes -r requirements/base.txt -r requirements/fast.txt
RUN /compiler/bin/python scripts/fast.py

FROM python:3.13-slim
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    EMBEDDED=0 STATIC_ROOT=/app/staticfiles VAR_DIR=/data
RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin mordheim \
    && install -d -o mordheim -g mordheim /data
COPY --from=build /venv /venv
COPY --from=build /app /app
COPY --from=engine /app/build/fast/rules /app/rules
COPY --from=engine /app/build/fast/*.so /app/
WORKDIR /app
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "scripts/healthcheck.py"]
CMD ["gunicorn", "mordheim_site.wsgi", "--bind", "0.0.0.0:8000", "--workers", "3", \
     "--threads", "4", "--worker-tmp-dir", "/dev/shm", "--access-logfile", "-", \
     "--logger-class", "mordheim_site.access_log.AccessLog"]
