# The HTTP service: docker build -t ascribe . ; docs/serve.md says how to run it.

FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src src
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir "$(echo /wheels/ascribe-*.whl)[serve]" && rm -r /wheels \
    && useradd --system --uid 10001 --no-create-home ascribe \
    && mkdir /data && chown ascribe /data
USER ascribe
ENV ASCRIBE_DATA=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8600
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8600/healthz', timeout=4)"]
ENTRYPOINT ["ascribe", "serve"]
CMD ["--host", "0.0.0.0"]
