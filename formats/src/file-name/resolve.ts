// Resolves parts and brackets with unknown text after the walk.

import type { Fact } from './parsed-name.ts';
import { isCjk } from './tokens/code-points.ts';
import { latestYear } from './tokens/token-reading.ts';
import type { Token } from './tokens/tokens.ts';
import { bracketText, type FactAt, type Walk } from './walk.ts';

/** A part is the number if the name has no other ("Dune Part 2"). Otherwise it belongs to the title ("JoJo Part 4 v03"). */
export function resolveParts(walk: Walk): void {
  const isOther = ({ fact }: { fact: Fact }) =>
    ['number', 'chapter', 'volume', 'seriesEntry'].includes(fact.kind);
  let isNumbered = walk.facts.some(isOther);
  const titles = new Set<FactAt>();
  for (const entry of walk.facts) {
    const { fact } = entry;
    if (fact.kind !== 'part') continue;
    if (isNumbered) titles.add(entry);
    else
      entry.fact = { kind: 'number', number: { text: String(fact.value), value: fact.value }, end: fact.end };
    isNumbered = true;
  }
  toText(walk, titles);
}

/** "Наука и жизнь 2021 №03.pdf": in a magazine, a year before the number belongs to the issue. */
export function resolveYearOfIssue(walk: Walk): void {
  const issue = walk.facts.find(({ fact }) => fact.kind === 'number');
  const at = (issue?.at ?? 0) - 1;
  const year = walk.tokens[at];
  if (!walk.prepared.isEbook || at < 1 || walk.roles[at] !== 'text' || year?.glued) return;
  const value = Number(/^(?:19|20)[0-9]{2}$/.exec(year?.plain ?? '')?.[0]);
  if (!(value <= latestYear)) return;
  walk.roles[at] = 'number';
  walk.facts.push({ fact: { kind: 'year', year: value }, at, next: at + 1 });
}

/** Returns entries to the text, with a count behind them ("Part 1 of 2"). */
export function toText(walk: Walk, titles: ReadonlySet<FactAt>): void {
  const ends = new Set([...titles].map(({ next }) => next));
  const starts = new Set([...titles].map(({ at }) => at));
  const isOfTitle = (entry: FactAt) =>
    titles.has(entry) || (entry.fact.kind === 'count' && (ends.has(entry.at) || starts.has(entry.at)));
  for (const entry of walk.facts) {
    if (!isOfTitle(entry) || walk.tokens[entry.at]?.bracket) continue;
    for (let i = entry.at; i < entry.next; i++) walk.roles[i] = 'text';
  }
  walk.facts = walk.facts.filter((entry) => !isOfTitle(entry));
}

/**
 * Reads the place in a reading order before a series with its own number: "001 - Amazing Spider-Man #252", "[012] Civil War
 * #3", "05 - Chapter 12". It has leading zeros, or a point and an issue number follow.
 */
export function resolvePrefix(walk: Walk): void {
  const { tokens, roles } = walk;
  const first = tokens[0];
  const digits = /^[[(]?([0-9]{1,4})[\])]?$/.exec(first?.plain ?? '')?.[1];
  const other = walk.facts.find(
    ({ fact, at }) => at > 0 && ['number', 'volume', 'chapter'].includes(fact.kind),
  );
  if (!first || !digits || !other) return;
  const mark = tokens[other.at];
  const isIssue = mark?.plain === '#';
  const isPadded = digits.length > 1 && digits.startsWith('0');
  const length = first.bracket ? 1 : prefixLength(tokens, isIssue && isPadded && digits.length > 2);
  const isPlace = isPadded || (isIssue && length === 2 && tokens[1]?.plain !== '-');
  if (length === 0 || !isPlace) return;
  const isNamed = roles
    .slice(length, other.at)
    .some((role, i) => role === 'text' && tokens[i + length]?.kind === 'word');
  if (!isNamed && !(mark?.kind === 'word' && mark.plain.length > 1)) return;
  for (let i = 0; i < length; i++) roles[i] = 'dropped';
  walk.facts = walk.facts.filter(({ at }) => at > 0);
  walk.facts.push({ fact: { kind: 'place', value: Number(digits) }, at: 0, next: length });
}

/** Number of tokens of "001 - ", "001. " or "001) ", and with `isSure` of "001 " and "001-". 0 for other text. */
function prefixLength(tokens: readonly Token[], isSure: boolean): number {
  const sign = tokens[1];
  if (sign?.kind === 'word') return isSure && !sign.glued ? 1 : 0;
  const isDash = sign?.plain === '-' && (isSure || !sign.glued);
  const isPoint = sign?.glued === true && '.)'.includes(sign.plain);
  return (isDash || isPoint) && (isSure || tokens[2]?.glued === false) ? 2 : 0;
}

/** In a title after the number, a format is a word like others: "T65 - L'envoyé spécial", "c089-097+Omake". */
export function resolveFormats(walk: Walk): void {
  const numberAt = walk.roles.indexOf('number');
  if (numberAt < 0) return;
  walk.facts = walk.facts.filter(({ fact, at }) => {
    if (fact.kind !== 'format' || at < numberAt || walk.roles[at] !== 'text') return true;
    const before = walk.tokens[at - 1];
    return before?.plain !== '+' && (before?.kind !== 'word' || walk.roles[at - 1] !== 'text');
  });
}

/**
 * Keeps editions and formats in the name of a series that they distinguish: in a folder ("Saga TPB", "Overlord (Light
 * Novel)"), and editions before the number ("Berserk (Deluxe Edition) v01").
 */
export function resolveEditions(walk: Walk, isFolder: boolean): void {
  const numberAt = isFolder ? Number.POSITIVE_INFINITY : walk.roles.indexOf('number');
  let firstText = walk.roles.indexOf('text');
  if (firstText < 0) firstText = Number.POSITIVE_INFINITY;
  for (const { fact, at, next } of walk.facts) {
    const isKept = fact.kind === 'edition' || (fact.kind === 'format' && isFolder);
    if (!isKept || at < firstText || at > numberAt || walk.roles[at] !== 'dropped') continue;
    for (let i = at; i < next; i++) walk.roles[i] = 'text';
  }
}

/**
 * Square brackets contain a group, braces a note. Parentheses after the numbering, the year or a known word contain a
 * group or a note. At the beginning they contain a note, elsewhere a part of the title. The name of a group contains a
 * capital, a digit or a letter of a script without capitals. "[尾田栄一郎] ONE PIECE 第01巻" begins with the author.
 */
export function resolveBrackets(walk: Walk, isFolder: boolean): void {
  const ofFile = new Set(walk.facts.filter(({ fact }) => isAboutFile(fact)).map(({ at }) => at));
  const isRaw =
    walk.roles.includes('text') && walk.facts.some(({ fact }) => 'counted' in fact && fact.counted);
  const isAuthor = ({ open, text, hasText }: Bracket) => isRaw && open === '[' && !hasText && isCjkName(text);
  let isBehind = false;
  let hasText = false;
  walk.tokens.forEach((token, at) => {
    const role = walk.roles[at];
    if (role === 'text') hasText = true;
    if (role === 'number' && !isFolder) isBehind = true;
    if (role === 'dropped') isBehind ||= ofFile.has(at);
    if (role !== 'unknown') return;
    const { open, text } = bracketText(walk.prepared, token);
    const kind = isAuthor({ open, text, hasText }) ? 'author' : toKind({ open, text, isBehind, hasText });
    walk.roles[at] = kind === undefined ? 'text' : 'dropped';
    if (kind) walk.facts.push({ fact: { kind, text }, at, next: at + 1 });
  });
}

function isAboutFile({ kind }: Fact): boolean {
  return kind === 'year' || kind === 'date' || kind === 'tag' || kind === 'language';
}

interface Bracket {
  open: string;
  text: string;
  /** Whether text precedes the bracket. */
  hasText: boolean;
}

/** Whether a text is a Japanese or Chinese name, but not that of a translation group. */
function isCjkName(text: string): boolean {
  return isCjk(text.codePointAt(0) ?? 0) && !/[组組]|[汉漢]化|翻[译譯]|字幕/u.test(text);
}

function toKind(bracket: Bracket & { isBehind: boolean }) {
  const { open, text, isBehind, hasText } = bracket;
  if (open === '[') return 'group';
  if (open === '{') return 'tag';
  if (isBehind) return /^[^\p{Lu}\p{Lo}0-9]*$/u.test(text) ? 'tag' : 'group';
  return hasText ? undefined : 'tag';
}
