// Replaces ids in conditions, and sorts lists by their references.
import { isRecord } from '@lectern/contract/records';
import type { TheirList } from './snapshot.ts';

/** Local ids by source id, for each condition field with ids of imported items. */
export interface IdsByField {
  libraryId: ReadonlyMap<string, string>;
  seriesId: ReadonlyMap<string, string>;
  collectionId: Map<string, string>;
  readListId: Map<string, string>;
}

/** Replaces source ids with local ids. Unknown ids are kept; they match nothing. */
export function withOurIds(condition: unknown, ids: IdsByField): unknown {
  if (Array.isArray(condition)) return condition.map((one) => withOurIds(one, ids));
  if (!isRecord(condition)) return condition;
  return Object.fromEntries(
    Object.entries(condition).map(([key, value]) => [
      key,
      isField(key, ids) && isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([part, one]) => [part, toOurs(one, ids[key])]))
        : withOurIds(value, ids),
    ]),
  );
}

const isField = (key: string, ids: IdsByField): key is keyof IdsByField => Object.hasOwn(ids, key);

function toOurs(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => toOurs(one, ids));
  return typeof value === 'string' ? (ids.get(value) ?? value) : value;
}

/** Sorts lists so that referenced lists come first. In a cycle, the order is arbitrary. */
export function inOrder(lists: readonly TheirList[]): TheirList[] {
  const ids = new Set(lists.map(({ id }) => id));
  const names = new Map(lists.map((list) => [list, findNamed(list.condition, ids)]));
  const done = new Set<string>();
  const ordered: TheirList[] = [];
  let left = [...lists];
  while (left.length > 0) {
    const isReady = (list: TheirList) => [...(names.get(list) ?? [])].every((id) => done.has(id));
    const ready = left.filter(isReady);
    if (ready.length === 0) return [...ordered, ...left];
    ordered.push(...ready);
    for (const { id } of ready) done.add(id);
    left = left.filter((list) => !ready.includes(list));
  }
  return ordered;
}

/** Returns the given ids that the condition contains, at any depth. */
export function findNamed(condition: unknown, ids: ReadonlySet<string>): Set<string> {
  if (typeof condition === 'string') return new Set(ids.has(condition) ? [condition] : []);
  if (typeof condition !== 'object' || condition === null) return new Set();
  return new Set(Object.values(condition).flatMap((one) => [...findNamed(one, ids)]));
}
