// An app written for another server, configured with a base URL and credentials.
import { type Client, createClient } from '../harness/client.ts';

export const compatEnvironment = { LECTERN_COMPAT_API_ENABLED: 'true' };

interface Person {
  username: string;
  password: string;
}

export const toBasic = ({ username, password }: Person): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Request paths start with `/api/v1`. Without a user, requests are unauthenticated. */
export function anApp(
  server: { url: string },
  person?: Person,
  headers: Record<string, string> = {},
): Client {
  const credentials: Record<string, string> = person ? { authorization: toBasic(person) } : {};
  return createClient(`${server.url}/compat`, { ...credentials, ...headers });
}

/** Returns the cookies of a response in the form that a client sends back. Deleted cookies are left out. */
export function cookiesOf({ headers }: { headers: Headers }): Record<string, string> {
  const pairs = headers.getSetCookie().flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return name && value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

export const toCookieHeader = (cookies: Record<string, string>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
