// Metadata in layers: edits take precedence over provider values, which take precedence over files. Pure.
import type { MetadataOrigin } from '@lectern/contract/libraries/metadata';
import type { MetadataField } from '@lectern/contract/libraries/metadata-fields';
import type { PatchSeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { keysOf } from '@lectern/contract/records';
import { toTime } from '#infrastructure/clock.ts';
import { isSameJson, withIds } from '#infrastructure/equality.ts';
import {
  findSaid,
  isNothing,
  mergeProvided,
  type Provided,
  type ProviderOrder,
  parseProvided,
} from './provided.ts';

export type Locks<Field extends string> = Partial<Record<Field, boolean>>;

/** Edits, locked fields (not changed by scans and providers), and provider values. */
export interface Layers<Edits extends object, Field extends string> {
  edits: Edits;
  locks: Locks<Field>;
  provided: Provided[];
}

/** Parses the layers of a row; empty layers without a row. */
export const parseLayers = <Edits extends object, Field extends string>(
  row: { edits: string; locks: string; provided: string | null } | undefined,
): Layers<Edits, Field> => ({
  edits: row ? JSON.parse(row.edits) : {},
  locks: row ? JSON.parse(row.locks) : {},
  provided: parseProvided(row?.provided),
});

interface Merging<Field extends string> {
  fields: Readonly<Record<Field, MetadataField>>;
  order: ProviderOrder;
}

/**
 * The effective values. A locked field uses the edit. An unlocked field uses providers and files, and falls back to the
 * edit from before it was unlocked.
 */
export function mergeLayers<Field extends string, Values extends Record<Field, unknown>>(
  files: Values,
  { edits, locks, provided }: Layers<Partial<Values>, Field>,
  { fields, order }: Merging<Field>,
): Values {
  const lower = mergeProvided(files, provided, { fields, order });
  const merged = { ...lower };
  for (const field of keysOf(fields)) {
    const edited = edits[field];
    if (edited !== undefined && (locks[field] || isNothing(lower[field]))) merged[field] = edited;
  }
  return merged;
}

/** The source of the effective value, for each field that has a value or is locked. */
export function toOrigins<Field extends string>(
  current: Partial<Record<Field, unknown>>,
  { edits, locks, provided }: Layers<object, Field>,
  { fields, order }: Merging<Field>,
): Record<string, MetadataOrigin> {
  const edited = new Map<string, unknown>(Object.entries(edits));
  const toOrigin = (field: Field): MetadataOrigin | undefined => {
    const value = current[field];
    if (locks[field]) return byPerson;
    if (isNothing(value)) return undefined;
    const source = findSaid(value, field, provided, order);
    if (source) {
      const { provider, name } = source.provided;
      return { from: 'provider', provider, providerName: name, at: toTime(source.at) };
    }
    return edited.has(field) && isSameJson(edited.get(field), value) ? byPerson : byFiles;
  };
  return Object.fromEntries(
    keysOf(fields).flatMap((field) => {
      const origin = toOrigin(field);
      return origin ? [[field, origin]] : [];
    }),
  );
}

const nobody = { provider: null, providerName: null, at: null };
const byPerson: MetadataOrigin = { from: 'person', ...nobody };
const byFiles: MetadataOrigin = { from: 'files', ...nobody };

export const toShownLocks = (locks: Record<string, boolean | undefined>): Record<string, boolean> =>
  Object.fromEntries(Object.entries(locks).flatMap(([field, isLocked]) => (isLocked ? [[field, true]] : [])));

type PatchedLists = Pick<
  PatchSeriesMetadata,
  'alternateTitles' | 'authors' | 'externalLinks' | 'externalIds' | 'externalRatings'
>;

/** Completes the fields of a patch: adds ids to titles and links, and sort names to people. */
export function toEdits(
  { alternateTitles, authors, externalLinks, externalIds, externalRatings, ...plain }: PatchedLists,
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
    ...(externalRatings && {
      externalRatings: externalRatings.map((one) => ({ ...one, voteCount: one.voteCount ?? null })),
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

/** Locks every edited field. */
export const lockFields = <Field extends string>(locks: Locks<Field>, edits: object): Locks<Field> => ({
  ...locks,
  ...Object.fromEntries(Object.keys(edits).map((field) => [field, true])),
});

/** A newly locked field keeps its current value. Returns undefined when nothing changes. */
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
  return { ...layers, edits: { ...layers.edits, ...kept }, locks };
}
