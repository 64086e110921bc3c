# The suite as one file, without shell and package manager. In a checkout, with any engine:
#   npm run build:binary && docker build --tag sbp-banks-conformance .
FROM scratch
COPY build/root /
LABEL org.opencontainers.image.title="sbp-banks-conformance" \
  org.opencontainers.image.description="Conformance suite for the partner operation banks" \
  org.opencontainers.image.licenses="MIT"
ENV PATH=/usr/bin HOME=/tmp SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/bin/sbp-banks-conformance"]
CMD ["--help"]
