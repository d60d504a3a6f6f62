// Determines the facts about a book that place it in its series: part, volume, number, edition, date. Pure.
import type { NumberStrategy, SeriesStrategy } from '@lectern/contract/values';
import { parseFolderName } from '@lectern/formats/file-name/parse-name';
import type { ParsedName } from '@lectern/formats/file-name/parsed-name';
import { formatOfPhrase } from '@lectern/formats/file-name/words/formats';
import { markerOfWord } from '@lectern/formats/file-name/words/markers';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import { noFacts, type OrderFacts, type Part } from '#features/libraries/reading-order/index.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import { sectionWords } from '../section-words.ts';
import type { BookNumbers } from './numbers.ts';

/** Metadata that places a book. */
export type OrderMetadata = Partial<
  Pick<
    EmbeddedMetadata,
    'source' | 'numberText' | 'number' | 'bookType' | 'formatDetail' | 'edition' | 'releaseDate'
  >
>;

export interface OrderSources {
  numbers: BookNumbers;
  metadata: OrderMetadata;
  parsed: ParsedName;
  /** Folders between the series and the file. */
  foldersBelow: readonly string[];
  numberStrategy: NumberStrategy;
  seriesStrategy: SeriesStrategy;
}

const extraWords =
  /(?:^|[^\p{L}])(?:extras?|bonus|omake|artbook|sketchbook|art book|экстра|бонус|омаке)(?=[^\p{L}]|$)|番外|おまけ|画集|외전/u;
/** Strategies whose series may contain unrelated books. */
const unrelated: readonly SeriesStrategy[] = ['flat', 'calibre'];

export function toOrderFacts(sources: OrderSources): OrderFacts {
  const { numbers, metadata, parsed, numberStrategy, seriesStrategy } = sources;
  const { shown, volume, chapter } = numbers;
  const isByFile = numberStrategy === 'file_order';
  const [part, group] = toPart(sources);
  const isMagazine = (metadata.bookType ?? parsed.bookType) === 'magazine';
  return {
    ...noFacts,
    part,
    group,
    section: toSection(parsed.series ?? ''),
    volume,
    number: toIssue(shown, volume, chapter),
    suffix: toSuffix(shown?.text ?? ''),
    shown,
    edition: toSortKey(metadata.edition ?? parsed.edition ?? ''),
    date: metadata.releaseDate ?? toDate(parsed),
    isIssueDate: isMagazine || parsed.month !== undefined || parsed.isOfYear === true,
    isByFile,
    isPlaced:
      part === 'main' && (isByFile || numberStrategy === 'smart') && !unrelated.includes(seriesStrategy),
    place: toPlace(parsed),
    isPlanned: parsed.place !== undefined,
  };
}

const section = /(\p{L}{2,12})\.? ?#?([0-9]{1,2})(?![0-9])|第?([0-9]{1,2})[部幕章期季]/gu;

/** The last numbered word of the series: "Book - Part 2" → 2, "Elite - Year 2" → 2, "冒険 第7部" → 7. */
function toSection(series: string): number | null {
  let value: string | undefined;
  for (const [, word = '', number, counted] of series.matchAll(section))
    if (counted || sectionWords.has(fold(word)) || markerOfWord(word)) value = counted ?? number;
  return value === undefined ? null : Number(value);
}

/** The number before a title is a place as well: "01 - Prologue". */
function toPlace({ place, series, number }: ParsedName): number | null {
  return place ?? (series === undefined ? (number?.value ?? null) : null);
}

/** The issue or chapter. A number that is the volume is none. */
function toIssue(shown: BookNumbers['shown'], volume: number | null, chapter: number | null): number | null {
  if (shown?.by === 'number') return shown.value;
  return chapter ?? (shown && shown.value !== volume ? shown.value : null);
}

/** "1A" → "a", "8.NOW" → "now". Words before the number are not part of it. */
function toSuffix(text: string): string {
  if (/^\p{L}/u.test(text)) return '';
  const at = text.search(/\p{L}/u);
  return at < 0 ? '' : fold(text.slice(at, at + 20));
}

function toDate({ year, month, day }: ParsedName): string | null {
  if (year === undefined) return null;
  const parts = [month, month === undefined ? undefined : day].filter((one) => one !== undefined);
  return [year, ...parts.map((one) => String(one).padStart(2, '0'))].join('-');
}

/** Metadata decides, then the name, then the folders between the series and the book. */
function toPart(sources: OrderSources): [Part, group: string] {
  const { metadata, parsed, foldersBelow } = sources;
  const word = /^\p{L}+/u.exec(metadata.numberText ?? '')?.[0];
  if (word !== undefined) return toNamed(word, word);
  const format = metadata.formatDetail === undefined ? undefined : formatOfPhrase(metadata.formatDetail);
  if (format?.fact.special) return toNamed(format.fact.format ?? '', metadata.formatDetail ?? '');
  const type = metadata.bookType;
  if (type === 'artbook') return ['extra', 'artbook'];
  if (type === 'oneshot' || type === 'omnibus') return ['special', type];
  if (hasSeriesPosition(metadata)) return ['main', ''];
  if (isBetween(parsed)) return ['main', ''];
  if (parsed.isSpecial) return toNamed(parsed.format ?? parsed.bookType ?? '', parsed.name);
  for (const folder of foldersBelow) {
    const { isSpecial, format, bookType, name } = parseFolderName(folder);
    if (isSpecial) return toNamed(format ?? bookType ?? '', name);
  }
  return ['main', ''];
}

const toNamed = (format: string, name: string): [Part, group: string] =>
  extraWords.test(fold(name)) || fold(format) === 'artbook'
    ? ['extra', fold(format)]
    : ['special', fold(format)];

/** "c002.5 - Omake": the chapter or volume is a place between two books. */
function isBetween({ chapter, volume }: ParsedName): boolean {
  const value = chapter ?? volume;
  return value !== undefined && !Number.isInteger(value);
}

/** Ebooks state their position in the series, and a fraction is a place between two books. */
function hasSeriesPosition({ source, number }: OrderMetadata): boolean {
  if (number === undefined) return false;
  return !Number.isInteger(number) || source === 'opf' || source === 'fb2' || source === 'mobi';
}
