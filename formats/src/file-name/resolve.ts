// Resolves parts and brackets with unknown text after the walk.

import type { Fact } from './parsed-name.ts';
import { isCjk } from './tokens/code-points.ts';
import { bracketText, type Walk } from './walk.ts';

/** A part is the number if the name has no other ("Dune Part 2"). Otherwise it belongs to the title ("JoJo Part 4 v03"). */
export function resolveParts(walk: Walk): void {
  const isOther = ({ fact }: { fact: Fact }) =>
    ['number', 'chapter', 'volume', 'seriesEntry'].includes(fact.kind);
  let isNumbered = walk.facts.some(isOther);
  walk.facts = walk.facts.flatMap(({ fact, at, next }) => {
    if (fact.kind !== 'part') return [{ fact, at, next }];
    if (isNumbered) {
      for (let i = at; i < next; i++) walk.roles[i] = 'text';
      return [];
    }
    isNumbered = true;
    const number = { text: String(fact.value), value: fact.value };
    return [{ fact: { kind: 'number', number, end: fact.end }, at, next }];
  });
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
