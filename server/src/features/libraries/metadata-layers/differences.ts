// What others say of a book or series, compared with what is known of it here.
import { isRecord } from '@lectern/contract/records';
import { fold } from '#infrastructure/text/fold.ts';
import { isNothing } from './provided.ts';

/** The fields that are otherwise here. What is said in other letters or another order is the same. */
export function findOthers(
  described: Readonly<Record<string, unknown>>,
  current: object,
): Record<string, unknown> {
  const ours = new Map<string, unknown>(Object.entries(current));
  return Object.fromEntries(
    Object.entries(described).filter(([field, value]) => toKey(value) !== toKey(ours.get(field))),
  );
}

/** The fields of which nothing is known here. */
export function findGaps(known: Readonly<Record<string, unknown>>, current: object): Record<string, unknown> {
  const ours = new Map<string, unknown>(Object.entries(current));
  return Object.fromEntries(
    Object.entries(known).filter(([field, value]) => !isNothing(value) && isNothing(ours.get(field) ?? null)),
  );
}

/** Of people, links and numbers elsewhere: what tells one from another. */
const telling = ['name', 'url', 'source', 'externalId'];

function toKey(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return JSON.stringify(value.map(toKey).toSorted());
  if (isRecord(value)) {
    const parts = telling.filter((key) => key in value);
    return JSON.stringify(
      (parts.length > 0 ? parts : Object.keys(value)).map((key) => [key, toKey(value[key])]),
    );
  }
  return typeof value === 'string' ? fold(value.trim()) : JSON.stringify(value);
}
