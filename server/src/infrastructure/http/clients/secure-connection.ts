// Determines whether clients use HTTPS, for cookies and HSTS.
import type { Config } from '#infrastructure/config/schema.ts';

export interface ConnectionSettings {
  server: Pick<Config['server'], 'publicUrl'>;
  auth: Pick<Config['auth'], 'secureCookies'>;
}

/**
 * Decided by the configuration (`server.public_url`), or by the request: its own connection, or `X-Forwarded-Proto` of
 * a trusted proxy. The header is ignored from others.
 */
export const isSecureConnection = (
  { publicUrl }: ConnectionSettings['server'],
  { protocol }: { protocol: string },
): boolean => protocol === 'https' || publicUrl?.startsWith('https:') === true;

/**
 * HTTPS only for a year for this host (RFC 6797). Not for subdomains, which are other servers, and not if cookies are
 * configured to work without HTTPS.
 */
export function findTransportPolicy(
  { server, auth }: ConnectionSettings,
  request: { protocol: string },
): Record<string, string> | undefined {
  if (auth.secureCookies === false || !isSecureConnection(server, request)) return undefined;
  return transportPolicy;
}

const transportPolicy = { 'strict-transport-security': 'max-age=31536000' };
