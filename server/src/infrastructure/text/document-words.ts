// The words of a document of the full-text index: those of its fields, followed by other forms in which people write
// them. Forms follow at the end of their field, so that the distances between the words of phrases stay unchanged.
import { fold } from './fold.ts';
import { lastSign, type Segment, toPairs, toSegments, toWord } from './words.ts';

/** Separates fields and forms, so that no phrase matches across them. Never part of a query. */
export const fieldGap = '\ue000';

/** Increased when the words of documents change. Existing documents are then written again. */
export const wordsVersion = 3;

/** Longer runs are paths or lists, not names. */
const maxParts = 4;
/** Maximum number of single letters: `S.H.I.E.L.D.` */
const maxLetters = 12;
const maxJoinedLength = 40;
/** Words of a title whose neighbours are joined. */
const maxNeighbours = 8;

interface WordOptions {
  /** Maximum number of words. */
  limit: number;
  /** Also joins neighbouring words: `Doctor Who` is found as `doctorwho`. */
  joinsNeighbours: boolean;
}

/** The fields in order. Null and undefined fields are omitted. */
export function toWords(
  fields: readonly (string | null | undefined)[],
  { limit, joinsNeighbours }: WordOptions,
): string[] {
  const words: string[] = [];
  for (const field of fields) {
    if (!field) continue;
    if (words.length > 0) words.push(fieldGap);
    const folded = fold(field);
    for (const segment of toSegments(folded)) {
      if (words.length >= limit) return words;
      if (segment.kind === 'signs') words.push(...toPairs(segment.text), lastSign(segment.text));
      else words.push(toWord(segment));
    }
    for (const form of listForms(field, folded, joinsNeighbours)) words.push(fieldGap, ...form);
  }
  return words.slice(0, limit);
}

const isPlain = /^[a-z0-9]*(?: [a-z0-9]+)*$/;
/** A single word of ASCII letters or digits, with punctuation around it. Most tokens are. */
const isSingle = /^[("'[]*[a-z0-9]+[)"'\].,:;!?]*$/;
const cross = /[\u00d7\u2573\u2715\u2716]/;
const spacedCross = / ([\u00d7\u2573\u2715\u2716]) /g;
/** Initials of names: `J. K. Rowling`. */
const initials = /(?<![\p{L}\p{N}])(\p{L}\.) (?=\p{L}\.)/gu;
const wordsForAnd = ['and', 'und', 'et', 'y'];

function* listForms(text: string, folded: string, joinsNeighbours: boolean): Generator<readonly string[]> {
  if (joinsNeighbours) yield* joinNeighbours(folded);
  yield* spellUmlauts(text);
  if (isPlain.test(folded)) return;
  let isAnd = false;
  const joined = (folded.includes('. ') ? folded.replace(initials, '$1') : folded).replace(spacedCross, '$1');
  for (const token of joined.split(' ')) {
    if (isSingle.test(token)) continue;
    isAnd ||= token.includes('&') || token === '+';
    const segments = toSegments(token);
    const together = joinSegments(segments);
    if (together) yield together;
    const signs = joinSigns(segments);
    if (signs !== undefined) yield [...toPairs(signs), lastSign(signs)];
    if (cross.test(token)) {
      const without = joinSegments(segments.filter(({ text: part }) => part !== 'x'));
      if (without) yield without;
    }
  }
  if (isAnd) yield wordsForAnd;
}

/**
 * The words of these segments written together: `Spider-Man` becomes `spiderman`. Undefined if they are the same words,
 * too many, or of a script without spaces.
 */
export function joinSegments(segments: readonly Segment[]): string[] | undefined {
  if (segments.length < 2 || segments.some(({ kind }) => kind === 'signs')) return undefined;
  // Numbers stay apart: `1-3` is not `13`.
  if (segments.some(({ kind }, i) => kind === 'digits' && segments[i + 1]?.kind === 'digits'))
    return undefined;
  const isInitials = segments.every(({ text }) => text.length === 1);
  if (segments.length > (isInitials ? maxLetters : maxParts)) return undefined;
  const joined = segments.map(({ text }) => text).join('');
  if (joined.length > maxJoinedLength) return undefined;
  const words = toSegments(joined).map(toWord);
  return words.length < segments.length ? words : undefined;
}

/** Names of a script without spaces, written together: `ヴィンランド・サガ`. Undefined for a single name. */
export function joinSigns(segments: readonly Segment[]): string | undefined {
  if (segments.length < 2 || segments.length > maxParts || segments.some(({ kind }) => kind !== 'signs'))
    return undefined;
  const joined = segments.map(({ text }) => text).join('');
  return joined.length <= maxJoinedLength ? joined : undefined;
}

function* joinNeighbours(folded: string): Generator<readonly string[]> {
  let before: string | undefined;
  for (const token of folded.split(' ', maxNeighbours)) {
    // `Tokyo Ghoul:re` is found as `tokyoghoul`.
    const segments = toSegments(token);
    const word = toLetters(segments[0]);
    const joined = before !== undefined && word !== undefined ? joinWords(before, word) : undefined;
    if (joined !== undefined) yield [joined];
    before = toLetters(segments.at(-1));
  }
}

const toLetters = (segment: Segment | undefined): string | undefined =>
  segment?.kind === 'letters' ? segment.text : undefined;

/** Undefined for long words and single letters, except behind a word: `Weapon X`. */
export const joinWords = (first: string, second: string): string | undefined =>
  first.length > (second.length > 1 ? 1 : 3) && first.length + second.length <= maxJoinedLength
    ? first + second
    : undefined;

/** German and Scandinavian letters, and the long vowels of Japanese names. */
const umlauts: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  å: 'aa',
  ø: 'oe',
  ā: 'aa',
  ē: 'ee',
  ī: 'ii',
  ō: 'ou',
  ū: 'uu',
};
const umlaut = /[äöüåøāēīōū]/g;
/** Also of texts in decomposed form. */
const hasUmlaut = /[äöüåøāēīōūÄÖÜÅØĀĒĪŌŪ]|\u0308|\u030a|\u0304/;

/** Words as typed without these letters: `Flüsse` as `fluesse`, `Shōnen` as `shounen`. */
function* spellUmlauts(text: string): Generator<readonly string[]> {
  if (!hasUmlaut.test(text)) return;
  const lower = text.normalize('NFC').toLowerCase();
  for (const token of lower.split(/\s+/)) {
    const spelled = token.replace(umlaut, (letter) => umlauts[letter] ?? letter);
    if (spelled !== token)
      yield toSegments(fold(spelled))
        .filter(({ kind }) => kind !== 'signs')
        .map(toWord);
  }
}
