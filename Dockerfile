# The site's own host over a hosted Supabase project, or whole on one machine with the embedded backend:
#   docker build -t muro .
#   docker run -p 4321:4321 -v muro-data:/data --env-file .env muro
FROM node:24-bookworm-slim

ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Pages are bundled when the source or the settings change, so the build tools belong to the image.
RUN npm ci --omit=dev && npm cache clean --force
COPY . .
RUN mkdir -p /data .render .astro && chown -R node:node /data .render .astro node_modules
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=5s --start-period=180s \
  CMD node -e "fetch('http://127.0.0.1:4321/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# node is the only process: it passes signals on to the backend and the publisher.
CMD ["node", "scripts/start.ts"]
