// Fields of series and books for conditions, with the operators of each field family.

import { plainBookTerms } from '../libraries/metadata-fields.ts';

export const conditionFamilies = ['id', 'text', 'number', 'date', 'boolean'] as const;
export type ConditionFamily = (typeof conditionFamilies)[number];

/** Operands of an operator. */
export type OperandForm = 'none' | 'value' | 'values' | 'range';

export const operators = {
  id: { is: 'value', isNot: 'value', in: 'values', notIn: 'values' },
  text: {
    is: 'value',
    isNot: 'value',
    contains: 'value',
    doesNotContain: 'value',
    beginsWith: 'value',
    endsWith: 'value',
    in: 'values',
    notIn: 'values',
    isNull: 'none',
    isNotNull: 'none',
  },
  number: {
    eq: 'value',
    ne: 'value',
    gt: 'value',
    gte: 'value',
    lt: 'value',
    lte: 'value',
    between: 'range',
    isNull: 'none',
    isNotNull: 'none',
  },
  date: {
    after: 'value',
    before: 'value',
    onOrAfter: 'value',
    onOrBefore: 'value',
    between: 'range',
    inTheLast: 'value',
    notInTheLast: 'value',
    isNull: 'none',
    isNotNull: 'none',
  },
  boolean: { isTrue: 'none', isFalse: 'none' },
} as const satisfies Record<ConditionFamily, Record<string, OperandForm>>;

const toTexts = <N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, 'text'])) as Record<N, 'text'>;

const termFields = {
  genre: 'text',
  tag: 'text',
  author: 'text',
  publisher: 'text',
  imprint: 'text',
  language: 'text',
} as const;

export const seriesConditionFields = {
  libraryId: 'id',
  collectionId: 'id',
  title: 'text',
  titleSort: 'text',
  summary: 'text',
  ...termFields,
  externalId: 'text',
  status: 'text',
  readStatus: 'text',
  readingDirection: 'text',
  sharingTag: 'text',
  path: 'text',
  year: 'number',
  ageRating: 'number',
  bookCount: 'number',
  unreadCount: 'number',
  userRating: 'number',
  communityRating: 'number',
  totalVolumeCount: 'number',
  totalChapterCount: 'number',
  dateAdded: 'date',
  dateUpdated: 'date',
  releaseDate: 'date',
  lastRead: 'date',
  completion: 'boolean',
  hasUserRating: 'boolean',
  hasExternalId: 'boolean',
  inCollection: 'boolean',
  wantToRead: 'boolean',
  oneshot: 'boolean',
  hasCustomCover: 'boolean',
  deleted: 'boolean',
} as const satisfies Record<string, ConditionFamily>;
export type SeriesConditionField = keyof typeof seriesConditionFields;

export const bookConditionFields = {
  libraryId: 'id',
  seriesId: 'id',
  readListId: 'id',
  title: 'text',
  titleSort: 'text',
  summary: 'text',
  series: 'text',
  ...termFields,
  isbn: 'text',
  externalId: 'text',
  bookType: 'text',
  format: 'text',
  readStatus: 'text',
  path: 'text',
  readingDirection: 'text',
  errorType: 'text',
  number: 'number',
  volume: 'number',
  chapter: 'number',
  pageCount: 'number',
  fileSize: 'number',
  year: 'number',
  ageRating: 'number',
  dateAdded: 'date',
  dateUpdated: 'date',
  releaseDate: 'date',
  lastRead: 'date',
  hasError: 'boolean',
  analyzed: 'boolean',
  deleted: 'boolean',
  inReadList: 'boolean',
  wantToRead: 'boolean',
  inProgress: 'boolean',
  ...toTexts(plainBookTerms),
} as const satisfies Record<string, ConditionFamily>;
export type BookConditionField = keyof typeof bookConditionFields;

export const conditionTargets = ['series', 'books'] as const;
export type ConditionTarget = (typeof conditionTargets)[number];

export const conditionFields: Record<ConditionTarget, Readonly<Record<string, ConditionFamily>>> = {
  series: seriesConditionFields,
  books: bookConditionFields,
};

/** Field names that Codex uses. Accepted in place of ours, also in stored conditions. */
export const conditionAliases: Readonly<Record<string, string>> = {
  name: 'title',
  hasExternalSourceId: 'hasExternalId',
};

/** Names of Codex's web client that are not one of our names in snake case. */
const sortAliases = new Map([
  ['chapter_number', 'number'],
  ['created_at', 'dateAdded'],
  ['updated_at', 'dateUpdated'],
  ['date_read', 'lastRead'],
  ['read_date', 'lastRead'],
  ['filename', 'fileName'],
  ['rating', 'userRating'],
  ['avg_rating', 'communityRating'],
  ['external_rating', 'communityRating'],
  ['score', 'relevance'],
]);

/** Returns the sort field of an alias. Names in snake case (`date_added`) are aliases, too. */
export const toSortField = (name: string): string =>
  sortAliases.get(name) ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
