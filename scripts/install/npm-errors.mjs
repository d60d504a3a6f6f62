// Recognizes network errors in npm's output. Plain JavaScript: the installer runs on the Node.js that runs npm.

/** Error codes of Node.js and npm for an unreachable registry, of proxies that intercept TLS, and npm's own sentence. */
const networkError =
  /\b(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ENETUNREACH|ENETDOWN|EHOSTUNREACH|EHOSTDOWN|EPROTO|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ENOTCACHED|CERT_[A-Z_]+|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)[A-Z_]*)\b|problem related to network connectivity/;

export const isNetworkError = (output) => networkError.test(output);
