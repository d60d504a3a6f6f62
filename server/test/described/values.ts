// Valid values for a schema of the API description, including boundary values.
import fc from 'fast-check';
import { follow, type Schema, type Schemas } from './schema.ts';

/** Below this depth optional members are left out. */
const maxDepth = 4;

/** Excludes NUL, which the API rejects, and white space at the ends, which the API trims. */
const letters = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abcxyzABC0189-_.') },
  { weight: 1, arbitrary: fc.constantFrom('é', 'ß', '漢', '💥', "'", '"', '%', '\\', '<', '\u0301') },
);

/** Cached by schema and depth: recursive schemas would otherwise be built very often. */
const made = new WeakMap<Schema, fc.Arbitrary<unknown>[]>();

export function valuesOf(schema: Schema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> {
  const followed = follow(schema, schemas);
  const known = made.get(followed) ?? [];
  made.set(followed, known);
  // All levels below the maximum depth share one arbitrary.
  const level = Math.min(depth, maxDepth + 1);
  known[level] ??= makeValues(followed, schemas, depth);
  return known[level];
}

function makeValues(schema: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  const { type, not, ...rest } = schema;
  if (not?.const !== undefined)
    return valuesOf({ ...rest, ...(type && { type }) }, schemas, depth).filter((one) => one !== not.const);
  if (rest.const !== undefined) return fc.constant(rest.const);
  if (rest.enum) return fc.constantFrom(...rest.enum);
  const ways = rest.anyOf ?? rest.oneOf;
  if (ways)
    return fc.oneof(...chooseWays(ways, schemas, depth).map((way) => valuesOf(way, schemas, depth + 1)));
  switch (type) {
    case 'string':
      return textsOf(rest);
    case 'integer':
      return integersOf(rest);
    case 'number':
      return fc.oneof(
        fc.constantFrom(rest.minimum ?? -1e6, rest.maximum ?? 1e6),
        fc.double({ min: rest.minimum ?? -1e6, max: rest.maximum ?? 1e6, noNaN: true }),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return arraysOf(rest, schemas, depth);
    case 'object':
      return objectsOf(rest, schemas, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 }).map(acceptable);
  }
}

/** Conditions are recursive: below the maximum depth, only alternatives without nested conditions are used. */
function chooseWays(ways: readonly Schema[], schemas: Schemas, depth: number): readonly Schema[] {
  if (depth < maxDepth) return ways;
  const flat = ways.filter((way) => !['array', 'object'].includes(follow(way, schemas).type ?? 'object'));
  if (flat.length > 0) return flat;
  const shallow = ways.filter((way) => !JSON.stringify(follow(way, schemas)).includes('"$ref"'));
  return shallow.length > 0 ? shallow : ways.slice(0, 1);
}

/** The JSON of this API contains neither NUL nor this member name. */
const acceptable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/\\u0000|__proto__/g, 'x'));

function textsOf({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid({ version: 7 });
  if (format === 'date-time')
    return fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map(toTime);
  if (format === 'date')
    return fc
      .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((day) => toTime(day).slice(0, 10));
  if (format === 'uri') return fc.webUrl();
  if (pattern !== undefined) return patterned(pattern).filter((text) => text.length <= maxLength);
  const limit = Math.min(maxLength, minLength + 20);
  const defaultTexts = fc
    .array(letters, { minLength, maxLength: limit })
    .map((all) => all.join(''))
    .filter((text) => text.length >= minLength && text.length <= maxLength);
  const ends = [minLength, maxLength].filter((length) => length <= 5_000).map((length) => 'e'.repeat(length));
  return ends.length > 0
    ? fc.oneof({ weight: 4, arbitrary: defaultTexts }, fc.constantFrom(...ends))
    : defaultTexts;
}

/** Values that fast-check generates for a pattern, without unusual characters that a character class may match. */
const patterned = (pattern: string): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(pattern)).filter((text) => !/[^\x20-\x7e]|^\s|\s$/.test(text));

const toTime = (day: Date): string => day.toISOString();

function integersOf({ minimum = -2_147_483_648, maximum = 2_147_483_647 }: Schema): fc.Arbitrary<number> {
  const bounds = { min: Math.max(minimum, -1_000), max: Math.min(maximum, 1_000) };
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer(bounds.min <= bounds.max ? bounds : { min: minimum, max: maximum }),
  );
}

function arraysOf({ items = {}, minItems = 0, maxItems = 3 }: Schema, schemas: Schemas, depth: number) {
  const limit = depth < maxDepth ? Math.min(maxItems, minItems + 3) : minItems;
  return fc.array(valuesOf(items, schemas, depth + 1), { minLength: minItems, maxLength: limit });
}

function objectsOf(schema: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  const { properties, required = [], propertyNames, additionalProperties } = schema;
  const { minProperties = 0, maxProperties = 3 } = schema;
  if (!properties && propertyNames)
    return fc.dictionary(
      valuesOf({ type: 'string', ...propertyNames }, schemas).map(String),
      valuesOf(typeof additionalProperties === 'object' ? additionalProperties : {}, schemas, depth + 1),
      { minKeys: minProperties, maxKeys: maxProperties },
    );
  const isWhole = depth < maxDepth || required.length < minProperties;
  const names = Object.keys(properties ?? {}).filter((name) => isWhole || required.includes(name));
  const model = Object.fromEntries(
    names.map((name) => [name, valuesOf(properties?.[name] ?? {}, schemas, depth + 1)]),
  );
  const requiredKeys = required.filter((name) => names.includes(name));
  return fc
    .record(model, { requiredKeys, noNullPrototype: true })
    .filter((value) => Object.keys(value).length >= minProperties);
}
