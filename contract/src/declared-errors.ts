// Which errors a route may answer: those it names, and those that follow from what it takes and who may call.
import type { ErrorCode } from './errors.ts';
import type { RouteDescription } from './route.ts';

/** Codes without repetition. Every route may also fail with `internal`, which nobody should plan for. */
export function declaredErrors(route: RouteDescription): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  if (route.rateLimit !== 'exempt') codes.add('rate_limit_exceeded');
  if (route.access !== 'anyone') codes.add('unauthorized');
  if (route.access !== 'anyone' && (route.access !== 'user' || route.method !== 'GET'))
    codes.add('forbidden');
  if (route.query || route.body || route.upload || route.headers) codes.add('validation_failed');
  if (route.params) codes.add('not_found');
  if (route.method !== 'GET') {
    // Any body may be no JSON, too long, or of a type that nobody asked for.
    for (const code of ['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const)
      codes.add(code);
    codes.add('insufficient_storage');
  }
  if (!route.anyHost) codes.add('misdirected_request');
  codes.add('unavailable');
  codes.add('internal');
  return [...codes];
}
