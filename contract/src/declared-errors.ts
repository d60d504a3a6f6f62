// Errors of a route: declared ones, and those implied by its parameters, body and access.
import type { ErrorCode } from './errors.ts';
import type { RouteDescription } from './route.ts';

/** Returns each code once. Includes `internal`, which every route can return. */
export function declaredErrors(route: RouteDescription): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  if (route.rateLimit !== 'exempt') codes.add('rate_limit_exceeded');
  if (route.access !== 'anyone') codes.add('unauthorized');
  if (route.access !== 'anyone' && (route.access !== 'user' || route.method !== 'GET'))
    codes.add('forbidden');
  if (route.query || route.body || route.upload || route.headers) codes.add('validation_failed');
  if (route.params) codes.add('not_found');
  if (route.method !== 'GET') {
    // Any body can be invalid JSON, too long, or of an unsupported type.
    for (const code of ['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const)
      codes.add(code);
    codes.add('insufficient_storage');
  }
  if (!route.anyHost) codes.add('misdirected_request');
  codes.add('unavailable');
  codes.add('internal');
  return [...codes];
}
