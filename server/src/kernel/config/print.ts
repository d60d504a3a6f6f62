// `lectern config print`: the effective configuration without secrets.
import { stringify } from 'yaml';
import type { Config } from './schema.ts';

/** The configuration as YAML with the keys of the file; secrets are shown as `***`. */
export function printConfig(config: Config): string {
  return stringify(toSnakeKeys(withoutSecrets(config)));
}

function withoutSecrets(config: Config): Config {
  const copy = structuredClone(config);
  if (copy.auth.secret !== undefined) copy.auth.secret = '***';
  if (copy.database.postgres !== undefined) {
    copy.database.postgres = copy.database.postgres.replace(
      /^(postgres(?:ql)?:\/\/[^:/@]*):[^@]*@/,
      '$1:***@',
    );
  }
  return copy;
}

function toSnakeKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    entries.map(([key, item]) => [key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), toSnakeKeys(item)]),
  );
}
