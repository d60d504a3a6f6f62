// Request bodies: a valid body with one change.
import { z } from 'zod';
import type { Dice } from './dice.ts';
import { hostileJson, hostileKeys } from './hostile.ts';

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The JSON Schema keywords that the generator uses. */
interface Schema {
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  $ref?: string;
  format?: string;
  minimum?: number;
  minLength?: number;
  $defs?: Record<string, Schema>;
}

/** Creates bodies with the structure of the schema and all of its properties. */
export function createSkeletons(schema: z.ZodType): (dice: Dice) => Json {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  return (dice) => fill(root, { root, dice, depth: 0 });
}

interface FillState {
  root: Schema;
  dice: Dice;
  depth: number;
}

function fill(schema: Schema, place: FillState): Json {
  const { root, dice, depth } = place;
  const inner = { ...place, depth: depth + 1 };
  if (depth > 12) return null;
  if (schema.$ref) return fill(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? root, inner);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fill(dice.pick(choices), inner);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => fill(part, inner)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const names = Object.entries(schema.properties ?? {});
      return Object.fromEntries(names.map(([name, part]) => [name, fill(part, inner)]));
    }
    case 'array':
      return schema.items ? [fill(schema.items, inner)] : [];
    case 'string':
      return fillText(schema);
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return dice.chance(0.5);
    default:
      return null;
  }
}

function fillText({ format, minLength = 1 }: Schema): string {
  if (format === 'uuid') return '01890000-0000-7000-8000-000000000000';
  if (format === 'date-time') return '2026-01-01T00:00:00.000Z';
  if (format === 'email') return 'somebody@example.org';
  if (format === 'uri') return 'https://example.org/';
  return 'a'.repeat(minLength);
}

const hole = '@hole@';
const seam = '@seam@';

/** Returns the body as text with one change: a value is replaced or removed, or a member is added or repeated. */
export function mutate(body: Json, dice: Dice): string {
  const copy: Json = structuredClone(body);
  const places = listPlaces(copy);
  if (places.length === 0 || dice.chance(0.05)) return dice.pick(hostileJson);
  const { parent, key } = dice.pick(places);
  const value = dice.pick(hostileJson);
  const how = dice.below(10);
  if (how === 0) delete parent[key];
  else if (how > 2 || Array.isArray(parent)) parent[key] = hole;
  else parent[seam] = 0;
  const name = how === 1 ? JSON.stringify(key) : `"${dice.pick(hostileKeys)}"`;
  const member = () => `${name}:${value}`;
  return JSON.stringify(copy)
    .replace(JSON.stringify(hole), () => value)
    .replace(`"${seam}":0`, member);
}

interface JsonPlace {
  parent: { [key: string]: Json };
  key: string;
}

function listPlaces(value: Json): JsonPlace[] {
  if (value === null || typeof value !== 'object') return [];
  const parent = value as { [key: string]: Json };
  return Object.entries(parent).flatMap(([key, inner]) => [{ parent, key }, ...listPlaces(inner)]);
}

/** Returns bytes that are not valid JSON. */
export function spoil(text: string, dice: Dice): Buffer {
  const bytes = Buffer.from(text);
  switch (dice.below(6)) {
    case 0:
      return dice.bytes(dice.below(300));
    case 1:
      return bytes.subarray(0, dice.below(bytes.length + 1));
    case 2:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 3:
      return Buffer.from(text, 'utf16le');
    case 4:
      return Buffer.concat([bytes, bytes]);
    default: {
      const spoilt = Buffer.from(bytes);
      for (let i = 0; i < 3 && spoilt.length > 0; i++) spoilt[dice.below(spoilt.length)] = dice.below(256);
      return spoilt;
    }
  }
}
