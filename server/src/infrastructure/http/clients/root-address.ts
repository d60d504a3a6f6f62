// The server's address for clients, the base of absolute addresses.

import type { FastifyRequest } from 'fastify';
import type { Config } from '#infrastructure/config/schema.ts';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';

/** The path prefix that a trusted proxy has removed. */
const prefixForm = /^(\/[A-Za-z0-9._~-]+)+$/;

/**
 * Returns scheme, host and base path without a trailing slash: `server.public_url` of the configuration, otherwise
 * those of the request, as reported by trusted proxies in X-Forwarded-Proto, -Host and -Prefix.
 */
export function toRoot({ publicUrl, basePath }: Config['server'], request: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl;
  // Optional in HTTP/1.0.
  return `${request.protocol}://${request.host || 'localhost'}${findPrefix(request)}${basePath}`;
}

/** Like the other headers, only accepted from a trusted proxy. */
function findPrefix({ ips = [], headers }: FastifyRequest): string {
  const prefix = headers['x-forwarded-prefix'];
  if (ips.length < 2 || typeof prefix !== 'string') return '';
  const own = withoutEndSlashes(prefix);
  return own.length <= 200 && prefixForm.test(own) ? own : '';
}
