// Schemas in the API description. Named schemas are collected once; others are inlined.

import { z } from 'zod';
import { toRecord } from './records.ts';

export type Json = { [key: string]: unknown };

export interface Schemas {
  /** Returns a reference for named schemas, otherwise the schema. */
  refer(schema: z.ZodType, side: 'input' | 'output'): Json;
  /** Returns the schema itself. */
  inline(schema: z.ZodType, side: 'input' | 'output'): Json;
  all(): Record<string, Json>;
}

/** Input and output of a named schema are equal in this API. */
export function createSchemas(): Schemas {
  // The recursive definition of a JSON value would add no information.
  const named: Record<string, Json> = { JsonValue: { description: 'Any JSON value.' } };
  const convert = (schema: z.ZodType, side: 'input' | 'output'): Json => {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io: side,
      unrepresentable: 'any',
      reused: 'inline',
      cycles: 'ref',
      override: ({ zodSchema, jsonSchema }) =>
        replace(jsonSchema, z.globalRegistry.get(zodSchema)?.describedBy),
    });
    for (const [name, definition] of Object.entries($defs ?? {}))
      named[name] ??= toRecord(relocate(definition));
    return toRecord(relocate(rest));
  };
  return {
    inline: convert,
    refer(schema, side) {
      const name = z.globalRegistry.get(schema)?.id;
      if (name === undefined) return convert(schema, side);
      // Conversion may add the name: a recursive schema is returned as a reference.
      const converted = convert(schema, side);
      named[name] ??= converted;
      return { $ref: `#/components/schemas/${name}` };
    },
    all: () => Object.fromEntries(Object.entries(named).sort(([a], [b]) => a.localeCompare(b))),
  };
}

/** Rewrites references within a schema to references within the document, and removes ids. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    if (key === 'id' && typeof item === 'string') return [];
    if (key === '$ref' && typeof item === 'string')
      return [[key, item.replace('#/$defs/', '#/components/schemas/')]];
    return [[key, relocate(item)]];
  });
  return Object.fromEntries(entries);
}

/** Replaces a generated schema by its `describedBy` metadata. */
function replace(schema: Json, described: unknown): void {
  if (typeof described !== 'object' || described === null) return;
  for (const key of Object.keys(schema)) if (key !== 'description') delete schema[key];
  Object.assign(schema, described);
}
