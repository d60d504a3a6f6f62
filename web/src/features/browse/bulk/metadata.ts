// Changes metadata of many items: computes the change of each item, applies it, and undoes it.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import type { Author } from '@lectern/contract/libraries/metadata';
import { toRecord } from '@lectern/contract/records';
import type { ReadingDirection, SeriesStatus } from '@lectern/contract/values';
import { inBatches } from '../../../api/batches.ts';
import { call } from '../../../api/call.ts';
import type { Item } from '../../books/index.tsx';
import type { FieldChange } from '../../metadata/index.tsx';

export interface ValueChange {
  add: string[];
  remove: string[];
}

/** The changes made in the dialog. Omitted fields are unchanged. */
export interface MetadataChange {
  tags: ValueChange;
  genres: ValueChange;
  /** Added people have the role. */
  people: ValueChange & { role: Author['role'] };
  fields: Fields;
  /** Only for books: numbers them in this order. */
  numbers?: { first: number; ids: string[] };
}

export interface Fields {
  publisher?: string | null;
  language?: string | null;
  ageRating?: number | null;
  readingDirection?: ReadingDirection | null;
  /** Only for series. */
  status?: SeriesStatus | null;
  /** Only for books. */
  series?: string | null;
  releaseDate?: string | null;
}

/** The metadata of an item before the change. */
export interface KnownItem {
  id: string;
  title: string;
  values: Record<string, unknown>;
  locks: Record<string, unknown>;
}

/** The change of an item. */
export interface PlannedItem extends Omit<KnownItem, 'values'> {
  changes: FieldChange[];
}

const hasValues = ({ add, remove }: ValueChange) => add.length > 0 || remove.length > 0;

export const isChange = ({ tags, genres, people, fields, numbers }: MetadataChange): boolean =>
  [tags, genres, people].some(hasValues) || Object.keys(fields).length > 0 || numbers !== undefined;

/** In the order of the items. */
export async function fetchKnown(target: ConditionTarget, items: readonly Item[]): Promise<KnownItem[]> {
  const known = new Map<string, Record<string, unknown>>();
  await inBatches(
    items.map(({ id }) => id),
    async (ids) => {
      const { data } = await call(`POST /api/v1/${target}/bulk/metadata/list`, { body: { ids } });
      for (const one of data) known.set('bookId' in one ? one.bookId : one.seriesId, { ...one });
    },
  );
  return items.flatMap(({ id, title }) => {
    const values = known.get(id);
    return values ? [{ id, title, values, locks: toRecord(values.locks) }] : [];
  });
}

/** Omits items and fields that already have the wanted values. */
export function toPlan(known: readonly KnownItem[], change: MetadataChange): PlannedItem[] {
  return known.flatMap(({ id, title, values, locks }) => {
    const after = toValues({ id, values }, change);
    const changes = Object.entries(after).flatMap(([field, value]) =>
      isSame(values[field], value) ? [] : [{ field, before: values[field], after: value }],
    );
    return changes.length > 0 ? [{ id, title, locks, changes }] : [];
  });
}

function toValues(
  { id, values }: Pick<KnownItem, 'id' | 'values'>,
  { tags, genres, people, fields, numbers }: MetadataChange,
): Record<string, unknown> {
  const at = numbers?.ids.indexOf(id) ?? -1;
  return {
    ...fields,
    ...(hasValues(tags) && { tags: toWords(values.tags, tags) }),
    ...(hasValues(genres) && { genres: toWords(values.genres, genres) }),
    ...(hasValues(people) && { authors: toPeople(values.authors, people) }),
    ...(numbers && at >= 0 && { number: numbers.first + at }),
  };
}

/** Lists without values are the same as missing values. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Ignores case and accents, like the server. */
const isSameWord = (a: string, b: string): boolean =>
  a.trim().localeCompare(b.trim(), undefined, { sensitivity: 'base' }) === 0;

function toWords(current: unknown, { add, remove }: ValueChange): string[] {
  const kept = toList<string>(current).filter((word) => !remove.some((one) => isSameWord(one, word)));
  return [...kept, ...add.filter((word) => !kept.some((one) => isSameWord(one, word)))];
}

function toPeople(current: unknown, { add, remove, role }: MetadataChange['people']): Author[] {
  const kept = toList<Author>(current).filter(({ name }) => !remove.some((one) => isSameWord(one, name)));
  const isThere = (name: string) => kept.some((one) => one.role === role && isSameWord(one.name, name));
  const added = add.filter((name) => !isThere(name)).map((name) => ({ name, role, sortName: null }));
  return [...kept, ...added];
}

const toList = <T>(value: unknown): T[] => (Array.isArray(value) ? value : []);

const toItem = ({ id, changes }: PlannedItem, side: 'before' | 'after') => ({
  id,
  metadata: Object.fromEntries(changes.map((one) => [one.field, one[side] ?? null])),
});

export const applyPlan = (
  target: ConditionTarget,
  plan: readonly PlannedItem[],
  side: 'before' | 'after' = 'after',
): Promise<void> =>
  inBatches(plan, (part) =>
    call(`PATCH /api/v1/${target}/bulk/metadata/each`, {
      body: { items: part.map((one) => toItem(one, side)) },
    }),
  );

/** Restores the values and locks from before the change. */
export async function undoPlan(target: ConditionTarget, plan: readonly PlannedItem[]): Promise<void> {
  await applyPlan(target, plan, 'before');
  const unlocked = Map.groupBy(
    plan.flatMap(({ id, locks, changes }) =>
      changes.flatMap(({ field }) => (locks[field] ? [] : [{ id, field }])),
    ),
    ({ field }) => field,
  );
  for (const [field, entries] of unlocked)
    await inBatches(
      entries.map(({ id }) => id),
      (ids) =>
        call(`PUT /api/v1/${target}/bulk/metadata/locks`, { body: { ids, locks: { [field]: false } } }),
    );
}

const lockable = [
  'publisher',
  'language',
  'ageRating',
  'readingDirection',
  'genres',
  'tags',
  'title',
  'summary',
  'authors',
] as const;

/** Locks the fields against changes by scans, or unlocks them. */
export const setLocks = (target: ConditionTarget, ids: readonly string[], isLocked: boolean) =>
  inBatches(ids, (ids) => {
    const locks = Object.fromEntries(lockable.map((field) => [field, isLocked]));
    return call(`PUT /api/v1/${target}/bulk/metadata/locks`, { body: { ids, locks } });
  });
