// Reference implementation of conditions over values in memory. Tests compare the server's lists with its results.
import { fold } from '#infrastructure/text/fold.ts';

/** A text, a list of texts, a number, a time in milliseconds, a flag, or null. */
export type Value = string | readonly string[] | number | boolean | null;
export interface Item {
  id: string;
  values: Readonly<Record<string, Value>>;
}
export type Json = { [key: string]: unknown };

export function isMet(condition: Json, item: Item, families: Record<string, string>, nowMs: number): boolean {
  const met = (part: unknown) => isMet(part as Json, item, families, nowMs);
  const [[key, body] = ['', null]] = Object.entries(condition);
  if (key === 'allOf') return (body as Json[]).every(met);
  if (key === 'anyOf') return (body as Json[]).some(met);
  if (key === 'not') return !met(body);
  const value = item.values[key];
  if (value === undefined) throw new Error(`No value for ${key}`);
  const operator = body as Json & { operator: string };
  switch (families[key]) {
    case 'boolean':
      return value === (operator.operator === 'isTrue');
    case 'number':
      return isNumberMet(value as number | null, operator);
    case 'date':
      return isDateMet(value as number | null, operator, nowMs);
    default:
      return isTextMet(toList(value as string | string[] | null), operator, families[key] === 'id');
  }
}

const toList = (value: string | readonly string[] | null): readonly string[] =>
  value === null ? [] : typeof value === 'string' ? [value] : value;

function isTextMet(
  list: readonly string[],
  { operator, value, values }: Json & { operator: string },
  isId: boolean,
): boolean {
  const same = isId ? (text: string) => text.toLowerCase() : fold;
  const one = same(String(value ?? ''));
  const any = new Set(((values ?? []) as string[]).map(same));
  const some = (test: (text: string) => boolean) => list.some((text) => test(same(text)));
  const tests: Record<string, () => boolean> = {
    is: () => some((text) => text === one),
    contains: () => some((text) => text.includes(one)),
    beginsWith: () => some((text) => text.startsWith(one)),
    endsWith: () => some((text) => text.endsWith(one)),
    in: () => some((text) => any.has(text)),
    isNotNull: () => list.length > 0,
    isNull: () => list.length === 0,
    isNot: () => !some((text) => text === one),
    doesNotContain: () => !some((text) => text.includes(one)),
    notIn: () => !some((text) => any.has(text)),
  };
  return tests[operator]?.() ?? fail(operator);
}

function isNumberMet(
  number: number | null,
  { operator, value, min, max }: Json & { operator: string },
): boolean {
  if (operator === 'isNull') return number === null;
  if (operator === 'ne') return number !== value;
  if (number === null) return false;
  const other = Number(value);
  const tests: Record<string, () => boolean> = {
    isNotNull: () => true,
    eq: () => number === other,
    gt: () => number > other,
    gte: () => number >= other,
    lt: () => number < other,
    lte: () => number <= other,
    between: () => number >= Number(min ?? -Infinity) && number <= Number(max ?? Infinity),
  };
  return tests[operator]?.() ?? fail(operator);
}

const dayMs = 86_400_000;
const isDay = (text: string) => text.length === 10;
const startOf = (text: string) => Date.parse(isDay(text) ? `${text}T00:00:00.000Z` : text);
/** Returns the last millisecond that the operator "on" includes. */
const endOf = (text: string) => startOf(text) + (isDay(text) ? dayMs - 1 : 0);

function isDateMet(
  moment: number | null,
  { operator, value, start, end }: Json & { operator: string },
  nowMs: number,
): boolean {
  const text = String(value);
  const isRecent = () => {
    const days = Number(/^P(\d+)D$/.exec(text)?.[1]);
    return moment !== null && moment >= nowMs - days * dayMs && moment <= nowMs;
  };
  if (operator === 'isNull') return moment === null;
  if (operator === 'notInTheLast') return !isRecent();
  if (moment === null) return false;
  const tests: Record<string, () => boolean> = {
    isNotNull: () => true,
    after: () => moment > endOf(text),
    before: () => moment < startOf(text),
    onOrAfter: () => moment >= startOf(text),
    onOrBefore: () => moment <= endOf(text),
    between: () =>
      (start === undefined || moment >= startOf(String(start))) &&
      (end === undefined || moment <= endOf(String(end))),
    inTheLast: isRecent,
  };
  return tests[operator]?.() ?? fail(operator);
}

function fail(operator: string): never {
  throw new Error(`Unknown operator ${operator}`);
}
