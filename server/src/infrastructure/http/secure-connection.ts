// Whether clients reach this server by HTTPS: what cookies and HSTS depend on.
import type { Config } from '#infrastructure/config/schema.ts';

export interface ConnectionSettings {
  server: Pick<Config['server'], 'publicUrl'>;
  auth: Pick<Config['auth'], 'secureCookies'>;
}

/**
 * So says the configuration (`server.public_url`), or the request: by its own connection, or by `X-Forwarded-Proto` of a
 * trusted proxy. That header counts for nothing from anybody else.
 */
export const isSecureConnection = (
  { publicUrl }: ConnectionSettings['server'],
  { protocol }: { protocol: string },
): boolean => protocol === 'https' || publicUrl?.startsWith('https:') === true;

/**
 * A year of HTTPS alone for this host (RFC 6797). Not for the hosts below its name, which are somebody else's servers;
 * and not where cookies are to work without HTTPS, because the server is also used that way.
 */
export function findTransportPolicy(
  { server, auth }: ConnectionSettings,
  request: { protocol: string },
): Record<string, string> | undefined {
  if (auth.secureCookies === false || !isSecureConnection(server, request)) return undefined;
  return transportPolicy;
}

const transportPolicy = { 'strict-transport-security': 'max-age=31536000' };
