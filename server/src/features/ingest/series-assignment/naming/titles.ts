// Determines the title of a book from metadata and file name, by the library's book strategy.
import type { BookStrategy } from '@lectern/contract/values';
import type { ParsedName } from '@lectern/formats/file-name/parsed-name';
import { isGenericTitle } from './generic-title.ts';
import type { BookNumbers } from './numbers.ts';

export interface TitleSources {
  strategy: BookStrategy;
  /** Title of the metadata. */
  title?: string | null | undefined;
  parsed: ParsedName;
  /** From the pattern or folders of the series strategy. */
  assignedTitle?: string | undefined;
  fileName: string;
  seriesName: string;
  numbers: BookNumbers;
}

const extension = /(?:\.kepub|\.tar)?\.[A-Za-z0-9]{2,5}$/;
const unprintable = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Maximum length of a title. */
export const maxTitleLength = 500;

/**
 * Never blank, one line, at most 500 characters.
 * - `filename`: the file name without extension, unchanged.
 * - `metadata_first`: the metadata title, otherwise the file name.
 * - `smart`: the metadata title unless it is generic (generic-title.ts); otherwise the title in the file name,
 *   otherwise the file name without years, groups and tags. A name that is only a number is appended to its series ("Batman
 *   #005").
 * - `series_name`: the series and the number of the book: "Saga v01", "Saga v01 c002", "Saga #002". Without a number,
 *   the title follows ("Saga - Unmanned").
 */
export function toBookTitle(sources: TitleSources): string {
  const title = clean(choose(sources));
  return title === '' ? clean(sources.fileName) || sources.seriesName : title;
}

function choose(sources: TitleSources): string {
  const { strategy, title, fileName } = sources;
  const stem = fileName.replace(extension, '');
  switch (strategy) {
    case 'filename':
      return stem;
    case 'metadata_first':
      return clean(title ?? '') || stem;
    case 'smart':
      return title && !isGenericTitle(title, sources) ? title : titleOfName(sources);
    case 'series_name':
      return toSeriesTitle(sources, title && !isGenericTitle(title, sources) ? title : undefined);
  }
}

function titleOfName(sources: TitleSources): string {
  const { parsed, assignedTitle } = sources;
  const own = assignedTitle ?? parsed.title;
  if (own !== undefined) return own;
  const isNumbered = (parsed.number ?? parsed.chapter ?? parsed.volume) !== undefined && !parsed.isSpecial;
  return isNumbered && parsed.series === undefined ? toSeriesTitle(sources, undefined) : parsed.name;
}

function toSeriesTitle(
  { seriesName, numbers, parsed, assignedTitle }: TitleSources,
  title: string | undefined,
): string {
  const { volume, chapter, shown } = numbers;
  const marks: string[] = [];
  if (volume !== null) marks.push(`v${pad(volume, 2)}`);
  if (chapter !== null) marks.push(`c${pad(chapter, 3)}`);
  if (shown?.by === 'number') marks.push(`#${pad(shown.value, 3)}`);
  if (marks.length > 0) return [seriesName, ...marks].join(' ');
  const own = title ?? assignedTitle ?? parsed.title;
  if (own !== undefined && own !== seriesName) return `${seriesName} - ${own}`;
  return own ?? parsed.name;
}

/** 5 → "005", 10.5 → "010.5", -1 → "-1". */
function pad(value: number, width: number): string {
  const [whole = '', fraction] = String(value).split('.');
  return fraction === undefined ? whole.padStart(width, '0') : `${whole.padStart(width, '0')}.${fraction}`;
}

function clean(title: string): string {
  const line = title
    .slice(0, 4 * maxTitleLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/g, ' ');
  return line.replace(unprintable, '').slice(0, maxTitleLength).toWellFormed().trim();
}
