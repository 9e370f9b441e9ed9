# One image for api, worker, migrate and doctor; they differ only in their command. To pin the base by its content as well:
# --build-arg NODE_IMAGE=node:26.10.0-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:26.10.0-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY machines/package.json machines/
COPY core/package.json core/
COPY api/package.json api/
COPY worker/package.json worker/
COPY client/package.json client/
COPY tests/package.json tests/

# Runtime packages. None has a build step, so install scripts are disabled.
FROM packages AS runtime-packages
RUN npm ci --omit=dev --ignore-scripts --workspace contract --workspace machines --workspace core --workspace api --workspace worker
# What the image contains, for scanners of vulnerabilities.
COPY tools/bootstrap tools/bootstrap
COPY tools/sbom.ts tools/
RUN node tools/sbom.ts --installed

# The client is built once, here.
FROM packages AS client
RUN npm ci --ignore-scripts --workspace contract --workspace machines --workspace client
COPY contract contract
COPY machines machines
COPY client client
# The names that are built into the Hindi texts.
COPY core/catalog/shipped core/catalog/shipped
COPY tsconfig.base.json ./
ARG VITE_API_BASE
ARG VITE_MAIN_SHOP_SLUG
ARG VITE_APP_STORE_URL
ARG VITE_SUPPORT_EMAIL
ARG VITE_PUBLIC_URLS
RUN npx vite build client

# Bundles api and worker into one file each. Vite and what its config imports are dependencies of the client.
FROM packages AS server
RUN npm ci --ignore-scripts --workspace contract --workspace machines --workspace core --workspace api --workspace worker --workspace client
COPY contract contract
COPY machines machines
COPY core core
COPY api api
COPY worker worker
COPY tsconfig.base.json ./
COPY tools/server.vite.config.ts tools/
RUN npx vite build --config tools/server.vite.config.ts

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title=Haat org.opencontainers.image.licenses=MIT
WORKDIR /app
# Without a limit, glibc holds memory that each thread has freed for itself: about 40 MB after large pictures.
ENV NODE_ENV=production CLIENT_DIR=/app/client/dist UPLOADS_DIR=/data/uploads MALLOC_ARENA_MAX=2
# As `npm start` does (tools/app/builds.ts).
ENV NODE_OPTIONS=--max-semi-space-size=4
# A volume mounted here gets this owner.
RUN mkdir -p /data/uploads && chown -R node:node /data
COPY --from=runtime-packages /app/node_modules node_modules
COPY --from=runtime-packages /app/package.json /app/sbom.cdx.json ./
COPY contract contract
COPY machines machines
COPY core core
COPY api api
COPY worker worker
COPY tools tools
COPY deploy/healthcheck.mjs deploy/
COPY --from=client /app/client/dist client/dist
COPY --from=server /app/dist/server dist/server
# The user node, as a number: Kubernetes can then verify that it is not root.
USER 1000:1000
EXPOSE 8080
CMD ["node", "dist/server/api.mjs"]
