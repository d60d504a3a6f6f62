// Maps each element of ComicInfo to the reader of its text. The first valid value wins.
import { monthOfName } from '../file-name/words/months.ts';
import { parsePartialDate } from '../values/date.ts';
import { parseLanguage } from '../values/language.ts';
import { toLinks } from '../values/link.ts';
import { parseDecimal, parseWhole } from '../values/number.ts';
import { splitPeople } from '../values/people.ts';
import { toPlainText } from '../values/plain-text.ts';
import { maxListItems, toDistinct, toLine, toLines, toList } from '../values/text.ts';
import type { ComicInfo } from './types.ts';

/** The result during parsing. Story arcs and their numbers are two elements that belong together. */
export interface ComicInfoDraft {
  info: ComicInfo;
  storyArc?: string;
  storyArcNumber?: string;
}

export type FieldReader = (draft: ComicInfoDraft, text: string, maxTextLength: number) => void;

type KeysOf<T> = { [K in keyof ComicInfo]-?: T extends ComicInfo[K] ? K : never }[keyof ComicInfo];

function field<K extends keyof ComicInfo>(
  key: K,
  read: (text: string, maxTextLength: number) => ComicInfo[K] | undefined,
): FieldReader {
  return ({ info }, text, maxTextLength) => {
    if (info[key] !== undefined) return;
    const value = read(text, maxTextLength);
    if (value !== undefined) info[key] = value;
  };
}

const line = (key: KeysOf<string>) => field(key, (text) => toLine(text));
const lines = (key: KeysOf<string>) => field(key, toLines);
const list = (key: KeysOf<string[]>) => field(key, toList);
const people = (key: KeysOf<string[]>) => field(key, toPeople);
const whole = (key: KeysOf<number>, min: number, max?: number) =>
  field(key, (text) => parseWhole(text, min, max));

/** A list with commas, or with semicolons between names that may contain commas. */
const toPeople = (text: string): string[] | undefined =>
  toDistinct(
    text.includes(';')
      ? splitPeople(text)
      : text.split(',', maxListItems).flatMap((name) => splitPeople(name)),
  );

/** "Vol. 2", "v2". */
const volumeWord = /^\s{0,9}(?:v|vol|volume)\.?\s{0,9}(?=\d)/i;

const yesNo: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);

const mangas: ReadonlyMap<string, ComicInfo['manga']> = new Map([
  ['no', 'No'],
  ['yes', 'Yes'],
  ['yesandrighttoleft', 'YesAndRightToLeft'],
]);

/** Normalizes case and spaces of a schema value. */
export function toWord(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

/**
 * Maps lower-case element names to the readers of their text. Pages are read from attributes; see pages.ts.
 */
export const comicInfoFields: ReadonlyMap<string, FieldReader> = new Map<string, FieldReader>([
  ['title', line('title')],
  ['series', line('series')],
  ['number', line('number')],
  ['count', whole('count', 1)],
  ['volume', field('volume', (text) => parseWhole(text.replace(volumeWord, ''), 0))],
  ['alternateseries', line('alternateSeries')],
  ['alternatenumber', line('alternateNumber')],
  ['alternatecount', whole('alternateCount', 1)],
  ['summary', field('summary', toPlainText)],
  ['notes', lines('notes')],
  ['year', field('year', (text) => parseWhole(text, 1000, 2999) ?? parsePartialDate(text)?.year)],
  ['month', field('month', (text) => parseWhole(text, 1, 12) ?? monthOfName(text.trim()))],
  ['day', whole('day', 1, 31)],
  ['writer', people('writers')],
  ['penciller', people('pencillers')],
  ['inker', people('inkers')],
  ['colorist', people('colorists')],
  ['letterer', people('letterers')],
  ['coverartist', people('coverArtists')],
  ['editor', people('editors')],
  ['translator', people('translators')],
  ['publisher', line('publisher')],
  ['imprint', line('imprint')],
  ['genre', list('genres')],
  ['tags', list('tags')],
  ['web', field('web', (text) => toLinks(text.split(/\s+/, 200)))],
  ['pagecount', whole('pageCount', 1)],
  ['languageiso', field('languageIso', (text) => parseLanguage(text))],
  ['format', line('format')],
  ['blackandwhite', field('blackAndWhite', (text) => yesNo.get(toWord(text)))],
  ['manga', field('manga', (text) => mangas.get(toWord(text)))],
  ['characters', list('characters')],
  ['teams', list('teams')],
  ['locations', list('locations')],
  ['scaninformation', lines('scanInformation')],
  ['storyarc', setOnce('storyArc')],
  ['storyarcnumber', setOnce('storyArcNumber')],
  ['seriesgroup', list('seriesGroups')],
  ['agerating', field('ageRating', (text) => (toWord(text) === 'unknown' ? undefined : toLine(text)))],
  ['communityrating', field('communityRating', (text) => parseDecimal(text, 0, 5))],
  ['maincharacterorteam', line('mainCharacterOrTeam')],
  ['review', field('review', toPlainText)],
  ['gtin', line('gtin')],
  ['titlesort', line('titleSort')],
  ['seriessort', line('seriesSort')],
  ['localizedseries', line('localizedSeries')],
]);

function setOnce(key: 'storyArc' | 'storyArcNumber'): FieldReader {
  return (draft, text) => {
    if (text.trim() !== '') draft[key] ??= text;
  };
}
