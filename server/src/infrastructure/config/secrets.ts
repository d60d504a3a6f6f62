// Removes the secrets of the configuration from log lines.
import { hidden } from './database-address.ts';
import { configKeys, readKey } from './keys.ts';
import { listSecrets } from './marks.ts';
import type { Config } from './schema.ts';

/** Shorter secrets would match in any text. */
const minLength = 4;

/** Removes the secrets of the marked keys from a text, in all their encodings. */
export function createSecretMask(config: Partial<Config>): (text: string) => string {
  const known = configKeys.flatMap(({ path, mark }) => listSecrets(readKey(config, path), mark));
  const spelled = known
    .flatMap((secret) => [secret, decode(secret), encodeURIComponent(secret)])
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
