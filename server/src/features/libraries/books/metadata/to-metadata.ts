// A row of metadata as the API shows it.
import type { BookMetadata } from '@lectern/contract/metadata';
import { toTime } from '#infrastructure/clock.ts';
import type { BookMetadataTable } from '#schema/tables/book.ts';

type Lists = Pick<
  BookMetadata,
  | 'authors'
  | 'isbns'
  | 'subjects'
  | 'genres'
  | 'tags'
  | 'awards'
  | 'externalLinks'
  | 'externalIds'
  | 'customMetadata'
>;

const toFlag = (value: number | null): boolean | null => (value === null ? null : value === 1);

export function toBookMetadata(row: BookMetadataTable): BookMetadata {
  const { lists, createdAt, updatedAt, ...others } = row;
  const { bookRow: _, summaryFolded: __, year: ___, communityRating: ____, ...rest } = others;
  const found: Partial<Lists> = JSON.parse(lists);
  return {
    ...rest,
    bookType: row.bookType as BookMetadata['bookType'],
    readingDirection: row.readingDirection as BookMetadata['readingDirection'],
    blackAndWhite: toFlag(row.blackAndWhite),
    manga: toFlag(row.manga),
    authors: found.authors ?? [],
    isbns: found.isbns ?? [],
    subjects: found.subjects ?? [],
    genres: found.genres ?? [],
    tags: found.tags ?? [],
    awards: found.awards ?? [],
    externalLinks: found.externalLinks ?? [],
    externalIds: found.externalIds ?? [],
    customMetadata: found.customMetadata ?? null,
    locks: {},
    createdAt: toTime(createdAt),
    updatedAt: toTime(updatedAt),
  };
}
