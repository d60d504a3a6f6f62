// Random conditions over the values of a library, reproducible by seed.
import { operators } from '@lectern/contract/conditions/fields';
import type { Item, Json, Value } from './evaluate.ts';

export type Random = () => number;

/** Mulberry32. Returns numbers from 0 (inclusive) to 1 (exclusive). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Source {
  items: readonly Item[];
  families: Readonly<Record<string, string>>;
  random: Random;
  nowMs: number;
}

export function makeCondition(source: Source, depth: number): Json {
  const { random, families } = source;
  const kind = random();
  if (depth > 1 && kind < 0.55) {
    const count = Math.floor(random() * 4);
    const parts = Array.from({ length: count }, () => makeCondition(source, depth - 1));
    return kind < 0.3 ? { anyOf: parts } : { allOf: parts };
  }
  if (depth > 1 && kind < 0.7) return { not: makeCondition(source, depth - 1) };
  const fields = Object.keys(families);
  const field = fields[Math.floor(random() * fields.length)] ?? '';
  const names = Object.keys(operators[families[field] as keyof typeof operators]);
  const operator = names[Math.floor(random() * names.length)] ?? '';
  return { [field]: makeOperator(source, field, operator) };
}

/** Returns an operator with a value that an item has, or a value close to it. */
export function makeOperator(source: Source, field: string, operator: string): Json {
  const { random, families, nowMs } = source;
  const known = operators[families[field] as keyof typeof operators] as Record<string, string>;
  const form = known[operator];
  const one = () => someValue(source, field);
  if (form === 'none') return { operator };
  if (form === 'values') return { operator, values: [one(), one()].map(String) };
  if (families[field] === 'number') {
    const number = () => Number(one() ?? 1) + (random() < 0.2 ? 0.5 : 0);
    return form === 'range' ? makeRange(operator, ['min', 'max'], number) : { operator, value: number() };
  }
  if (families[field] === 'date') {
    if (operator.endsWith('TheLast')) return { operator, value: `P${1 + Math.floor(random() * 200)}D` };
    const moment = () => {
      const text = new Date(Number(one() ?? nowMs)).toISOString();
      return random() < 0.5 ? text.slice(0, 10) : text;
    };
    return form === 'range' ? makeRange(operator, ['start', 'end'], moment) : { operator, value: moment() };
  }
  return {
    operator,
    value: families[field] === 'id' ? String(one()) : makeText(source, String(one() ?? 'x')),
  };
}

const makeRange = (operator: string, [from, to]: [string, string], make: () => unknown): Json => ({
  operator,
  [from]: make(),
  [to]: make(),
});

/** Returns the text or a part of it, sometimes in a different case. */
function makeText({ random }: Source, text: string): string {
  const kind = random();
  const points = [...text];
  if (kind < 0.3) return text.toUpperCase();
  const start = Math.floor(random() * points.length);
  const piece = points.slice(kind < 0.5 ? 0 : start, start + 1 + Math.floor(random() * 6)).join('');
  return kind < 0.9 ? piece : '%_';
}

function someValue({ items, random }: Source, field: string): Value {
  const some = items
    .flatMap((item): readonly Value[] => {
      const value = item.values[field] ?? null;
      return Array.isArray(value) ? value : [value as Value];
    })
    .filter((value) => value !== null);
  return some[Math.floor(random() * some.length)] ?? null;
}
