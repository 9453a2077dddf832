# Builds the app, packs it as a release, and keeps of that only what a server needs.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run pack -- --out /release && mv /release/mainspring-*/ /app

FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
# The image is the pinned Node already: without install scripts no second one is fetched.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data && chmod 700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.ts"]
