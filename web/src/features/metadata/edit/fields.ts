// Which fields series and books have, what kind each is of, and in which groups they are shown. The contract has their
// rules; these are the shapes of their inputs.
import type { BookField, BookMetadata } from '@lectern/contract/metadata';
import type { SeriesField, SeriesMetadata } from '@lectern/contract/series-metadata';
import type { en } from '../words/en.ts';

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

type Word = keyof typeof en;
/** Values of a choice with the words for them. */
export type Choices = readonly (readonly [value: string, word: Word])[];
/** What the server can suggest (contract, facets). */
export type Suggestions = 'genres' | 'tags' | 'authors' | 'publishers' | 'languages';

export interface Field {
  name: FieldName;
  kind: FieldKind;
  choices?: Choices;
  suggestions?: Suggestions;
  isNeeded?: boolean;
  hint?: Word;
}

export interface FieldGroup {
  title: Word;
  fields: readonly Field[];
}

const directions: Choices = [
  ['ltr', 'direction_ltr'],
  ['rtl', 'direction_rtl'],
  ['ttb', 'direction_ttb'],
  ['webtoon', 'direction_webtoon'],
];
const types: Choices = [
  ['comic', 'type_comic'],
  ['manga', 'type_manga'],
  ['graphic_novel', 'type_graphic_novel'],
  ['novel', 'type_novel'],
  ['novella', 'type_novella'],
  ['anthology', 'type_anthology'],
  ['omnibus', 'type_omnibus'],
  ['oneshot', 'type_oneshot'],
  ['artbook', 'type_artbook'],
  ['magazine', 'type_magazine'],
];
const statuses: Choices = [
  ['ongoing', 'status_ongoing'],
  ['ended', 'status_ended'],
  ['hiatus', 'status_hiatus'],
  ['abandoned', 'status_abandoned'],
  ['unknown', 'status_unknown'],
];
export const roles: Choices = [
  ['author', 'role_author'],
  ['co_author', 'role_co_author'],
  ['writer', 'role_writer'],
  ['penciller', 'role_penciller'],
  ['inker', 'role_inker'],
  ['colorist', 'role_colorist'],
  ['letterer', 'role_letterer'],
  ['cover_artist', 'role_cover_artist'],
  ['illustrator', 'role_illustrator'],
  ['editor', 'role_editor'],
  ['translator', 'role_translator'],
  ['contributor', 'role_contributor'],
];

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
  { name: 'language', kind: 'line', suggestions: 'languages', hint: 'languageHint' },
  { name: 'readingDirection', kind: 'choice', choices: directions },
  whole('ageRating'),
];
const people: FieldGroup = { title: 'group_people', fields: [{ name: 'authors', kind: 'people' }] };
const elsewhere: FieldGroup = {
  title: 'group_elsewhere',
  fields: [
    { name: 'externalLinks', kind: 'links' },
    { name: 'externalIds', kind: 'ids' },
    { name: 'customMetadata', kind: 'json' },
  ],
};

export const seriesGroups: readonly FieldGroup[] = [
  {
    title: 'group_basics',
    fields: [
      { name: 'title', kind: 'line', isNeeded: true },
      line('titleSort'),
      { name: 'alternateTitles', kind: 'titles' },
      { name: 'summary', kind: 'text' },
    ],
  },
  {
    title: 'group_publishing',
    fields: [
      { name: 'status', kind: 'choice', choices: statuses },
      whole('year'),
      ...publishing,
      whole('totalVolumeCount'),
      whole('totalChapterCount'),
    ],
  },
  people,
  { title: 'group_words', fields: [words('genres', 'genres'), words('tags', 'tags')] },
  elsewhere,
];

export const bookGroups: readonly FieldGroup[] = [
  {
    title: 'group_basics',
    fields: [
      line('title'),
      line('titleSort'),
      line('subtitle'),
      line('originalTitle'),
      { name: 'summary', kind: 'text' },
    ],
  },
  {
    title: 'group_numbers',
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
    title: 'group_publishing',
    fields: [
      { name: 'bookType', kind: 'choice', choices: types },
      { name: 'releaseDate', kind: 'date', hint: 'dateHint' },
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
    title: 'group_words',
    fields: [words('genres', 'genres'), words('tags', 'tags'), words('subjects')],
  },
  elsewhere,
];

export const toGroups = (noun: Noun): readonly FieldGroup[] => (noun === 'books' ? bookGroups : seriesGroups);
