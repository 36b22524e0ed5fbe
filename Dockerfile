# One image for web, worker and beat, of which docker-compose.yml says what a container is; and with `run` behind
# `docker run` for all of it in one container (launch/run.sh).
ARG PYTHON_IMAGE=python:3.11-slim@sha256:9c900dea9e8fb7e16277c179b555cc72d29a352dbc33cff48ad5a0412fd5bfc7
FROM ${PYTHON_IMAGE}

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /app

COPY requirements.txt .
# Without languages that nobody can choose here, and what only a compiler reads.
RUN pip install --require-hashes -r requirements.txt \
    && find /usr/local/lib \( -path '*/locale/*' -prune ! -name 'en*' ! -name 'de*' ! -name '_*' \
        -o -path '*/pginstall/include' -prune -o -path '*/pginstall/lib/*.a' \) -exec rm -r {} +

COPY manage.py .
COPY rules rules
COPY campaigns campaigns
COPY rosters rosters
COPY refit refit
COPY launch launch
COPY config config
COPY templates templates
COPY static static
COPY locale locale

# Collected with throw-away keys: none may end up in the image.
ENV REFIT_STATIC=/app/collected
RUN REFIT_VAR=/tmp/build python manage.py collectstatic --noinput -v 0 && rm -rf /tmp/build \
    && python -m compileall -q . \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin refit \
    && install -d -o refit -m 700 /data && ln -s /app/launch/run.sh /usr/local/bin/run

USER refit
ENV REFIT_MODE=club REFIT_VAR=/tmp/refit REFIT_BIND=0.0.0.0:8000
EXPOSE 8000
CMD ["python", "-m", "config.web"]
