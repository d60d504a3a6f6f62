// `lectern config print`: the effective configuration without secrets.
import { stringify } from 'yaml';
import { hideAddress } from './database-address.ts';
import type { Config } from './schema.ts';

/** The configuration as YAML with the keys of the file; secrets are shown as `***`. */
export function printConfig(config: Config): string {
  return stringify(toSnakeKeys(withoutSecrets(config)));
}

function withoutSecrets(config: Config): Config {
  const copy = structuredClone(config);
  if (copy.auth.secret !== undefined) copy.auth.secret = '***';
  for (const provider of copy.auth.oidc.providers)
    if (provider.clientSecret !== undefined) provider.clientSecret = '***';
  if (copy.database.postgres !== undefined) copy.database.postgres = hideAddress(copy.database.postgres);
  return copy;
}

/** Keys whose values have names given by users. */
const named = ['groupRoles', 'groupLibraries'];

function toSnakeKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(toSnakeKeys);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
      named.includes(key) ? item : toSnakeKeys(item),
    ]),
  );
}
