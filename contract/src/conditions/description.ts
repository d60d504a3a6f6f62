// Describes conditions in the API description: as a schema with the operators and operands of each field, and as text.
import {
  type ConditionFamily,
  type ConditionTarget,
  conditionFields,
  type OperandForm,
  operators,
} from './fields.ts';
import { maxConditionText, maxConditionValues } from './operands.ts';

type Json = { [key: string]: unknown };

interface Limits {
  /** Name of the schema, for its recursive references. */
  id: string;
  maxDepth: number;
  maxNodes: number;
}

export function describeCondition(target: ConditionTarget, { id, maxDepth, maxNodes }: Limits): Json {
  const families = Map.groupBy(Object.entries(conditionFields[target]), ([, family]) => family);
  const fieldsOf = [...families].map(([family, fields]) => ({
    family,
    fields: fields.map(([name]) => name),
  }));
  const inner = { $ref: `#/components/schemas/${id}` };
  const parts = { type: 'array', items: inner, maxItems: maxNodes - 1 };
  return {
    type: 'object',
    description: [
      'Exactly one of `{"allOf": [condition…]}`, `{"anyOf": [condition…]}`, `{"not": condition}` or',
      '`{"<field>": {"operator": …, …}}`. An empty `allOf` matches everything, an empty `anyOf` matches nothing.',
      `At most ${maxDepth} levels and ${maxNodes} parts. Negated operators match missing values.${target === 'series' ? ' `sharingTag` needs `series:write` or `users:read`.' : ''}\n\n`,
      ...fieldsOf.map(({ family, fields }) => toLine(family, fields)),
    ].join('\n'),
    anyOf: [
      ...fieldsOf.map(({ family, fields }) => toFields(family, fields)),
      toObject({ allOf: parts }),
      toObject({ anyOf: parts }),
      toObject({ not: inner }),
    ],
  };
}

/** One line for each family; a line for each field would be long. */
function toLine(family: ConditionFamily, fields: readonly string[]): string {
  const known = Object.entries(operators[family]).map(
    ([operator, form]) => `\`${operator}\`${form === 'none' ? '' : ` (${operandNames(family, form)})`}`,
  );
  return `- ${family}: ${fields.map((name) => `\`${name}\``).join(', ')}; operators ${known.join(', ')}`;
}

function operandNames(family: ConditionFamily, form: OperandForm): string {
  if (form !== 'range') return form;
  return family === 'date' ? 'start, end' : 'min, max';
}

const toFields = (family: ConditionFamily, fields: readonly string[]): Json => ({
  type: 'object',
  propertyNames: { type: 'string', enum: fields },
  additionalProperties: { anyOf: toComparisons(family) },
  minProperties: 1,
  maxProperties: 1,
});

/** Groups the operators of a family by their operands. */
function toComparisons(family: ConditionFamily): Json[] {
  const names = Object.keys(operators[family]);
  const known: Readonly<Record<string, OperandForm>> = operators[family];
  const isSpan = (name: string) => name === 'inTheLast' || name === 'notInTheLast';
  const byShape = Map.groupBy(names, (name) => (isSpan(name) ? 'duration' : known[name]));
  return [...byShape].map(([shape, those]) => {
    const operator = { type: 'string', enum: those };
    if (shape === 'none') return toObject({ operator });
    if (shape === 'duration') return toObject({ operator, value: durations });
    const value = values[family];
    if (shape === 'value') return toObject({ operator, value });
    if (shape === 'values')
      return toObject({ operator, values: { type: 'array', items: value, maxItems: maxConditionValues } });
    const [from, to] = family === 'date' ? ['start', 'end'] : ['min', 'max'];
    const properties = { operator, [String(from)]: value, [String(to)]: value };
    // At least one end is required.
    return { ...toObject(properties), required: ['operator'], minProperties: 2 };
  });
}

const toObject = (properties: Json): Json => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const hex = (count: number) => `[0-9a-fA-F]{${count}}`;
const day = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const hours = '(?:[01]\\d|2[0-3]):[0-5]\\d';
/** At least one part, in order. Avoids lookahead, which patterns of the description must not use. */
const someOf = (parts: readonly string[]): string =>
  `(?:${parts.map((part, i) => [part, ...parts.slice(i + 1).map((later) => `(?:${later})?`)].join('')).join('|')})`;
const times = someOf(['\\d{1,7}H', '\\d{1,9}M', '\\d{1,10}S']);
const durations = {
  type: 'string',
  pattern: `^P(?:${someOf(['\\d{1,4}Y', '\\d{1,5}M', '\\d{1,5}W', '\\d{1,6}D'])}(?:T${times})?|T${times})$`,
  description: 'ISO 8601 duration with whole numbers, such as P30D, P1Y6M or PT12H.',
};
const values: Record<ConditionFamily, Json> = {
  id: { type: 'string', pattern: `^${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}$` },
  text: { type: 'string', maxLength: maxConditionText },
  number: { type: 'number' },
  date: {
    type: 'string',
    pattern: `^${day}(?:T${hours}(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]${hours}))?$`,
    description: 'A whole day in UTC (2026-01-31) or a time (2026-01-31T12:00:00Z).',
  },
  boolean: {},
};
