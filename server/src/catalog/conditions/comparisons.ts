// Compiles a comparison to SQL with the same result on both databases. Comparing a missing value is unknown, which
// counts as false; negated operators match missing values.

import type { Comparison } from '@lectern/contract/conditions/conditions';
import type { Duration, Operand, Span } from '@lectern/contract/conditions/operands';
import { type RawBuilder, sql } from 'kysely';
import { fold, foldPart } from '#infrastructure/text/fold.ts';

export type Sql = RawBuilder<unknown>;
export type Compared = Pick<Comparison, 'operator' | 'operand'>;

const always = sql`1 = 1`;
const never = sql`1 = 0`;

export const either = (met: boolean): Sql => (met ? always : never);
export const not = (condition: Sql): Sql => sql`not coalesce((${condition}), false)`;

const orNull = (value: Sql, condition: Sql): Sql => sql`(${value} is null or ${condition})`;

/** `value` is folded text or null. */
export function compareText(value: Sql, { operator, operand }: Compared): Sql {
  const negated = positiveOf(operator);
  if (negated) return not(compareText(value, { operator: negated, operand }));
  if (operator === 'isNull') return sql`${value} is null`;
  if (operator === 'isNotNull') return sql`${value} is not null`;
  return matchText(value, operator, operand);
}

/** Returns the operator that this one negates, or undefined. */
export function positiveOf(operator: string): string | undefined {
  return { isNot: 'is', notIn: 'in', doesNotContain: 'contains', isFalse: 'isTrue' }[operator];
}

/** Operators that only match texts that contain the operand. Applies to the counterpart of negated operators. */
export const holding: ReadonlySet<string> = new Set(['contains', 'beginsWith', 'endsWith']);

function foldOperand(operand: Operand): string {
  if (operand.form !== 'text') return '';
  return operand.blanksCount ? foldPart(operand.value) : fold(operand.value);
}

/** Compiles the positive text operators: `is`, `in`, `contains`, `beginsWith`, `endsWith`. */
export function matchText(value: Sql, operator: string, operand: Operand): Sql {
  if (operand.form === 'texts') {
    const texts = [...new Set(operand.values.map(fold))];
    return texts.length === 0 ? never : sql`${value} in (${sql.join(texts)})`;
  }
  const text = foldOperand(operand);
  const plain = text.replace(/[\\%_]/g, '\\$&');
  const like = (pattern: string) => sql`${value} like ${pattern} escape '\\'`;
  switch (operator) {
    case 'contains':
      return like(`%${plain}%`);
    case 'beginsWith':
      return like(`${plain}%`);
    case 'endsWith':
      return like(`%${plain}`);
    default:
      return sql`${value} = ${text}`;
  }
}

/** Evaluates the comparison for a text value in memory. */
export function meetsText(value: string, { operator, operand }: Compared): boolean {
  const negated = positiveOf(operator);
  if (negated) return !meetsText(value, { operator: negated, operand });
  if (operator === 'isNull' || operator === 'isNotNull') return operator === 'isNotNull';
  if (operand.form === 'texts') return operand.values.some((one) => fold(one) === value);
  const text = foldOperand(operand);
  switch (operator) {
    case 'contains':
      return value.includes(text);
    case 'beginsWith':
      return value.startsWith(text);
    case 'endsWith':
      return value.endsWith(text);
    default:
      return value === text;
  }
}

/** `value` is an id, never null. */
export function compareId(value: Sql, { operator, operand }: Compared): Sql {
  const ids = toIds(operand);
  const isMember = ids.length === 0 ? never : sql`${value} in (${sql.join(ids)})`;
  return operator === 'is' || operator === 'in' ? isMember : not(isMember);
}

export function toIds(operand: Operand): string[] {
  if (operand.form === 'text') return [operand.value];
  return operand.form === 'texts' ? [...new Set(operand.values)] : [];
}

const characters: Readonly<Record<string, Sql>> = {
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};

/** An integer column may be compared with a fraction. */
const toNumber = (value: number): Sql =>
  Number.isSafeInteger(value) ? sql`${value}` : sql`cast(${value} as double precision)`;

export function compareNumber(value: Sql, { operator, operand }: Compared): Sql {
  if (operator === 'isNull') return sql`${value} is null`;
  if (operator === 'isNotNull') return sql`${value} is not null`;
  if (operand.form === 'numbers') {
    const { min, max } = operand;
    const parts = [];
    if (min !== undefined) parts.push(sql`${value} >= ${toNumber(min)}`);
    if (max !== undefined) parts.push(sql`${value} <= ${toNumber(max)}`);
    return sql`(${sql.join(parts, sql` and `)})`;
  }
  if (operand.form !== 'number') return never;
  const compared = sql`${value} ${characters[operator] ?? sql`=`} ${toNumber(operand.value)}`;
  return operator === 'ne' ? orNull(value, compared) : compared;
}

/** `value` is a Unix time in milliseconds or null. */
export function compareDate(value: Sql, { operator, operand }: Compared, nowMs: number): Sql {
  if (operator === 'isNull') return sql`${value} is null`;
  if (operator === 'isNotNull') return sql`${value} is not null`;
  if (operand.form === 'duration') {
    const since = subtract(nowMs, operand.value);
    const isRecent = sql`(${value} >= ${since} and ${value} <= ${nowMs})`;
    return operator === 'inTheLast' ? isRecent : not(isRecent);
  }
  if (operand.form === 'spans') {
    const { start, end } = operand;
    const parts = [];
    if (start) parts.push(from(value, start));
    if (end) parts.push(until(value, end));
    return sql`(${sql.join(parts, sql` and `)})`;
  }
  if (operand.form !== 'span') return never;
  const span = operand.value;
  switch (operator) {
    case 'after':
      return span.isDay ? sql`${value} >= ${span.endMs}` : sql`${value} > ${span.startMs}`;
    case 'before':
      return sql`${value} < ${span.startMs}`;
    case 'onOrAfter':
      return from(value, span);
    default:
      return until(value, span);
  }
}

const from = (value: Sql, { startMs }: Span): Sql => sql`${value} >= ${startMs}`;
const until = (value: Sql, { isDay, startMs, endMs }: Span): Sql =>
  isDay ? sql`${value} < ${endMs}` : sql`${value} <= ${startMs}`;

const earliestMs = -8_640_000_000_000_000;

/** Subtracts calendar months: one month before 31 March is the last day of February. */
function subtract(nowMs: number, { months, milliseconds }: Duration): number {
  const date = new Date(nowMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  const since = date.getTime() - milliseconds;
  return Number.isFinite(since) ? Math.max(earliestMs, since) : earliestMs;
}
