// Builds catalog conditions from the clients' grammar and query parameters.

import type { Condition } from '@lectern/contract/conditions/conditions';
import { parseOperand } from '@lectern/contract/conditions/operands';

export type Target = 'series' | 'books';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const always: Condition = { kind: 'allOf', of: [] };
export const never: Condition = { kind: 'anyOf', of: [] };

export const not = (of: Condition): Condition => ({ kind: 'not', of });

/** All of these conditions; undefined (no filter) without any. */
export const allOf = (of: readonly (Condition | undefined)[]): Condition | undefined => join('allOf', of);

/** Any of these conditions; undefined (no filter) without any. */
export const anyOf = (of: readonly (Condition | undefined)[]): Condition | undefined => join('anyOf', of);

function join(kind: 'allOf' | 'anyOf', parts: readonly (Condition | undefined)[]): Condition | undefined {
  const of = parts.filter((part) => part !== undefined);
  return of.length > 1 ? { kind, of } : of[0];
}

/** An id that is not a UUID matches nothing. */
export function ids(field: string, values: readonly string[]): Condition {
  const known = values.filter((value) => uuid.test(value)).map((value) => value.toLowerCase());
  const [only] = known;
  if (only === undefined) return never;
  if (known.length === 1)
    return { kind: 'field', field, family: 'id', operator: 'is', operand: { form: 'text', value: only } };
  return { kind: 'field', field, family: 'id', operator: 'in', operand: { form: 'texts', values: known } };
}

export type TextOperator = 'is' | 'contains' | 'beginsWith' | 'endsWith';

export const text = (field: string, operator: TextOperator, value: string): Condition => ({
  kind: 'field',
  field,
  family: 'text',
  operator,
  operand: { form: 'text', value: value.slice(0, 1_000), blanksCount: true },
});

export const oneOf = (field: string, values: readonly string[]): Condition => ({
  kind: 'field',
  field,
  family: 'text',
  operator: 'in',
  operand: { form: 'texts', values: [...values] },
});

type Family = 'text' | 'number' | 'date';

export const isNull = (field: string, family: Family): Condition => ({
  kind: 'field',
  field,
  family,
  operator: 'isNull',
  operand: { form: 'none' },
});

export const number = (field: string, operator: 'eq' | 'gt' | 'lt', value: number): Condition => ({
  kind: 'field',
  field,
  family: 'number',
  operator,
  operand: { form: 'number', value },
});

export const flag = (field: string, isTrue: boolean): Condition => ({
  kind: 'field',
  field,
  family: 'boolean',
  operator: isTrue ? 'isTrue' : 'isFalse',
  operand: { form: 'none' },
});

/** Compares a date with a time (`after`, `before`) or a duration (`inTheLast`); undefined for any other value. */
export function date(
  field: string,
  operator: 'after' | 'before' | 'inTheLast',
  value: unknown,
): Condition | undefined {
  const { operand } = parseOperand({ family: 'date', operator, form: 'value', given: { value } });
  return operand && { kind: 'field', field, family: 'date', operator, operand };
}
