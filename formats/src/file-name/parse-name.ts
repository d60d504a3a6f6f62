// Parses the file name or folder name of a comic, manga or ebook. Steps: prepare → brackets and CJK numbers → tokens →
// walk → bare number → texts and fields. Each step passes over the name once.
import { assemble } from './assemble.ts';
import { withAuthors } from './authors.ts';
import { addBareNumber } from './numbers/bare-number.ts';
import type { ParsedName } from './parsed-name.ts';
import { readArchiveRecord } from './phrases/archive-record.ts';
import {
  resolveBrackets,
  resolveEditions,
  resolveFormats,
  resolveParts,
  resolvePrefix,
  resolveYearOfIssue,
} from './resolve.ts';
import { resolveMarks } from './resolve-marks.ts';
import { type PreparedName, prepareFileName, prepareFolderName, prepareText } from './tokens/prepare.ts';
import { walkName } from './walk.ts';

/**
 * Parses a file name without its path and with any extension. Never throws. Takes time linear in the first 1,024
 * characters and ignores the rest. Rules for ambiguous names:
 * - An unmarked number is the book's number if it is padded, a whole segment, or at the end of the text before the first
 *   bracket or dash. A leading number must be padded or followed by a point, parenthesis or dash. Four digits from 1900
 *   to 2100 are not a number, nor are digits joined to other characters ("2000AD", "20th", "100%").
 * - A season is a volume, an episode a chapter, and a part the number if the name has no other. `v2018` is the year of
 *   the series.
 * - "No. 8", "Book 2", "Season 3" and "Episode 4" belong to the title if a volume, chapter or padded number follows. If
 *   there are two numbers of the same kind, the first counts.
 * - A number after a volume is the issue ("Vol 2 - 103"), unless both have the same number of padded digits.
 * - A padded number before a series with its own number is the place in a reading order, and is ignored.
 * - The text of a name without numbering is the title, and the series is absent.
 * - A year is recognized in brackets (1800 to 2100), in a date, or at the end of the text up to 2035, where it remains in
 *   the text.
 * - `(1)` marks a second copy; `(01)` and `[1]` are numbers.
 * - Only ebooks have authors; authors.ts decides which side of the dash is the author.
 * - Names of Anna's Archive have a fixed form: phrases/archive-record.ts.
 */
export function parseFileName(name: string): ParsedName {
  const prepared = prepareFileName(name);
  const record = readArchiveRecord(prepared.text);
  if (!record) return parse(prepared, { hasAuthors: prepared.isEbook });
  return { ...parse({ ...prepareText(record.title), isEbook: true }), ...record.fields };
}

/**
 * Parses a folder name. Only marked numbers count ("Volume 1", "v2", "第3巻", "Season 1"), because "100 Bullets" and
 * "Apollo 13" are names. The text is `series`, or `title` if the folder begins with its numbering ("Tome 3 - Le
 * retour"). `name` is the folder name without years, groups and tags in brackets.
 */
export function parseFolderName(name: string): ParsedName {
  return parse(prepareFolderName(name), { isFolder: true });
}

/** Parses a title from metadata like a file name without an extension. */
export function parseTitle(title: string): ParsedName {
  return parse(prepareText(title));
}

interface Kind {
  isFolder?: boolean;
  /** Whether the text may contain authors. */
  hasAuthors?: boolean;
}

function parse(prepared: PreparedName, { isFolder = false, hasAuthors = false }: Kind = {}): ParsedName {
  const walk = walkName(prepared);
  // The number after the place in a reading order is marked, or, found later, unmarked.
  if (!isFolder) resolvePrefix(walk);
  resolveMarks(walk, isFolder);
  if (!isFolder) resolveYearOfIssue(walk);
  if (!isFolder) addBareNumber(walk);
  resolveParts(walk);
  if (!isFolder) resolvePrefix(walk);
  resolveFormats(walk);
  resolveEditions(walk, isFolder);
  resolveBrackets(walk, isFolder);
  const parsed = assemble(walk, isFolder);
  const isSeriesInBracket = walk.facts.some(({ fact }) => fact.kind === 'seriesEntry');
  return hasAuthors ? withAuthors(parsed, isSeriesInBracket) : parsed;
}
