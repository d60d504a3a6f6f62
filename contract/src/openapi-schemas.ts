// Schemas in the API description: those with a name are collected once, others stand where they are used.

import { z } from 'zod';
import { toRecord } from './records.ts';

export type Json = { [key: string]: unknown };

export interface Schemas {
  /** The schema, by reference where it has a name. */
  refer(schema: z.ZodType, side: 'input' | 'output'): Json;
  /** The schema itself. */
  inline(schema: z.ZodType, side: 'input' | 'output'): Json;
  all(): Record<string, Json>;
}

/** What is read and what is written of one name agree in this API. */
export function createSchemas(): Schemas {
  // Any JSON value: its recursive definition would say no more than this.
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
      // Converting may name it already: a schema that meets itself comes back as a reference.
      const converted = convert(schema, side);
      named[name] ??= converted;
      return { $ref: `#/components/schemas/${name}` };
    },
    all: () => Object.fromEntries(Object.entries(named).sort(([a], [b]) => a.localeCompare(b))),
  };
}

/** References inside one schema become references into the document; names of its own go. */
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

/** What a schema says of itself (`describedBy`) stands for what it is made of. */
function replace(schema: Json, described: unknown): void {
  if (typeof described !== 'object' || described === null) return;
  for (const key of Object.keys(schema)) if (key !== 'description') delete schema[key];
  Object.assign(schema, described);
}
