// The fields of series and books with their input types and groups. The contract defines their validation.

import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import {
  type BookField,
  bookMetadataFields,
  type MetadataKind,
  plainBookFieldNames,
  type SeriesField,
  seriesMetadataFields,
} from '@lectern/contract/libraries/metadata-fields';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { authorRoles, bookTypes, readingDirections, seriesStatuses } from '@lectern/contract/values';
import type { MessageKey } from '../../../i18n/translate.ts';

export type Noun = 'books' | 'series';
export type Metadata = BookMetadata | SeriesMetadata;
export type FieldName = BookField | SeriesField;
export type RowKind = 'people' | 'links' | 'ids' | 'ratings' | 'titles';
export type FieldKind =
  | 'line'
  | 'text'
  | 'number'
  | 'whole'
  | 'date'
  | 'flag'
  | 'choice'
  | 'words'
  | 'json'
  | RowKind;

/** The values of a choice with their messages. */
export type Choices = readonly (readonly [value: string, word: MessageKey])[];
/** The facets with suggestions (contract, facets). */
export type Suggestions = 'genres' | 'tags' | 'authors' | 'publishers' | 'languages';

export interface Field {
  name: FieldName;
  kind: FieldKind;
  choices?: Choices;
  suggestions?: Suggestions;
  isNeeded?: boolean;
  hint?: MessageKey;
}

export interface FieldGroup {
  title: MessageKey;
  fields: readonly Field[];
}

const directions: Choices = readingDirections.map((one) => [one, `metadata.direction_${one}`]);
const types: Choices = bookTypes.map((one) => [one, `metadata.type_${one}`]);
const statuses: Choices = seriesStatuses.map((one) => [one, `metadata.status_${one}`]);
export const roles: Choices = authorRoles.map((one) => [one, `metadata.role_${one}`]);

const inputs: Record<MetadataKind, Pick<Field, 'kind' | 'choices' | 'hint' | 'isNeeded'>> = {
  name: { kind: 'line', isNeeded: true },
  title: { kind: 'line' },
  line: { kind: 'line' },
  word: { kind: 'line' },
  text: { kind: 'text' },
  language: { kind: 'line', hint: 'metadata.languageHint' },
  number: { kind: 'number' },
  int32: { kind: 'whole' },
  count: { kind: 'whole' },
  year: { kind: 'whole' },
  age: { kind: 'whole' },
  flag: { kind: 'flag' },
  date: { kind: 'date', hint: 'metadata.dateHint' },
  bookType: { kind: 'choice', choices: types },
  status: { kind: 'choice', choices: statuses },
  direction: { kind: 'choice', choices: directions },
  words: { kind: 'words' },
  isbns: { kind: 'words' },
  people: { kind: 'people' },
  links: { kind: 'links' },
  ids: { kind: 'ids' },
  ratings: { kind: 'ratings' },
  titles: { kind: 'titles' },
  json: { kind: 'json' },
};

const suggestions: Partial<Record<FieldName, Suggestions>> = {
  publisher: 'publishers',
  language: 'languages',
  genres: 'genres',
  tags: 'tags',
};

type Table<N extends FieldName> = Readonly<Record<N, { kind: MetadataKind }>>;

const toFields = <N extends FieldName>(table: Table<N>, names: readonly N[]): Field[] =>
  names.map((name) => {
    const suggested = suggestions[name];
    return { name, ...inputs[table[name].kind], ...(suggested && { suggestions: suggested }) };
  });

const publishing = ['publisher', 'imprint', 'language', 'readingDirection', 'ageRating'] as const;
const elsewhere = ['externalLinks', 'externalIds', 'externalRatings', 'customMetadata'] as const;
const toSeriesFields = (names: readonly SeriesField[]) => toFields(seriesMetadataFields, names);
const toBookFields = (names: readonly BookField[]) => toFields(bookMetadataFields, names);

const seriesGroups: readonly FieldGroup[] = [
  {
    title: 'metadata.group_basics',
    fields: toSeriesFields(['title', 'titleSort', 'alternateTitles', 'summary']),
  },
  {
    title: 'metadata.group_publishing',
    fields: toSeriesFields(['status', 'year', ...publishing, 'totalVolumeCount', 'totalChapterCount']),
  },
  { title: 'metadata.group_people', fields: toSeriesFields(['authors']) },
  { title: 'metadata.group_words', fields: toSeriesFields(['genres', 'tags']) },
  { title: 'metadata.group_elsewhere', fields: toSeriesFields(elsewhere) },
];

const bookGroups: readonly FieldGroup[] = [
  {
    title: 'metadata.group_basics',
    fields: toBookFields(['title', 'titleSort', 'subtitle', 'originalTitle', 'summary']),
  },
  {
    title: 'metadata.group_numbers',
    fields: toBookFields(['number', 'volume', 'chapter', 'series', 'seriesPosition', 'seriesTotal']),
  },
  {
    title: 'metadata.group_publishing',
    fields: toBookFields([
      ...(['bookType', 'releaseDate', 'originalYear', ...publishing, 'edition', 'formatDetail'] as const),
      ...(['blackAndWhite', 'manga', 'isbns', 'awards'] as const),
    ]),
  },
  { title: 'metadata.group_people', fields: toBookFields(['authors']) },
  {
    title: 'metadata.group_words',
    fields: toBookFields(['genres', 'tags', 'subjects', ...plainBookFieldNames]),
  },
  { title: 'metadata.group_elsewhere', fields: toBookFields(elsewhere) },
];

export const toGroups = (noun: Noun): readonly FieldGroup[] => (noun === 'books' ? bookGroups : seriesGroups);
