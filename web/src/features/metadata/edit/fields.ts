// Which fields series and books have, what kind each is of, and in which groups they are shown. The contract has their
// rules; these are the shapes of their inputs.
import type { BookField, BookMetadata } from '@lectern/contract/metadata';
import type { SeriesField, SeriesMetadata } from '@lectern/contract/series-metadata';
import { authorRoles, bookTypes, readingDirections, seriesStatuses } from '@lectern/contract/values';
import type { MessageKey } from '../../../i18n/translate.ts';

export type Noun = 'books' | 'series';
export type Metadata = BookMetadata | SeriesMetadata;
export type FieldName = BookField | SeriesField;
export type RowKind = 'people' | 'links' | 'ids' | 'titles';
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

/** Values of a choice with the words for them. */
export type Choices = readonly (readonly [value: string, word: MessageKey])[];
/** What the server can suggest (contract, facets). */
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

const line = (name: FieldName): Field => ({ name, kind: 'line' });
const whole = (name: FieldName): Field => ({ name, kind: 'whole' });
const words = (name: FieldName, suggestions?: Suggestions): Field => ({
  name,
  kind: 'words',
  ...(suggestions && { suggestions }),
});

const publishing: readonly Field[] = [
  { name: 'publisher', kind: 'line', suggestions: 'publishers' },
  line('imprint'),
  { name: 'language', kind: 'line', suggestions: 'languages', hint: 'metadata.languageHint' },
  { name: 'readingDirection', kind: 'choice', choices: directions },
  whole('ageRating'),
];
const people: FieldGroup = { title: 'metadata.group_people', fields: [{ name: 'authors', kind: 'people' }] };
const elsewhere: FieldGroup = {
  title: 'metadata.group_elsewhere',
  fields: [
    { name: 'externalLinks', kind: 'links' },
    { name: 'externalIds', kind: 'ids' },
    { name: 'customMetadata', kind: 'json' },
  ],
};

const seriesGroups: readonly FieldGroup[] = [
  {
    title: 'metadata.group_basics',
    fields: [
      { name: 'title', kind: 'line', isNeeded: true },
      line('titleSort'),
      { name: 'alternateTitles', kind: 'titles' },
      { name: 'summary', kind: 'text' },
    ],
  },
  {
    title: 'metadata.group_publishing',
    fields: [
      { name: 'status', kind: 'choice', choices: statuses },
      whole('year'),
      ...publishing,
      whole('totalVolumeCount'),
      whole('totalChapterCount'),
    ],
  },
  people,
  { title: 'metadata.group_words', fields: [words('genres', 'genres'), words('tags', 'tags')] },
  elsewhere,
];

const bookGroups: readonly FieldGroup[] = [
  {
    title: 'metadata.group_basics',
    fields: [
      line('title'),
      line('titleSort'),
      line('subtitle'),
      line('originalTitle'),
      { name: 'summary', kind: 'text' },
    ],
  },
  {
    title: 'metadata.group_numbers',
    fields: [
      { name: 'number', kind: 'number' },
      whole('volume'),
      { name: 'chapter', kind: 'number' },
      line('series'),
      { name: 'seriesPosition', kind: 'number' },
      whole('seriesTotal'),
    ],
  },
  {
    title: 'metadata.group_publishing',
    fields: [
      { name: 'bookType', kind: 'choice', choices: types },
      { name: 'releaseDate', kind: 'date', hint: 'metadata.dateHint' },
      whole('originalYear'),
      ...publishing,
      line('edition'),
      line('formatDetail'),
      { name: 'blackAndWhite', kind: 'flag' },
      { name: 'manga', kind: 'flag' },
      words('isbns'),
      words('awards'),
    ],
  },
  people,
  {
    title: 'metadata.group_words',
    fields: [words('genres', 'genres'), words('tags', 'tags'), words('subjects')],
  },
  elsewhere,
];

export const toGroups = (noun: Noun): readonly FieldGroup[] => (noun === 'books' ? bookGroups : seriesGroups);
