// Changes metadata of many items: sets or clears fields, adds and removes tags and genres.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import type { ReadingDirection, SeriesStatus } from '@lectern/contract/values';
import { inBatches } from '../../../api/batches.ts';
import { call } from '../../../api/call.ts';

export interface ValueChange {
  add: string[];
  remove: string[];
}

/** The changes made in the dialog. Omitted fields are unchanged. */
export interface MetadataChange {
  tags: ValueChange;
  genres: ValueChange;
  fields: Fields;
}

export interface Fields {
  publisher?: string | null;
  language?: string | null;
  ageRating?: number | null;
  readingDirection?: ReadingDirection | null;
  /** Only for series. */
  status?: SeriesStatus | null;
}

const hasValues = ({ add, remove }: ValueChange) => add.length > 0 || remove.length > 0;

export const isChange = ({ tags, genres, fields }: MetadataChange): boolean =>
  hasValues(tags) || hasValues(genres) || Object.keys(fields).length > 0;

export async function changeMetadata(
  target: ConditionTarget,
  ids: readonly string[],
  { tags, genres, fields }: MetadataChange,
): Promise<void> {
  await inBatches(ids, async (ids) => {
    if (hasValues(tags)) await call(`POST /api/v1/${target}/bulk/tags`, { body: { ids, ...tags } });
    if (hasValues(genres)) await call(`POST /api/v1/${target}/bulk/genres`, { body: { ids, ...genres } });
    if (Object.keys(fields).length > 0) {
      const { status: _, ...ofBooks } = fields;
      await (target === 'series'
        ? call('PATCH /api/v1/series/bulk/metadata', { body: { ids, metadata: fields } })
        : call('PATCH /api/v1/books/bulk/metadata', { body: { ids, metadata: ofBooks } }));
    }
  });
}

/** Locks the fields against changes by scans, or unlocks them. */
export const setLocks = (target: ConditionTarget, ids: readonly string[], isLocked: boolean) =>
  inBatches(ids, (ids) => {
    const common = {
      publisher: isLocked,
      language: isLocked,
      ageRating: isLocked,
      readingDirection: isLocked,
      genres: isLocked,
      tags: isLocked,
      title: isLocked,
      summary: isLocked,
      authors: isLocked,
    };
    return target === 'series'
      ? call('PUT /api/v1/series/bulk/metadata/locks', { body: { ids, locks: common } })
      : call('PUT /api/v1/books/bulk/metadata/locks', { body: { ids, locks: common } });
  });
