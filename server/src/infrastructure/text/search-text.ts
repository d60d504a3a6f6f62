// Parses the text of a search box (`fullTextSearch`) into words. Any text is valid.

import { joinSegments, joinSigns, joinWords } from './document-words.ts';
import { fold } from './fold.ts';
import { isCorrectable } from './typos.ts';
import { lastSign, type Segment, toPairs, toSegments, toWord } from './words.ts';

/** Consecutive words. The last is a prefix if `isPrefix` is true. */
export interface Phrase {
  words: readonly string[];
  isPrefix: boolean;
  /** Other words that are accepted instead: those of the term written together, or joined with the previous term. */
  others?: readonly (readonly string[])[];
}

export interface SearchTerms {
  /** The whole text, folded. */
  folded: string;
  wanted: readonly Phrase[];
  unwanted: readonly Phrase[];
}

/** Exclusion, quoted text, and plain text of a term. */
const term = /(?:^|(?<=[\s"]))(-*)(?:"([^"]*)"?|([^\s"]+))/g;

/** Further words are ignored. */
const maxPhrases = 64;

/**
 * Words match as prefixes, in any order, and also written together; `"quoted"` ones match exactly and in order; a `-` excludes the following term.
 * Chinese, Japanese and Korean match anywhere in a text. Undefined for a text of only white space and punctuation.
 */
export function parseSearchText(text: string): SearchTerms | undefined {
  const folded = fold(text);
  const wanted: Phrase[] = [];
  const unwanted: Phrase[] = [];
  /** The previous term, if it is a single word. */
  let before: string | undefined;
  for (const [, minus, quoted, plain] of folded.matchAll(term)) {
    const phrase = toPhrase(quoted ?? plain ?? '', quoted !== undefined);
    if (!phrase) continue;
    const word = minus || quoted !== undefined ? undefined : toSingleWord(plain ?? '');
    const joined = before !== undefined && word !== undefined ? joinWords(before, word) : undefined;
    before = word;
    (minus ? unwanted : wanted).push(joined === undefined ? phrase : { ...phrase, others: [[joined]] });
    if (wanted.length + unwanted.length >= maxPhrases) break;
  }
  return wanted.length + unwanted.length > 0 ? { folded, wanted, unwanted } : undefined;
}

/** A word of a folded search text. */
export interface TypedWord {
  text: string;
  /** Its start in the folded text, in UTF-16 code units. */
  start: number;
}

/** Words of letters in the folded text that may contain typing errors: not quoted and not excluded. */
export function listTypedWords(folded: string): TypedWord[] {
  const words: TypedWord[] = [];
  for (const { index, 1: minus, 3: plain } of folded.matchAll(term)) {
    if (minus || plain === undefined) continue;
    let from = index;
    for (const { kind, text } of toSegments(plain)) {
      const start = folded.indexOf(text, from);
      if (kind !== 'letters' || start < 0 || !isCorrectable(text)) continue;
      words.push({ text, start });
      from = start + text.length;
    }
  }
  return words;
}

function toPhrase(text: string, isQuoted: boolean): Phrase | undefined {
  const segments = toSegments(toIsbn(text) ?? text);
  const last = segments.at(-1);
  if (!last) return undefined;
  const words = segments.flatMap((segment) => toQueryWords(segment, segment === last));
  const isSingleSign = last.kind === 'signs' && toPairs(last.text).length === 0;
  const isPrefix = isSingleSign || (last.kind !== 'signs' && !isQuoted);
  const signs = isQuoted ? undefined : joinSigns(segments);
  const joined = isQuoted ? undefined : signs === undefined ? joinSegments(segments) : toPairs(signs);
  return joined ? { words, isPrefix, others: [joined] } : { words, isPrefix };
}

function toSingleWord(text: string): string | undefined {
  const [segment, ...others] = toSegments(text);
  return segment?.kind === 'letters' && others.length === 0 ? segment.text : undefined;
}

/** Documents contain the last character of a run separately. In a query, it would require that the run ends there. */
function toQueryWords(segment: Segment, isLast: boolean): string[] {
  if (segment.kind !== 'signs') return [toWord(segment)];
  const pairs = toPairs(segment.text);
  return isLast && pairs.length > 0 ? pairs : [...pairs, lastSign(segment.text)];
}

/** Returns an ISBN with or without hyphens as the thirteen indexed digits; undefined for other text. */
function toIsbn(text: string): string | undefined {
  if (!/^[0-9][0-9-]{8,16}[0-9x]$/.test(text)) return undefined;
  const digits = text.replaceAll('-', '');
  if (/^97[89][0-9]{10}$/.test(digits)) return digits;
  if (digits.length !== 10 || !text.includes('-')) return undefined;
  const body = `978${digits.slice(0, 9)}`;
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
