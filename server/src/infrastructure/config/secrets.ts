// Removes the secrets of the configuration from log lines.
import { hidden, listSecretParameters } from './database-address.ts';
import type { Config } from './schema.ts';

/** Shorter secrets would match in any text. */
const minLength = 4;

/** Removes the secrets of the configuration from a text, in all their encodings. */
export function createSecretMask({ auth, database }: Partial<Pick<Config, 'auth' | 'database'>>) {
  const known = [auth?.secret, ...(auth?.oidc.providers ?? []).map(({ clientSecret }) => clientSecret)];
  const address = database?.postgres;
  const url = address === undefined ? null : URL.parse(address);
  const ofAddress = url === null ? [] : [url.password, ...listSecretParameters(url)];
  const spelled = [...known, address, ...ofAddress]
    .flatMap((secret) => (secret === undefined ? [] : [secret, decode(secret), encodeURIComponent(secret)]))
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .filter((secret) => secret.length >= minLength);
  const all = [...new Set(spelled)].toSorted((a, b) => b.length - a.length);
  return (text: string): string => all.reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
