// Compares metadata from another source with the current metadata of a book or series.
import { isRecord } from '@lectern/contract/records';
import { fold } from '#infrastructure/text/fold.ts';
import { isNothing } from './provided.ts';

/** Fields whose values differ. Ignores case, accents and list order. */
export function findOthers(
  described: Readonly<Record<string, unknown>>,
  current: object,
): Record<string, unknown> {
  const ours = new Map<string, unknown>(Object.entries(current));
  return Object.fromEntries(
    Object.entries(described).filter(([field, value]) => toKey(value) !== toKey(ours.get(field))),
  );
}

/** Fields without a current value. */
export function findGaps(known: Readonly<Record<string, unknown>>, current: object): Record<string, unknown> {
  const ours = new Map<string, unknown>(Object.entries(current));
  return Object.fromEntries(
    Object.entries(known).filter(([field, value]) => !isNothing(value) && isNothing(ours.get(field) ?? null)),
  );
}

/** Properties that identify people, links, external ids and alternate titles. */
const telling = ['name', 'url', 'source', 'externalId', 'title'];

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
