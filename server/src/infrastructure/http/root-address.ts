// Where clients reach this server: what absolute addresses are made of.

import type { FastifyRequest } from 'fastify';
import type { Config } from '#infrastructure/config/schema.ts';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';

/** A path that a trusted proxy has taken off. */
const prefixForm = /^(\/[A-Za-z0-9._~-]+)+$/;

/**
 * Scheme, host and base path without a slash at the end: what the configuration says (`server.public_url`), else how
 * the client came here, as far as trusted proxies tell by X-Forwarded-Proto, -Host and -Prefix.
 */
export function toRoot({ publicUrl, basePath }: Config['server'], request: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl;
  // HTTP/1.0 may leave it out.
  return `${request.protocol}://${request.host || 'localhost'}${findPrefix(request)}${basePath}`;
}

/** Believed like the other headers: only where a trusted proxy has told of its client. */
function findPrefix({ ips = [], headers }: FastifyRequest): string {
  const prefix = headers['x-forwarded-prefix'];
  if (ips.length < 2 || typeof prefix !== 'string') return '';
  const own = withoutEndSlashes(prefix);
  return own.length <= 200 && prefixForm.test(own) ? own : '';
}
