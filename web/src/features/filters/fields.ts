// What is known of the fields of conditions beyond their families: which values there are, who suggests some, and
// under which heading they are offered.
import type { BookErrorType } from '@lectern/contract/book-errors';
import {
  type BookConditionField,
  bookConditionFields,
  type ConditionTarget,
  type SeriesConditionField,
  seriesConditionFields,
} from '@lectern/contract/condition-fields';
import type { BookMetadata } from '@lectern/contract/metadata';
import type { FileFormat, ReadingDirection } from '@lectern/contract/reading';
import type { Series } from '@lectern/contract/series';

export type Field = SeriesConditionField | BookConditionField;
export type Choice =
  | 'unread'
  | 'in_progress'
  | 'read'
  | NonNullable<Series['status']>
  | NonNullable<BookMetadata['bookType']>
  | FileFormat
  | ReadingDirection
  | BookErrorType;

export const isField = (field: string): field is Field =>
  Object.hasOwn(seriesConditionFields, field) || Object.hasOwn(bookConditionFields, field);

/** Fields that have one of a few values. */
export const choices: Partial<Record<Field, readonly Choice[]>> = {
  readStatus: ['unread', 'in_progress', 'read'],
  status: ['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'],
  readingDirection: ['ltr', 'rtl', 'ttb', 'webtoon'],
  bookType: [
    ...(['comic', 'manga', 'graphic_novel', 'novel', 'novella'] as const),
    ...(['anthology', 'omnibus', 'oneshot', 'artbook', 'magazine'] as const),
  ],
  format: ['cbz', 'cbr', 'epub', 'pdf'],
  errorType: [
    ...(['format_detection', 'parser', 'metadata', 'thumbnail'] as const),
    ...(['page_extraction', 'pdf_rendering', 'zero_pages', 'other'] as const),
  ],
};

export const facetNouns = {
  genre: 'genres',
  tag: 'tags',
  author: 'authors',
  publisher: 'publishers',
  language: 'languages',
} as const;
export type FacetField = keyof typeof facetNouns;
export const isFacetField = (field: string): field is FacetField => Object.hasOwn(facetNouns, field);

/** Fields whose values are ids of other things. */
const references = {
  libraryId: 'libraries',
  collectionId: 'collections',
  readListId: 'readlists',
  seriesId: 'series',
} as const;
export type ReferenceField = keyof typeof references;
export const isReference = (field: string): field is ReferenceField => Object.hasOwn(references, field);

export type Heading = 'about' | 'reading' | 'place' | 'file';

const headings: Record<Field, Heading> = {
  ...{ title: 'about', titleSort: 'about', summary: 'about', series: 'about', genre: 'about', tag: 'about' },
  ...{ author: 'about', publisher: 'about', imprint: 'about', language: 'about', status: 'about' },
  ...{ isbn: 'about', bookType: 'about', number: 'about', volume: 'about', chapter: 'about', year: 'about' },
  ...{ ageRating: 'about', bookCount: 'about', communityRating: 'about', totalVolumeCount: 'about' },
  ...{ totalChapterCount: 'about', releaseDate: 'about', completion: 'about', hasExternalId: 'about' },
  ...{ oneshot: 'about', readingDirection: 'about' },
  ...{ readStatus: 'reading', unreadCount: 'reading', userRating: 'reading', lastRead: 'reading' },
  ...{ hasUserRating: 'reading', wantToRead: 'reading', inProgress: 'reading' },
  ...{ libraryId: 'place', seriesId: 'place', collectionId: 'place', readListId: 'place' },
  ...{ inCollection: 'place', inReadList: 'place', sharingTag: 'place' },
  ...{ path: 'file', format: 'file', errorType: 'file', pageCount: 'file', fileSize: 'file' },
  ...{ dateAdded: 'file', dateUpdated: 'file', hasError: 'file', analyzed: 'file', deleted: 'file' },
  hasCustomCover: 'file',
};

const fieldsOf: Record<ConditionTarget, Field[]> = {
  series: Object.keys(seriesConditionFields).filter(isField),
  books: Object.keys(bookConditionFields).filter(isField),
};

/** The fields of a target below their headings. */
export function listFields(target: ConditionTarget): { heading: Heading; fields: Field[] }[] {
  return (['reading', 'about', 'place', 'file'] as const).map((heading) => ({
    heading,
    fields: fieldsOf[target].filter((field) => headings[field] === heading),
  }));
}
