// Every key of the configuration with its environment variable, from the schema.
import { z } from 'zod';
import { configSchema } from './schema.ts';

export interface ConfigKey {
  /** Path in the file: ['server', 'port']. */
  path: readonly string[];
  /** Name in the environment: LECTERN_SERVER_PORT. */
  variable: string;
}

export const environmentPrefix = 'LECTERN_';

/** Variables that are no configuration keys: where the file is, and the first administrator. */
export const otherVariables = [
  'LECTERN_CONFIG',
  'LECTERN_ADMIN_USERNAME',
  'LECTERN_ADMIN_PASSWORD',
  'LECTERN_ADMIN_EMAIL',
] as const;

function keysOf(schema: z.core.$ZodType, path: readonly string[]): ConfigKey[] {
  const inner = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodObject)) {
    return [{ path, variable: environmentPrefix + path.join('_').toUpperCase() }];
  }
  return Object.entries(inner.shape).flatMap(([name, value]) => keysOf(value, [...path, name]));
}

export const configKeys: readonly ConfigKey[] = keysOf(configSchema, []);
