// Ids in conditions: those of theirs become ours.
import { isRecord } from '@lectern/contract/records';

/** Ours by theirs, for each field of a condition that takes ids of what can come over. */
export interface IdsByField {
  libraryId: ReadonlyMap<string, string>;
  seriesId: ReadonlyMap<string, string>;
  collectionId: Map<string, string>;
  readListId: Map<string, string>;
}

/** Ids of what is not here stay, and nothing meets them. */
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
