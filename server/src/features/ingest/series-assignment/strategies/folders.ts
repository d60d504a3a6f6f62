// Derives the name of a series and the numbers of volumes and chapters from the folders of a path.
import { parseFolderName, parseTitle } from '@lectern/formats/file-name/parse-name';
import { formatOfPhrase } from '@lectern/formats/file-name/words/formats';
import { languageOfName } from '@lectern/formats/file-name/words/languages';
import { isTag } from '@lectern/formats/file-name/words/tags';
import { fold } from '#infrastructure/text/fold.ts';
import { sectionWords } from '../section-words.ts';
import { toPathKey } from './series-key.ts';
import type { SeriesAssignment } from './strategy.ts';

/** Folders for a kind of books of the series named by their parent folder. */
const containers = new Set(
  `annual|annuals|special|specials|extra|extras|bonus|omake|side stories|one-shots|oneshots|one shots|one-shot|oneshot|
  chapters|volumes|issues|singles|books|tpb|tpbs|trades|trade paperbacks|collected|collected editions|omnibus|
  omnibuses|artbook|artbooks|light novel|light novels|novel|novels|manga|comics|cbz|cbr|pdf|epub|epubs|scans|digital|
  misc|other|hors-serie|hors serie|sonderbande|integrales|speciali|especiales|番外編|特別編|単行本|外传|番外|deluxe|color|colored|
  colour|full color|digital colored|black and white|b&w|kanzenban|完全版|愛蔵版|文庫版|新装版`.split(/\|\s*/),
);

export interface PathParts {
  folders: string[];
  fileName: string;
}

/** Omits empty and "." parts. */
export function splitPath(relativePath: string): PathParts {
  const parts = relativePath.split('/').filter((part) => part !== '' && part !== '.');
  return { fileName: parts.at(-1) ?? '', folders: parts.slice(0, -1) };
}

/**
 * The series of a folder. Years, groups and tags in brackets are removed from the name. A folder with a generic name
 * ("Volume 1", "01. Part 1", "1986", "Collector's Edition", "Specials", "English") is prefixed with the names of its
 * parents: "Batman - Volume 1". Without folders, the series is the root, with the root's name.
 */
export function toFolderSeries(folders: readonly string[], rootName: string): SeriesAssignment {
  const names: string[] = [];
  let year: number | undefined;
  for (let depth = folders.length; depth > 0; depth--) {
    const parsed = parseFolderName(folders[depth - 1] ?? '');
    names.unshift(parsed.name || (folders[depth - 1] ?? ''));
    year ??= parsed.year;
    if (!isGeneric(parsed)) break;
  }
  const seriesName = folders.length === 0 ? rootName : names.join(' - ');
  return withYear({ seriesKey: toPathKey(folders), seriesName, seriesPath: folders.join('/') }, year);
}

/** Words that begin or end the name of an edition: "Collector's Edition", "Édition Deluxe". */
const editionWords = new Set(['edition', 'edicion', 'edizione', 'edicao', 'ausgabe', 'auflage']);
const place = /^[0-9]{1,3}(?:[.)] ?| - | )/;

const isSection = /^第?[0-9]{1,3}[部幕章期編篇](?: |$)/;
const connectors = new Set(['&', '+', 'and', 'und', 'et', 'y', '-']);
/** "01-10", "1963-1970", "1990s". */
const range = /^(?:[0-9]{1,4}-[0-9]{1,4}|(?:19|20)[0-9]0s)$/;

/** Whether a folded word describes files or a kind of books: "Remastered", "Hardcovers", "Extras & Specials". */
function isGenericWord(word: string): boolean {
  if (connectors.has(word) || containers.has(word) || range.test(word)) return true;
  const single = word.replace(/s$/, '');
  return word.length > 2 && (isTag(word) || formatOfPhrase(single)?.fact.special === true);
}

function isGeneric(parsed: ReturnType<typeof parseFolderName>): boolean {
  const { name, series } = parsed;
  if (series === undefined || /^(?:19|20)[0-9]{2}$/.test(name)) return true;
  const words = fold(name).split(' ');
  if (isSection.test(name) || (sectionWords.has(words[0] ?? '') && /^\d{1,3}$/.test(words[1] ?? '')))
    return true;
  if (words.every(isGenericWord) && words.some((word) => !connectors.has(word))) return true;
  if (editionWords.has(words.at(-1) ?? '') || editionWords.has(words[0] ?? '')) return true;
  if (place.test(name) && parseFolderName(name.replace(place, '')).series === undefined) return true;
  return containers.has(fold(name)) || (name.length > 3 && languageOfName(name) !== undefined);
}

export function withYear(assignment: SeriesAssignment, year: number | undefined): SeriesAssignment {
  return year === undefined ? assignment : { ...assignment, year };
}

/** Volume number of a folder: 3 for "Volume 3", "v03", "03", "03 - Title", "第3巻". */
export function volumeOfFolder(folder: string): number | undefined {
  const parsed = parseTitle(folder);
  return parsed.volume ?? parsed.number?.value;
}

/** Chapter number of a folder: "Chapter 12.5", "c012", "012". */
export function chapterOfFolder(folder: string): number | undefined {
  const parsed = parseTitle(folder);
  return parsed.chapter ?? parsed.number?.value;
}

/** The number of the deepest folder that has one: "Volume 2/Extras" is volume 2. */
export function volumeOfFolders(folders: readonly string[]): number | undefined {
  for (const folder of folders.toReversed()) {
    const volume = volumeOfFolder(folder);
    if (volume !== undefined) return volume;
  }
  return undefined;
}
