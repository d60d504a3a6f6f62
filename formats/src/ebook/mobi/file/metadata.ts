// Maps the header of a MOBI and its EXTH to the common shape.
import type { Limits } from '../../../limits.ts';
import type { Contributor, EmbeddedMetadata } from '../../../metadata.ts';
import { parsePartialDate, toDateFields } from '../../../values/date.ts';
import { toDefined } from '../../../values/defined.ts';
import { parseIsbn } from '../../../values/isbn.ts';
import { parseLanguage } from '../../../values/language.ts';
import { toPlainText } from '../../../values/plain-text.ts';
import { toDistinct, toLine } from '../../../values/text.ts';
import type { MobiHeader } from './header.ts';

/** Languages by the low byte of Windows locale numbers. */
const languages: Readonly<Record<number, string>> = {
  1: 'ar',
  2: 'bg',
  3: 'ca',
  4: 'zh',
  5: 'cs',
  6: 'da',
  7: 'de',
  8: 'el',
  9: 'en',
  10: 'es',
  11: 'fi',
  12: 'fr',
  13: 'he',
  14: 'hu',
  15: 'is',
  16: 'it',
  17: 'ja',
  18: 'ko',
  19: 'nl',
  20: 'no',
  21: 'pl',
  22: 'pt',
  24: 'ro',
  25: 'ru',
  26: 'hr',
  27: 'sk',
  29: 'sv',
  30: 'th',
  31: 'tr',
  34: 'uk',
  36: 'sl',
};

export function toMobiMetadata(
  { exth, encoding, title, locale }: MobiHeader,
  limits: Limits,
): EmbeddedMetadata {
  const decode = (bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes).replaceAll('\0', '');
  const lines = (type: number) => exth.all(type).flatMap((bytes) => toLine(decode(bytes)) ?? []);
  const [asin] = [...lines(504), ...lines(113)].filter((text) => /^B[0-9A-Z]{9}$/.test(text));
  const isbns = [...new Set(lines(104).flatMap((text) => parseIsbn(text) ?? []))];
  const sortNames = lines(517);
  const authors = lines(100).map((name, i) => toAuthor(name, sortNames[i]));
  return toDefined<EmbeddedMetadata>({
    source: 'mobi',
    title: lines(503)[0] ?? toLine(decode(title)),
    titleSort: lines(508)[0],
    summary: toPlainText(exth.all(103).map(decode)[0] ?? '', limits.maxTextLength),
    authors: authors.length > 0 ? authors : undefined,
    publisher: lines(101)[0],
    language: parseLanguage(lines(524)[0] ?? languages[locale & 0xff] ?? ''),
    ...toDateFields(parsePartialDate(lines(106)[0] ?? '')),
    isbns: isbns.length > 0 ? isbns : undefined,
    identifiers: asin === undefined ? undefined : [{ scheme: 'asin', value: asin }],
    subjects: toDistinct(lines(105)),
    readingDirection: lines(527)[0]?.toLowerCase() === 'rtl' ? 'rtl' : undefined,
    bookType: lines(123)[0]?.toLowerCase() === 'comic' ? 'comic' : undefined,
    rights: lines(109)[0],
  });
}

/** Some programs write the name as "Last, First". */
function toAuthor(written: string, sortName: string | undefined): Contributor {
  const parts = written.split(',').map((part) => part.trim());
  const [last, first] = parts;
  const isTurned = parts.length === 2 && last !== '' && first !== '';
  const name = isTurned ? `${first} ${last}` : written;
  return toDefined<Contributor>({
    name,
    role: 'author',
    sortName: sortName ?? (isTurned ? written : undefined),
  });
}
