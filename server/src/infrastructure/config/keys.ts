// Every key of the configuration with its environment variable, from the schema.
import { toRecord } from '@lectern/contract/records';
import { z } from 'zod';
import { type Mark, marks } from './marks.ts';
import { configSchema } from './schema.ts';

export interface ConfigKey {
  /** Path in the file: ['server', 'port']. */
  path: readonly string[];
  /** Name in the environment: LECTERN_SERVER_PORT. */
  variable: string;
  description: string;
  mark: Mark | undefined;
  /** Value of the configuration without a file, variables and flags. */
  defaultValue: unknown;
}

export const environmentPrefix = 'LECTERN_';

/** Variables other than configuration keys: the path of the file, and the first administrator. */
export const otherVariables = [
  'LECTERN_CONFIG',
  'LECTERN_ADMIN_USERNAME',
  'LECTERN_ADMIN_PASSWORD',
  'LECTERN_ADMIN_EMAIL',
] as const;

function keysOf(schema: z.core.$ZodType, path: readonly string[]): ConfigKey[] {
  const inner = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodObject)) {
    if (!(schema instanceof z.ZodType)) throw new Error(`${path.join('.')} is not a schema`);
    const { description = '' } = schema;
    const variable = environmentPrefix + path.join('_').toUpperCase();
    const defaultValue = schema.safeParse(undefined).data;
    return [{ path, variable, description, mark: marks.get(schema), defaultValue }];
  }
  return Object.entries(inner.shape).flatMap(([name, value]) => keysOf(value, [...path, name]));
}

export const configKeys: readonly ConfigKey[] = keysOf(configSchema, []);

/** The value of a key in the contents of a file; undefined if it is missing. */
export const readPath = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce((at, name) => toRecord(at)[name], tree);

/** The value of a key in a configuration, or in a part of one. */
export const readKey = (config: object, path: readonly string[]): unknown =>
  readPath(
    config,
    path.map((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
  );
