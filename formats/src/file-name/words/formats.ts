// Words for kinds of books: annuals, collections, one-shots, novels. The formats are those of ComicInfo.

import type { BookType } from '../../metadata.ts';
import type { Fact } from '../parsed-name.ts';
import { plainPhrase } from '../tokens/code-points.ts';

export type FormatFact = Extract<Fact, { kind: 'format' }>;

export interface FormatWord {
  fact: FormatFact;
  /** `keep` is part of the title ("Batman Annual"), `drop` is not ("Year One TPB"), `never` is recognized in brackets only. */
  inText: 'keep' | 'drop' | 'never';
}

interface Row {
  words: string;
  format?: string;
  bookType?: BookType;
  special?: boolean;
  inText: FormatWord['inText'];
}

const rows: readonly Row[] = [
  { words: 'annual|annuals', format: 'Annual', special: true, inText: 'keep' },
  {
    words:
      'special|specials|sp|spécial|spéciaux|especial|especiales|speciale|speciali|spezial|спецвыпуск|ตอนพิเศษ|เล่มพิเศษ',
    format: 'Special',
    special: true,
    inText: 'keep',
  },
  {
    words: 'extra|extras|bonus|omake|экстра|бонус|омаке|side story|side stories',
    format: 'Special',
    special: true,
    inText: 'keep',
  },
  {
    words: '番外編|番外篇|番外|特別編|特別篇|外伝|外传|おまけ|외전|특별편',
    format: 'Special',
    special: true,
    inText: 'keep',
  },
  {
    words: 'giant size|king size|page giant|super spectacular|secret files',
    format: 'Special',
    special: true,
    inText: 'keep',
  },
  { words: 'hors série|sonderband|sonderheft|hs', format: 'Special', special: true, inText: 'keep' },
  {
    words: 'omnibus|compendium|intégrale|integral|gesamtausgabe',
    format: 'Omnibus',
    bookType: 'omnibus',
    special: true,
    inText: 'keep',
  },
  {
    words: 'one shot|oneshot|one shots|oneshots|読み切り|読切|단편',
    format: 'One-Shot',
    bookType: 'oneshot',
    special: true,
    inText: 'drop',
  },
  { words: 'tpb|trade paperback', format: 'TPB', special: true, inText: 'drop' },
  {
    words: 'gn|ogn|graphic novel',
    format: 'Graphic Novel',
    bookType: 'graphic_novel',
    special: true,
    inText: 'drop',
  },
  { words: 'hc|hardcover|hard cover', format: 'Hardcover', special: true, inText: 'drop' },
  { words: 'artbook|art book|画集', bookType: 'artbook', special: true, inText: 'keep' },
  { words: 'light novel|novel|ln|roman', bookType: 'novel', inText: 'never' },
  { words: 'novella', bookType: 'novella', inText: 'never' },
  { words: 'manga', bookType: 'manga', inText: 'never' },
  { words: 'comic|comics', bookType: 'comic', inText: 'never' },
  { words: 'anthology', bookType: 'anthology', inText: 'never' },
  { words: 'magazine|mag', bookType: 'magazine', inText: 'never' },
];

const byPhrase = new Map<string, FormatWord>();
for (const { words, format, bookType, special = false, inText } of rows) {
  const fact: FormatFact = { kind: 'format', format, bookType, special, oneShot: bookType === 'oneshot' };
  for (const word of words.split('|')) byPhrase.set(plainPhrase(word), { fact, inText });
}

/** Looks up a word or phrase, ignoring case, marks and hyphens. */
export function formatOfPhrase(phrase: string): FormatWord | undefined {
  return phrase.length <= 20 ? byPhrase.get(plainPhrase(phrase)) : undefined;
}
