// Properties of condition fields in addition to their families: values, facets, references, headings.
import {
  type BookConditionField,
  bookConditionFields,
  type ConditionTarget,
  type SeriesConditionField,
  seriesConditionFields,
} from '@lectern/contract/conditions/fields';
import {
  bookErrorTypes,
  bookTypes,
  fileFormats,
  readingDirections,
  readStatuses,
  seriesStatuses,
} from '@lectern/contract/values';

export type Field = SeriesConditionField | BookConditionField;
export const isField = (field: string): field is Field =>
  Object.hasOwn(seriesConditionFields, field) || Object.hasOwn(bookConditionFields, field);

const valuesOf = {
  readStatus: readStatuses,
  status: seriesStatuses,
  readingDirection: readingDirections,
  bookType: bookTypes,
  format: fileFormats,
  errorType: bookErrorTypes,
};
type Choice = (typeof valuesOf)[keyof typeof valuesOf][number];
/** Fields with a closed list of values. */
export const choices: Partial<Record<Field, readonly Choice[]>> = valuesOf;

/** Fields that always have a value. */
const neverEmpty: ReadonlySet<Field> = new Set([
  ...(['title', 'path', 'format', 'readStatus', 'series', 'bookCount', 'unreadCount'] as const),
  ...(['pageCount', 'fileSize', 'dateAdded', 'dateUpdated'] as const),
]);
const partial = ['contains', 'doesNotContain', 'beginsWith', 'endsWith'];
const exact = ['is', 'isNot', 'in', 'notIn', 'beginsWith', 'endsWith'];

/** Operators without use: parts of a value from a list, whole values of a long text, and "empty" where it never is. */
export const uselessOperators = (field: Field): readonly string[] => [
  ...(neverEmpty.has(field) ? ['isNull', 'isNotNull'] : []),
  ...(choices[field] || field === 'language' ? partial : []),
  ...(field === 'summary' ? exact : []),
];

export const facetNouns = {
  genre: 'genres',
  tag: 'tags',
  author: 'authors',
  publisher: 'publishers',
  language: 'languages',
} as const;
export type FacetField = keyof typeof facetNouns;
export const isFacetField = (field: string): field is FacetField => Object.hasOwn(facetNouns, field);

/** Fields whose values are ids. */
const references = {
  libraryId: 'libraries',
  collectionId: 'collections',
  readListId: 'readlists',
  seriesId: 'series',
} as const;
export type ReferenceField = keyof typeof references;
export const isReference = (field: string): field is ReferenceField => Object.hasOwn(references, field);

export type Heading = 'about' | 'reading' | 'place' | 'file';

/** All other fields are under 'about'. */
const headings: Partial<Record<Field, Heading>> = {
  readStatus: 'reading',
  unreadCount: 'reading',
  userRating: 'reading',
  lastRead: 'reading',
  hasUserRating: 'reading',
  wantToRead: 'reading',
  inProgress: 'reading',
  libraryId: 'place',
  seriesId: 'place',
  collectionId: 'place',
  readListId: 'place',
  inCollection: 'place',
  inReadList: 'place',
  sharingTag: 'place',
  path: 'file',
  format: 'file',
  errorType: 'file',
  pageCount: 'file',
  fileSize: 'file',
  dateAdded: 'file',
  dateUpdated: 'file',
  hasError: 'file',
  analyzed: 'file',
  deleted: 'file',
  hasCustomCover: 'file',
};

const fieldsOf: Record<ConditionTarget, Field[]> = {
  series: Object.keys(seriesConditionFields).filter(isField),
  books: Object.keys(bookConditionFields).filter(isField),
};

/** The fields of a target by heading. */
export function listFields(target: ConditionTarget): { heading: Heading; fields: Field[] }[] {
  return (['reading', 'about', 'place', 'file'] as const).map((heading) => ({
    heading,
    fields: fieldsOf[target].filter((field) => (headings[field] ?? 'about') === heading),
  }));
}
