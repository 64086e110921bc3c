# In a checkout, with any engine: npm pack && docker build --tag sbp-banks-conformance .
FROM node:24-slim
COPY sbp-banks-conformance-*.tgz /suite/
RUN npm install --prefix /suite --no-audit --no-fund /suite/sbp-banks-conformance-*.tgz
USER node
WORKDIR /work
ENTRYPOINT ["node", "/suite/node_modules/sbp-banks-conformance/dist/cli/main.js"]
