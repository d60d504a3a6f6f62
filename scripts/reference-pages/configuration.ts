// The tables of configuration keys and of the fields of a sign-in provider, from the schema.
import { z } from 'zod';
import { changeable } from '../../server/src/infrastructure/config/changeable.ts';
import { configKeys } from '../../server/src/infrastructure/config/keys.ts';
import { oidcProviderShape } from '../../server/src/infrastructure/config/oidc.ts';
import { configSchema } from '../../server/src/infrastructure/config/schema.ts';
import { bool, list, size } from '../../server/src/infrastructure/config/values.ts';
import type { Blocks } from './blocks.ts';
import { toCode, toTable, toYes } from './table.ts';

type Schema = z.core.$ZodType;

/** Whether a schema is `kind` or `kind` with refinements. */
const isA = (schema: Schema, kind: Schema): boolean =>
  schema instanceof z.ZodPipe && kind instanceof z.ZodPipe && schema.in === kind.in;

/** Removes defaults and transformations. `bool`, `list` and `size` are themselves pipes. */
function unwrap(schema: Schema): Schema {
  if ([bool, list, size].some((kind) => isA(schema, kind))) return schema;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) {
    const isChecked =
      schema.out instanceof z.ZodTransform ||
      !(schema.in instanceof z.ZodPipe || schema.in instanceof z.ZodTransform);
    return unwrap(isChecked ? schema.in : schema.out);
  }
  return schema;
}

function findSchema(path: readonly string[]): Schema {
  let schema: Schema = configSchema;
  for (const name of path) {
    const section = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
    if (!(section instanceof z.ZodObject)) throw new Error(`No section has the key ${path.join('.')}`);
    schema = section.shape[name];
  }
  return schema;
}

function describeValues(given: Schema): string {
  const schema = unwrap(given);
  if (isA(schema, bool)) return '`true` or `false`';
  if (isA(schema, size)) return 'size';
  if (isA(schema, list) || schema instanceof z.ZodArray) return 'list';
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => toCode(String(option))).join(', ');
  if (schema instanceof z.ZodNumber)
    return `${(schema.minValue ?? 0).toLocaleString('en-US')} to ${(schema.maxValue ?? 0).toLocaleString('en-US')}`;
  if (schema instanceof z.ZodRecord) return 'map';
  return 'text';
}

const units = ['TB', 'GB', 'MB', 'KB'];

function describeDefault(value: unknown, schema: Schema): string {
  if (value === undefined || value === '') return '';
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return '';
  if (!isA(unwrap(schema), size) || value === 0) return toCode(String(value));
  const index = units.findIndex((_, i) => Number(value) % 1024 ** (units.length - i) === 0);
  return toCode(`${Number(value) / 1024 ** (units.length - index)}${units[index]}`);
}

const head = ['Key', 'Values', 'Default', 'At run time', 'Purpose'];

export function configurationBlocks(): Blocks {
  const sections = Map.groupBy(configKeys, ({ path: [first = ''] }) => first);
  const keys = [...sections].map(([section, entries]) => {
    const rows = entries.map(({ path, description, defaultValue }) => {
      const schema = findSchema(path);
      const key = path.join('.');
      return [
        toCode(key),
        describeValues(schema),
        describeDefault(defaultValue, schema),
        toYes(changeable.some((setting) => setting.key === key)),
        description,
      ];
    });
    return `### ${toCode(section)}\n\n${toTable(head, rows)}`;
  });
  const providers = Object.entries(oidcProviderShape).map(([name, schema]) => [
    toCode(name),
    describeValues(schema),
    describeDefault(schema.safeParse(undefined).data, schema),
    schema.description ?? '',
  ]);
  return {
    keys: keys.join('\n\n'),
    providers: toTable(['Field', 'Values', 'Default', 'Purpose'], providers),
  };
}
