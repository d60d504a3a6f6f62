// Metadata in layers: what a person set lies over what the files say. Pure.
import type { PatchSeriesMetadata } from '@lectern/contract/series-metadata';
import { isSameJson, withIds } from '#infrastructure/equality.ts';

export type Locks<Field extends string> = Partial<Record<Field, boolean>>;

/** What a person set, and the fields that scans leave alone. */
export interface Layers<Edits extends object, Field extends string> {
  edits: Edits;
  locks: Locks<Field>;
}

export const isNothing = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/** Layers as a row has them; none when there is no row. */
export const parseLayers = <Edits extends object, Field extends string>(
  row: { edits: string; locks: string } | undefined,
): Layers<Edits, Field> => ({
  edits: row ? JSON.parse(row.edits) : {},
  locks: row ? JSON.parse(row.locks) : {},
});

/**
 * The values that count: of a locked field what the person set, of an unlocked one what the files say, and where they
 * say nothing what was set before it was unlocked.
 */
export function mergeLayers<Field extends string, Values extends Record<Field, unknown>>(
  files: Values,
  { edits, locks }: Layers<Partial<Values>, Field>,
  fields: readonly Field[],
): Values {
  const merged = { ...files };
  for (const field of fields) {
    const edited = edits[field];
    if (edited !== undefined && (locks[field] || isNothing(files[field]))) merged[field] = edited;
  }
  return merged;
}

export const toShownLocks = (locks: Record<string, boolean | undefined>): Record<string, boolean> =>
  Object.fromEntries(Object.entries(locks).flatMap(([field, isLocked]) => (isLocked ? [[field, true]] : [])));

type PatchedLists = Pick<
  PatchSeriesMetadata,
  'alternateTitles' | 'authors' | 'externalLinks' | 'externalIds'
>;

/** The fields that a patch names, complete: titles and links have ids, people a sort name. */
export function toEdits(
  { alternateTitles, authors, externalLinks, externalIds, ...plain }: PatchedLists,
  current: { alternateTitles?: { id: string }[]; externalLinks: { id: string }[] },
) {
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...(alternateTitles && { alternateTitles: withIds(alternateTitles, current.alternateTitles ?? []) }),
    ...(authors && { authors: authors.map((one) => ({ ...one, sortName: one.sortName ?? null })) }),
    ...(externalLinks && { externalLinks: withIds(externalLinks, current.externalLinks) }),
    ...(externalIds && {
      externalIds: externalIds.map((one) => ({ ...one, externalUrl: one.externalUrl ?? null })),
    }),
  };
}

/** Whether edits change a value or lock a field. */
export const hasNews = (
  current: object,
  locks: Record<string, boolean | undefined>,
  edits: object,
): boolean => {
  const known = new Map<string, unknown>(Object.entries(current));
  return Object.entries(edits).some(
    ([field, value]) => !locks[field] || !isSameJson(value, known.get(field)),
  );
};

/** With every edited field locked. */
export const lockFields = <Field extends string>(locks: Locks<Field>, edits: object): Locks<Field> => ({
  ...locks,
  ...Object.fromEntries(Object.keys(edits).map((field) => [field, true])),
});

/** A field that is locked keeps the value that it has now. Undefined when nothing changes. */
export function applyLocks<Field extends string, Values, Edits extends Partial<Record<Field, unknown>>>(
  current: Record<Field, Values>,
  layers: Layers<Edits, Field>,
  { wanted, fields }: { wanted: Locks<Field>; fields: readonly Field[] },
): Layers<Edits, Field> | undefined {
  const changed = fields.filter((field) => wanted[field] === !(layers.locks[field] ?? false));
  if (changed.length === 0) return undefined;
  const locked = changed.filter((field) => wanted[field]);
  const locks = { ...layers.locks, ...Object.fromEntries(locked.map((field) => [field, true])) };
  for (const field of changed) if (!wanted[field]) delete locks[field];
  const kept = Object.fromEntries(locked.map((field) => [field, current[field]]));
  return { edits: { ...layers.edits, ...kept }, locks };
}
