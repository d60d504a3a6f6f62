// Normalizes titles for comparison: letters and numbers of any script, and separately the markers that distinguish
// works with the same name (kind, edition, year). Pure.
import { fold } from '#infrastructure/text/fold.ts';

/** `drawn`: any kind of comic, for files that do not specify more. */
export type Kind = 'drawn' | 'comic' | 'manga' | 'webtoon' | 'novel';

export interface TitleForm {
  /** Words in order, without articles and markers, joined by spaces. */
  text: string;
  /** Numbers in order (sequels, volumes, issues), including Roman numerals. */
  numbers: readonly string[];
  /** Words that mark an edition: omnibus, deluxe. */
  editions: readonly string[];
  kind: Kind | undefined;
  year: number | undefined;
}

const kindWords: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [/^(?:light novels?|web novels?|novels?|romans?|ln|wn|小説|ライトノベル)$/u, 'novel'],
  [/^(?:mangas?|manhua|漫画|マンガ)$/u, 'manga'],
  [/^(?:manhwas?|webtoons?|webcomics?)$/u, 'webtoon'],
  [/^(?:comics?|graphic novels?|bd|bande dessinee)$/u, 'comic'],
];

/** Maps plugin formats and book types to a kind. Undefined for values that apply to every kind. */
export function toKind(format: string | null | undefined): Kind | undefined {
  const word = fold(format ?? '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  if (word === 'book' || word === 'novella') return 'novel';
  return kindWords.find(([pattern]) => pattern.test(word))?.[1];
}

const editionWords = new Set([
  ...['omnibus', 'deluxe', 'anthology', 'compendium', 'collectors', 'collector', 'complete', 'perfect'],
  ...[
    'kanzenban',
    'bunkoban',
    'aizoban',
    'artbook',
    'fanbook',
    'guidebook',
    'remastered',
    'colored',
    'coloured',
  ],
  ...[
    'color',
    'colour',
    'absolute',
    'annual',
    'special',
    'prologue',
    'epilogue',
    'integrale',
    'gesamtausgabe',
  ],
  ...['companion', 'sourcebook', 'summary', 'workbook', 'study', 'guide', 'doujinshi', 'spinoff', 'gaiden'],
]);
/** Words that only describe editions. */
const fillers = new Set(['edition', 'editions', 'ed', 'version', 'digital', 'series', 'the', 'a', 'an']);
const articles = new Set([
  ...['the', 'a', 'an', 'le', 'la', 'les', 'l', 'un', 'une', 'der', 'die', 'das', 'el', 'los', 'las'],
  ...['and', 'und', 'et', 'y'],
]);
const romans: Readonly<Record<string, string>> = {
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  xi: '11',
  xii: '12',
  xiii: '13',
  two: '2',
  three: '3',
  second: '2',
  third: '3',
};

/** Longer titles are truncated: the comparison cost is the product of the lengths. */
const maxLength = 200;
const bracketed = /[([{【（［〔『「]([^()[\]{}【】（）［］〔〕『』「」]{1,80})[)\]}】）］〕』」]/gu;

const toWords = (text: string): string[] =>
  fold(text.normalize('NFKC'))
    .replaceAll(/['’‘`´]/gu, '')
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');

const yearOf = (word: string): number | undefined =>
  /^(?:18|19|20)\d\d$/.test(word) ? Number(word) : undefined;

export function toTitleForm(title: string): TitleForm {
  const form: { editions: string[]; kind: Kind | undefined; year: number | undefined } = {
    editions: [],
    kind: undefined,
    year: undefined,
  };
  // Brackets that contain a marker are removed; other bracketed text is part of the title.
  const bare = title.slice(0, maxLength).replaceAll(bracketed, (whole, inner: string) => {
    const words = toWords(inner);
    const kind = toKind(words.join(' '));
    const years = words.map(yearOf);
    form.kind ??= kind;
    form.year ??= years[0];
    for (const word of words) if (editionWords.has(word)) form.editions.push(word);
    const isMark =
      kind !== undefined ||
      years[0] !== undefined ||
      words.every((word) => editionWords.has(word) || fillers.has(word));
    return isMark ? ' ' : ` ${inner.length === whole.length ? '' : inner} `;
  });
  const all = toWords(bare);
  const numbers: string[] = [];
  const words: string[] = [];
  for (const [i, word] of all.entries()) {
    const roman = i > 0 ? romans[word] : undefined;
    const isCount = /^\d{1,9}(?:st|nd|rd|th)?$/.test(word);
    const digits = roman ?? (isCount ? String(Number.parseInt(word, 10)) : undefined);
    if (digits !== undefined) numbers.push(digits);
    if (editionWords.has(word) && all.length > 1) form.editions.push(word);
    else if (!articles.has(word) || all.length === 1) words.push(digits ?? word);
  }
  return { ...form, text: words.join(' '), numbers, editions: [...new Set(form.editions)].toSorted() };
}

/** Edit distance: the minimum number of changed, added or removed letters. */
function countChanges(one: string, other: string): number {
  const a = [...one];
  const b = [...other];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, its] of b.entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === its ? 0 : 1)),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Romanized long vowels are spelled in several ways: `Ohtomo`, `Ootomo` and `Otomo`, `Shoujo` and `Shojo`. */
export const foldVowels = (text: string): string =>
  text
    .replaceAll(/oh(?=[^aeiouy]|$)/g, 'o')
    .replaceAll(/o[ou]/g, 'o')
    .replaceAll('uu', 'u')
    .replaceAll(/a[ah](?=[^aeiouy]|$)/g, 'a');

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, i) => value === other[i]);

/** Minimum similarity of related titles. Different titles score lower. */
const different = 0.5;

/**
 * 1 for equal titles, less the more letters differ. Different numbers or editions mean a different work, regardless of
 * similarity.
 */
export function compareTitles(one: TitleForm, other: TitleForm): number {
  if (one.text === '' || other.text === '') return 0;
  const isSameWork = isSameList(one.numbers, other.numbers) && isSameList(one.editions, other.editions);
  const close = one.text.replaceAll(' ', '');
  const closeOther = other.text.replaceAll(' ', '');
  if (close === closeOther || foldVowels(close) === foldVowels(closeOther)) return isSameWork ? 1 : different;
  const longest = Math.max(close.length, closeOther.length);
  // The length difference alone exceeds the allowed distance.
  if (Math.abs(close.length - closeOther.length) > longest * (1 - different)) return 0;
  const alike = 1 - countChanges(close, closeOther) / longest;
  return isSameWork ? alike : Math.min(alike, different);
}

/** Maximum of wrong letters in a misspelled word. */
const wrongLetters = 2;

/** Whether two different titles have the same words except for wrong letters in words of at least 4. */
export function isMisspelled(one: TitleForm, other: TitleForm): boolean {
  if (!isSameList(one.numbers, other.numbers) || !isSameList(one.editions, other.editions)) return false;
  const words = one.text.split(' ');
  const others = other.text.split(' ');
  if (words.length !== others.length || one.text === other.text) return false;
  return words.every((word, i) => {
    const its = others[i] ?? '';
    if (word === its) return true;
    const isLong = [word, its].every((each) => /^\p{Script=Latin}{4,}$/u.test(each));
    return isLong && countChanges(word, its) <= Math.min(wrongLetters, Math.floor(word.length / 3));
  });
}
