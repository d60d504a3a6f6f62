// Finds the author in the name of an ebook: "Author - Title", "Author - Series 03 - Title", "Title - Author".
import type { ParsedName } from './parsed-name.ts';
import { trimSeparators } from './tokens/trim.ts';
import { isGivenName } from './words/given-names.ts';

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
 * the side that looks like a person's name is the author. If both sides do, the more likely name counts ("Snow Crash -
 * Neal Stephenson"), otherwise the first. If neither does, the text is unchanged. A series from a bracket does not split
 * the text.
 */
export function withAuthors(parsed: ParsedName, isSeriesInBracket: boolean): ParsedName {
  if (parsed.series === undefined || isSeriesInBracket)
    return parsed.title ? fromTitle(parsed, parsed.title) : parsed;
  const title = parsed.title;
  const series = cutFirst(parsed.series);
  const likely = series ? likelihood(series.first) : 0;
  if (title !== undefined && likelihood(title) >= likelihoods.known && likelihood(title) > likely)
    return withoutTitle(parsed, parsed.series, title);
  // "Mushoku Tensei - Jobless Reincarnation - Volume 03": before a volume without a title, both sides are the series.
  const least = title !== undefined || parsed.volume === undefined ? likelihoods.person : likelihoods.known;
  if (series && likely >= least) return { ...parsed, series: series.rest, authors: toAuthors(series.first) };
  const behind = title === undefined ? undefined : cutLast(title);
  if (behind && likelihood(behind.last) > 0)
    return { ...parsed, title: behind.rest, authors: toAuthors(behind.last) };
  return parsed;
}

/**
 * The text after the number is the author. "Catch 22 - Joseph Heller" is a title that ends in a number. "Leviathan Wakes -
 * The Expanse Book 1 - James S. A. Corey" begins with the title.
 */
function withoutTitle(parsed: ParsedName, series: string, author: string): ParsedName {
  const authors = toAuthors(author);
  const { number, title: _, ...rest } = parsed;
  const whole = `${series} ${number?.text}`;
  if (number && number.text.length > 1 && parsed.name.startsWith(`${whole} - ${author}`)) {
    const { series: _series, ...others } = rest;
    return { ...others, title: whole, authors };
  }
  const named = cutLast(series);
  return { ...rest, number, authors, ...(named && { title: named.rest, series: named.last }) };
}

function fromTitle(parsed: ParsedName, title: string): ParsedName {
  const bracket = title.endsWith(')') ? title.lastIndexOf('(') : -1;
  const inside = title.slice(bracket + 1, -1);
  const isShared = parsed.tags.some((tag) => /^(?:z-?lib|libgen)/i.test(tag));
  if (bracket > 0 && isPerson(inside) && (isSurely(inside) || isShared))
    return { ...parsed, title: trimSeparators(title.slice(0, bracket), true), authors: toAuthors(inside) };
  const first = cutFirst(title);
  const last = cutLast(title);
  const firstLikely = first ? likelihood(first.first) : 0;
  if (last && likelihood(last.last) > firstLikely)
    return { ...parsed, title: last.rest, authors: toAuthors(last.last) };
  if (first && firstLikely > 0) return { ...parsed, title: first.rest, authors: toAuthors(first.first) };
  const by = title.lastIndexOf(' by ');
  if (by > 0 && isPerson(title.slice(by + 4)) && !isEcho(title, by)) {
    return {
      ...parsed,
      title: trimSeparators(title.slice(0, by), true),
      authors: toAuthors(title.slice(by + 4)),
    };
  }
  return parsed;
}

const likelihoods = { person: 1, known: 2, sure: 3 };

/** Returns how likely a text is the name of a person: 0 if it does not look like one. */
function likelihood(text: string): number {
  if (!isPerson(text)) return 0;
  if (isSurely(text)) return likelihoods.sure;
  const words = text.split(joints)[0]?.split(' ') ?? [];
  const isKnown = isGivenName(words[0] ?? '') || (words.length === 2 && isCyrillicName(words[1] ?? ''));
  return isKnown ? likelihoods.known : likelihoods.person;
}

/** Russian names often begin with the family name. */
function isCyrillicName(word: string): boolean {
  return /^\p{sc=Cyrl}/u.test(word) && isGivenName(word);
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
  return splitNames(text).every(isName);
}

function isName(name: string): boolean {
  const [last = '', given, more] = name.split(/, ?/);
  const words = `${given ?? ''} ${last}`.trim().split(/ /);
  if (more !== undefined || words.length < 2 || words.length > 5) return false;
  // "Ursula K. Le Guin", "Le Guin, Ursula K."
  const isCertain = given !== undefined || isGivenName(words[0] ?? '');
  return words.every((word, i) => {
    if (i > 0 && particles.has(isCertain ? word.toLowerCase() : word)) return true;
    return /^(?:\p{Lu}|\p{Lo})/u.test(word) && !notNames.has(word.toLowerCase());
  });
}

/** Splits names at "&" and "and", and at commas between whole names: "Terry Pratchett, Neil Gaiman". */
function splitNames(text: string): string[] {
  return text.split(joints).flatMap((part) => {
    const names = part.trim().split(', ');
    return names.every((name) => name.includes(' ') && isGivenName(name.split(' ', 1)[0] ?? ''))
      ? names
      : part.trim();
  });
}

/** Returns the names in a text, first name first. */
export function toAuthors(text: string): string[] {
  return splitNames(text).map((name) => {
    const [last = '', given] = name.split(/, ?/);
    return given ? `${given} ${last}` : last;
  });
}
