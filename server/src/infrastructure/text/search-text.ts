// What somebody types into a search box, as words to look up (`fullTextSearch`). Anything can be
// typed: nothing is a syntax error.
import { fold } from './fold.ts';
import { lastSign, type Segment, toPairs, toSegments, toWord } from './words.ts';

/** Words that stand one after the other; of the last the beginning is enough when `isPrefix`. */
export interface Phrase {
  words: readonly string[];
  isPrefix: boolean;
}

export interface SearchTerms {
  /** The whole text, folded. */
  folded: string;
  wanted: readonly Phrase[];
  unwanted: readonly Phrase[];
}

/** More words than anybody types; the rest is not looked at. */
const maxPhrases = 64;

/**
 * Words are wanted as beginnings of words, in any order; `"quoted"` ones as they stand, in that order; what follows a
 * `-` is not wanted. Chinese, Japanese and Korean are found anywhere in a text. Undefined when nothing is typed that
 * could be looked up: blanks and punctuation.
 */
export function parseSearchText(text: string): SearchTerms | undefined {
  const folded = fold(text);
  const wanted: Phrase[] = [];
  const unwanted: Phrase[] = [];
  for (const [, minus, quoted, plain] of folded.matchAll(/(?:^|(?<=[\s"]))(-*)(?:"([^"]*)"?|([^\s"]+))/g)) {
    const phrase = toPhrase(quoted ?? plain ?? '', quoted !== undefined);
    if (!phrase) continue;
    (minus ? unwanted : wanted).push(phrase);
    if (wanted.length + unwanted.length >= maxPhrases) break;
  }
  return wanted.length + unwanted.length > 0 ? { folded, wanted, unwanted } : undefined;
}

function toPhrase(text: string, isQuoted: boolean): Phrase | undefined {
  const segments = toSegments(toIsbn(text) ?? text);
  const last = segments.at(-1);
  if (!last) return undefined;
  const words = segments.flatMap((segment) => toQueryWords(segment, segment === last));
  const isSingleSign = last.kind === 'signs' && toPairs(last.text).length === 0;
  return { words, isPrefix: isSingleSign || (last.kind !== 'signs' && !isQuoted) };
}

/** A document has the last sign of a run by itself: in a query it stands for "and here the run ends". */
function toQueryWords(segment: Segment, isLast: boolean): string[] {
  if (segment.kind !== 'signs') return [toWord(segment)];
  const pairs = toPairs(segment.text);
  return isLast && pairs.length > 0 ? pairs : [...pairs, lastSign(segment.text)];
}

/** An ISBN with or without hyphens as the thirteen digits that are indexed; undefined when it is none. */
function toIsbn(text: string): string | undefined {
  if (!/^[0-9][0-9-]{8,16}[0-9x]$/.test(text)) return undefined;
  const digits = text.replaceAll('-', '');
  if (/^97[89][0-9]{10}$/.test(digits)) return digits;
  if (digits.length !== 10 || !text.includes('-')) return undefined;
  const body = `978${digits.slice(0, 9)}`;
  const sum = [...body].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
