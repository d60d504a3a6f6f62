// The values of conditions: texts, ids, numbers, moments, durations. Dates without a time are whole days in UTC.
import type { ConditionFamily, OperandForm } from './condition-fields.ts';

/** A span of time in milliseconds since 1970: a moment (`endMs` = `startMs`), or a whole day without its end. */
export interface Span {
  startMs: number;
  endMs: number;
  isDay: boolean;
}

/** ISO 8601 duration, each part a whole number. */
export interface Duration {
  months: number;
  milliseconds: number;
}

/** Blanks at the ends of a text say nothing, unless they count: in conditions of the compatibility API alone. */
export type Operand =
  | { form: 'none' }
  | { form: 'text'; value: string; blanksCount?: boolean }
  | { form: 'texts'; values: string[] }
  | { form: 'number'; value: number }
  | { form: 'numbers'; min: number | undefined; max: number | undefined }
  | { form: 'span'; value: Span }
  | { form: 'spans'; start: Span | undefined; end: Span | undefined }
  | { form: 'duration'; value: Duration };

export interface OperandFault {
  at: (string | number)[];
  message: string;
}

interface Given {
  family: ConditionFamily;
  operator: string;
  form: OperandForm;
  /** What stands beside `operator`. */
  given: Record<string, unknown>;
}

interface Parsed {
  operand: Operand | undefined;
  faults: OperandFault[];
}

export const maxConditionValues = 500;
export const maxConditionText = 1_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function parseOperand({ family, operator, form, given }: Given): Parsed {
  const names = namesOf(family, form);
  const faults: OperandFault[] = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => ({ at: [name], message: 'Unknown property' }));
  const wrong = (at: OperandFault['at'], message: string): undefined => {
    faults.push({ at, message });
    return undefined;
  };
  const operand = read();
  return { operand: faults.length > 0 ? undefined : operand, faults };

  function read(): Operand | undefined {
    switch (form) {
      case 'none':
        return { form: 'none' };
      case 'values':
        return readTexts();
      case 'range':
        return family === 'date' ? readSpans() : readNumbers();
      case 'value':
        return readValue();
    }
  }

  function readValue(): Operand | undefined {
    const { value } = given;
    if (family === 'number') {
      return isNumber(value) ? { form: 'number', value } : wrong(['value'], 'A number is needed');
    }
    if (family !== 'date') {
      const text = toText(value, ['value']);
      return text === undefined ? undefined : { form: 'text', value: text };
    }
    if (operator === 'inTheLast' || operator === 'notInTheLast') {
      const duration = parseDuration(value);
      return duration
        ? { form: 'duration', value: duration }
        : wrong(['value'], 'An ISO 8601 duration such as P30D is needed');
    }
    const span = parseSpan(value);
    return span ? { form: 'span', value: span } : wrong(['value'], needsSpan);
  }

  function readTexts(): Operand | undefined {
    const { values } = given;
    if (!Array.isArray(values)) return wrong(['values'], 'A list is needed');
    if (values.length > maxConditionValues)
      return wrong(['values'], `At most ${maxConditionValues} values are allowed`);
    const texts = values.map((value: unknown, i) => toText(value, ['values', i]));
    return { form: 'texts', values: texts.filter((text) => text !== undefined) };
  }

  function readNumbers(): Operand | undefined {
    const { min, max } = given;
    for (const name of ['min', 'max']) {
      if (given[name] !== undefined && !isNumber(given[name])) wrong([name], 'A number is needed');
    }
    if (min === undefined && max === undefined) return wrong([], 'min or max is needed');
    return {
      form: 'numbers',
      min: isNumber(min) ? min : undefined,
      max: isNumber(max) ? max : undefined,
    };
  }

  function readSpans(): Operand | undefined {
    const spanOf = (name: 'start' | 'end') =>
      given[name] === undefined ? undefined : (parseSpan(given[name]) ?? wrong([name], needsSpan));
    const [start, end] = [spanOf('start'), spanOf('end')];
    if (given.start === undefined && given.end === undefined) return wrong([], 'start or end is needed');
    return { form: 'spans', start, end };
  }

  function toText(value: unknown, at: OperandFault['at']): string | undefined {
    if (typeof value !== 'string') return wrong(at, 'A text is needed');
    if (family === 'id') return uuid.test(value) ? value.toLowerCase() : wrong(at, 'A UUID is needed');
    if (value.length > maxConditionText)
      return wrong(at, `At most ${maxConditionText} characters are allowed`);
    if (value.includes('\0')) return wrong(at, 'The character NUL is not allowed');
    return value;
  }
}

const needsSpan = 'A date (2026-01-31) or a time (2026-01-31T12:00:00Z) is needed';

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
  // Some engines let 31 April be 1 May.
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
