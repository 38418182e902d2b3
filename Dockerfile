# Pitch Keeper as a container; docs/deploying.md says how to start one.
# The Debian and the Python that the tests run on. docs/deploying.md says how to pin it by its digest.
ARG BASE=python:3.11-slim-bookworm
FROM ${BASE}

# What PDF files are made with: Pango, and fonts.
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        fonts-dejavu-core \
        fonts-liberation \
        fonts-noto-color-emoji \
        libharfbuzz-subset0 \
        libpangoft2-1.0-0 \
    && rm -rf /var/lib/apt/lists/*

# A number that a folder of the host can be given to.
RUN useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin keeper \
    && install -d -o keeper -g keeper -m 700 /data

WORKDIR /app
COPY requirements.txt ./
RUN python -m pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements.txt \
    && python -m pip uninstall --yes setuptools wheel
COPY manage.py ./
COPY keeper keeper
COPY scorepads scorepads
COPY static static
COPY templates templates

# Done once, as root, so that the server cannot alter its own code. The key is for this step only:
# one that was made and kept here would be in every copy of the image.
RUN python -m compileall -q keeper scorepads \
    && SECRET_KEY=only-while-the-image-is-built DATA_DIR=/tmp/data \
        python manage.py collectstatic --no-input --verbosity 0 \
    && rm -rf /tmp/data

ENV DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=8000 \
    PYTHONUNBUFFERED=1
USER keeper
VOLUME /data
EXPOSE 8000

HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/health/', timeout=4)"]

# `exec`, so that a stop reaches gunicorn itself, which lets begun requests finish.
CMD ["sh", "-c", "umask 077 && python manage.py migrate --verbosity 0 && exec python -m gunicorn --config python:keeper.gunicorn"]
