// Decides what the walk had to leave open: parts, and brackets with a text that no list knows.
import { isCjk } from './code-points.ts';
import type { Fact } from './parsed-name.ts';
import { bracketText, type Walk } from './walk.ts';

/** A part is the number where there is no other ("Dune Part 2"), else it belongs to the title ("JoJo Part 4 v03"). */
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
 * Square brackets hold a group, braces a note. Round ones are a group or a note behind the numbering, the year
 * or a known word, as scanners write; a note at the very beginning; else they are part of the title. A group
 * writes itself with a capital, a digit or in a script without capitals. "[尾田栄一郎] ONE PIECE 第01巻" begins with its author.
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
  /** Some text stands before it. */
  hasText: boolean;
}

/** A Japanese or Chinese name that is not that of a translation group. */
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
