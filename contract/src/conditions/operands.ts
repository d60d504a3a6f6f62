// Operands of conditions: texts, ids, numbers, times and durations. Dates without a time are whole days in UTC.

import type { Reason, ReasonKey, ReasonValues } from '../reasons.ts';
import type { ConditionFamily, OperandForm } from './fields.ts';

/** Interval in milliseconds since 1970: a moment (`endMs` equals `startMs`), or a day, whose end is exclusive. */
export interface Span {
  startMs: number;
  endMs: number;
  isDay: boolean;
}

/** ISO 8601 duration with whole numbers. */
export interface Duration {
  months: number;
  milliseconds: number;
}

/** Text operands are trimmed, except in conditions of the compatibility API. */
export type Operand =
  | { form: 'none' }
  | { form: 'text'; value: string; blanksCount?: boolean }
  | { form: 'texts'; values: string[] }
  | { form: 'number'; value: number }
  | { form: 'numbers'; min: number | undefined; max: number | undefined }
  | { form: 'span'; value: Span }
  | { form: 'spans'; start: Span | undefined; end: Span | undefined }
  | { form: 'duration'; value: Duration };

export interface OperandFault extends Omit<Reason, 'message'> {
  path: (string | number)[];
}

export interface GivenOperand {
  family: ConditionFamily;
  operator: string;
  form: OperandForm;
  /** Properties next to `operator`. */
  given: Record<string, unknown>;
}

export const maxConditionValues = 500;
export const maxConditionText = 1_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Records an issue. */
type Fail = <Key extends ReasonKey>(
  path: OperandFault['path'],
  reason: Key,
  ...params: ReasonValues<Key>
) => undefined;

export function parseOperand(operand: GivenOperand): {
  operand: Operand | undefined;
  faults: OperandFault[];
} {
  const names = namesOf(operand.family, operand.form);
  const faults: OperandFault[] = Object.keys(operand.given)
    .filter((name) => !names.includes(name))
    .map((name) => ({ path: [name], reason: 'property_unknown' }));
  const parsed = readOperand(
    operand,
    (path, reason, ...[params]) => void faults.push({ path, reason, ...(params && { params }) }),
  );
  return { operand: faults.length > 0 ? undefined : parsed, faults };
}

function readOperand(operand: GivenOperand, fail: Fail): Operand | undefined {
  const { family, form, given } = operand;
  switch (form) {
    case 'none':
      return { form: 'none' };
    case 'values':
      return readTexts(family, given.values, fail);
    case 'range':
      return family === 'date' ? readSpans(given, fail) : readNumbers(given, fail);
    case 'value':
      return readValue(operand, fail);
  }
}

function readValue({ family, operator, given: { value } }: GivenOperand, fail: Fail): Operand | undefined {
  if (family === 'number')
    return isNumber(value) ? { form: 'number', value } : fail(['value'], 'needs_number');
  if (family !== 'date') {
    const text = readText(family, value, { at: ['value'], fail });
    return text === undefined ? undefined : { form: 'text', value: text };
  }
  if (operator === 'inTheLast' || operator === 'notInTheLast') {
    const duration = parseDuration(value);
    return duration ? { form: 'duration', value: duration } : fail(['value'], 'needs_duration');
  }
  const span = parseSpan(value);
  return span ? { form: 'span', value: span } : fail(['value'], 'needs_date');
}

function readTexts(family: ConditionFamily, values: unknown, fail: Fail): Operand | undefined {
  if (!Array.isArray(values)) return fail(['values'], 'needs_list');
  if (values.length > maxConditionValues)
    return fail(['values'], 'too_many_values', { max: maxConditionValues });
  const texts = values.map((value: unknown, i) => readText(family, value, { at: ['values', i], fail }));
  return { form: 'texts', values: texts.filter((text) => text !== undefined) };
}

function readText(
  family: ConditionFamily,
  value: unknown,
  { at, fail }: { at: OperandFault['path']; fail: Fail },
): string | undefined {
  if (typeof value !== 'string') return fail(at, 'needs_text');
  if (family === 'id') return uuid.test(value) ? value.toLowerCase() : fail(at, 'needs_uuid');
  if (value.length > maxConditionText) return fail(at, 'text_too_long', { max: maxConditionText });
  if (value.includes('\0')) return fail(at, 'no_nul');
  return value;
}

function readNumbers({ min, max }: GivenOperand['given'], fail: Fail): Operand | undefined {
  const read = (name: string, value: unknown) =>
    value === undefined || isNumber(value) ? value : fail([name], 'needs_number');
  const numbers = { min: read('min', min), max: read('max', max) };
  if (min === undefined && max === undefined) return fail([], 'needs_min_or_max');
  return { form: 'numbers', ...numbers };
}

function readSpans({ start, end }: GivenOperand['given'], fail: Fail): Operand | undefined {
  const read = (name: string, value: unknown) =>
    value === undefined ? undefined : (parseSpan(value) ?? fail([name], 'needs_date'));
  const spans = { start: read('start', start), end: read('end', end) };
  if (start === undefined && end === undefined) return fail([], 'needs_start_or_end');
  return { form: 'spans', ...spans };
}

function namesOf(family: ConditionFamily, form: OperandForm): readonly string[] {
  if (form === 'none') return [];
  if (form === 'range') return family === 'date' ? ['start', 'end'] : ['min', 'max'];
  return [form];
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i;
const dayMs = 86_400_000;

function parseSpan(value: unknown): Span | undefined {
  if (typeof value !== 'string') return undefined;
  const isDay = day.test(value);
  if (!isDay && !moment.test(value)) return undefined;
  const startMs = Date.parse(isDay ? `${value}T00:00:00Z` : value.toUpperCase());
  if (!Number.isFinite(startMs)) return undefined;
  // Some engines parse 31 April as 1 May.
  if (isDay && new Date(startMs).toISOString().slice(0, 10) !== value) return undefined;
  return { startMs, endMs: isDay ? startMs + dayMs : startMs, isDay };
}

const duration =
  /^P(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,9})M)?(?:(\d{1,10})S)?)?$/;

function parseDuration(value: unknown): Duration | undefined {
  const parts = typeof value === 'string' ? duration.exec(value) : null;
  if (!parts || value === 'P') return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0] = parts.slice(1, 5).map((part) => Number(part ?? 0));
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(6, 9).map((part) => Number(part ?? 0));
  return {
    months: years * 12 + months,
    milliseconds: (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000,
  };
}
