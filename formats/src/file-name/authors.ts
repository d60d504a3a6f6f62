// Finds the author in the name of an ebook: "Author - Title", "Author - Series 03 - Title", "Title - Author".
import type { ParsedName } from './parsed-name.ts';
import { trimSeparators } from './tokens/trim.ts';

const dash = / [-–—]{1,2} /;
const particles = new Set('de da do dos del della di du van von der den la le bin ibn al el zu'.split(' '));
const notNames = new Set(
  `the a an and or in on at to from with for vol volume book part chapter no issue edition guide history stories
  tales collection complete learning programming introduction handbook cookbook manual mastering practical war world life love night day death game art saga chronicles chronicle quest legend legends adventures le les der die das el los las il gli`.split(
    /\s+/,
  ),
);
const joints = / ?[&;] ?| and | et | und | y /;

/**
 * Moves an author out of the series or title. The form does not distinguish "Author - Title" from "Title - Author", so
 * the side that looks like a person's name is the author. If both sides do, the side with initials, a particle or a
 * comma is the author, otherwise the first ("Jane Austen - Northanger Abbey"). If neither does, the text is unchanged. A
 * series from a bracket does not split the text.
 */
export function withAuthors(parsed: ParsedName, isSeriesInBracket: boolean): ParsedName {
  if (parsed.series === undefined || isSeriesInBracket)
    return parsed.title ? fromTitle(parsed, parsed.title) : parsed;
  const title = parsed.title;
  const series = cutFirst(parsed.series);
  // "Mushoku Tensei - Jobless Reincarnation - Volume 03": before a volume without a title, both sides are the series.
  const isLikely = title !== undefined || parsed.volume === undefined;
  if (series && isPerson(series.first) && (isLikely || isSurely(series.first))) {
    return { ...parsed, series: series.rest, authors: toAuthors(series.first) };
  }
  const behind = title === undefined ? undefined : cutLast(title);
  if (behind && isPerson(behind.last))
    return { ...parsed, title: behind.rest, authors: toAuthors(behind.last) };
  return parsed;
}

function fromTitle(parsed: ParsedName, title: string): ParsedName {
  const first = cutFirst(title);
  const last = cutLast(title);
  if (last && isPerson(last.last) && (isSurely(last.last) || !isPerson(first?.first ?? ''))) {
    if (!isSurely(first?.first ?? '')) return { ...parsed, title: last.rest, authors: toAuthors(last.last) };
  }
  if (first && isPerson(first.first))
    return { ...parsed, title: first.rest, authors: toAuthors(first.first) };
  const by = title.lastIndexOf(' by ');
  if (by > 0 && isPerson(title.slice(by + 4)) && !isEcho(title, by)) {
    return {
      ...parsed,
      title: trimSeparators(title.slice(0, by), true),
      authors: toAuthors(title.slice(by + 4)),
    };
  }
  const bracket = title.endsWith(')') ? title.lastIndexOf(' (') : -1;
  const inside = title.slice(bracket + 2, -1);
  if (
    bracket > 0 &&
    isPerson(inside) &&
    (isSurely(inside) || parsed.tags.some((tag) => /^(?:z-?lib|libgen)/i.test(tag)))
  ) {
    return { ...parsed, title: title.slice(0, bracket), authors: toAuthors(inside) };
  }
  return parsed;
}

/** Names with an initial, a particle or a comma are certainly persons: "J. R. R. Tolkien", "Asimov, Isaac". */
function isSurely(text: string): boolean {
  return (
    isPerson(text) &&
    (/(?:^|[ .])\p{Lu}\.|, /u.test(text) || text.split(' ').some((word) => particles.has(word)))
  );
}

/** "Step by Step": the same word on both sides. */
function isEcho(title: string, by: number): boolean {
  const before = title.slice(0, by).split(' ').at(-1)?.toLowerCase();
  return (
    before ===
    title
      .slice(by + 4)
      .split(' ', 1)[0]
      ?.toLowerCase()
  );
}

function cutFirst(text: string): { first: string; rest: string } | undefined {
  const match = dash.exec(text);
  // A dash that only signs follow does not split the text.
  const rest = match ? trimSeparators(text.slice(match.index + match[0].length)) : '';
  return match && rest !== '' ? { first: text.slice(0, match.index), rest } : undefined;
}

function cutLast(text: string): { rest: string; last: string } | undefined {
  const at = Math.max(text.lastIndexOf(' - '), text.lastIndexOf(' – '), text.lastIndexOf(' — '));
  const rest = text.slice(0, Math.max(0, at));
  return rest.trim() === '' ? undefined : { rest, last: text.slice(at + 3) };
}

/** Two to five words that begin with a capital, except particles, or "Last, First". "&" or "and" join several names. */
function isPerson(text: string): boolean {
  if (text.length > 120 || /[0-9!?:()[\]]/.test(text)) return false;
  return text.split(joints).every((name) => isName(name.trim()));
}

function isName(name: string): boolean {
  const [last = '', given, more] = name.split(/, ?/);
  const words = `${given ?? ''} ${last}`.trim().split(/ /);
  if (more !== undefined || words.length < 2 || words.length > 5) return false;
  return words.every((word, i) => {
    if (i > 0 && particles.has(word)) return true;
    return /^(?:\p{Lu}|\p{Lo})/u.test(word) && !notNames.has(word.toLowerCase());
  });
}

function toAuthors(text: string): string[] {
  return text.split(joints).map((name) => {
    const [last = '', given] = name.trim().split(/, ?/);
    return given ? `${given} ${last}` : last;
  });
}
