// Reads what a file name or a folder name says about a comic, manga or ebook. The way: prepare → brackets and CJK
// numbers → tokens → walk → bare number → texts and fields. Each step passes over the name once.
import { assemble } from './assemble.ts';
import { withAuthors } from './authors.ts';
import { addBareNumber } from './bare-number.ts';
import type { ParsedName } from './parsed-name.ts';
import { type PreparedName, prepareFileName, prepareText } from './prepare.ts';
import { resolveBrackets, resolveParts } from './resolve.ts';
import { walkName } from './walk.ts';

/**
 * What the name of a file says; no path, any extension. Never throws, takes time linear in the first 1,024
 * characters and ignores the rest. The rules where names are ambiguous:
 * - A number without a mark is the book's number when it is padded, a segment of its own, or ends the text before
 *   the first bracket or dash; a leading one when padded or followed by a point, parenthesis or dash. Four digits
 *   from 1900 to 2100 are no number, nor is what other characters hang on ("2000AD", "20th", "100%").
 * - A season is read as volume, an episode as chapter, a part as number where there is no other; `v2018` as the
 *   year of the series.
 * - Without any numbering the text is the title and there is no series.
 * - A year counts in brackets (1800 to 2100), in a date, or at the end of the text up to 2035, where it stays in the text.
 * - `(1)` is a second copy; `(01)` and `[1]` are numbers.
 * - An author is looked for in ebooks only; see authors.ts for which side of the dash it is.
 */
export function parseFileName(name: string): ParsedName {
  const prepared = prepareFileName(name);
  return parse(prepared, false);
}

/**
 * What the name of a folder says. Only marked numbers count ("Volume 1", "v2", "第3巻", "Season 1"), since "100
 * Bullets" and "Apollo 13" are names. The text is `series`, and where the folder begins with its numbering `title`
 * ("Tome 3 - Le retour"). `name` is the folder without years, groups and tags in brackets.
 */
export function parseFolderName(name: string): ParsedName {
  return parse(prepareText(name), true);
}

/** What a title in metadata says by itself; as a file name, but nothing in it is an extension. */
export function parseTitle(title: string): ParsedName {
  return parse(prepareText(title), false);
}

function parse(prepared: PreparedName, isFolder: boolean): ParsedName {
  const walk = walkName(prepared);
  if (!isFolder) addBareNumber(walk);
  resolveParts(walk);
  resolveBrackets(walk, isFolder);
  const parsed = assemble(walk, isFolder);
  const isSeriesInBracket = walk.facts.some(({ fact }) => fact.kind === 'seriesEntry');
  return prepared.isEbook ? withAuthors(parsed, isSeriesInBracket) : parsed;
}
