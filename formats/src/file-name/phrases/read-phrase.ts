// Recognizes a phrase without context: a year, a language, a tag, a format, an edition, a checksum.
import type { Fact } from '../parsed-name.ts';
import { isPrintYear } from '../tokens/token-reading.ts';
import { formatOfPhrase } from '../words/formats.ts';
import { languageOfName } from '../words/languages.ts';
import { isTag } from '../words/tags.ts';

const years = /^([0-9]{4})(?: ?- ?([0-9]{4}|[0-9]{2}|present|ongoing)?)?$/i;
const copyMark = /^(?:copy|kopie|copie|copia)(?: [0-9]{1,3})?$/i;
const editionEnd =
  /(?:^| )(?:edition|edition\.|edición|edizione|edição|edicion|édition|auflage|ausgabe|版)$/i;
const editionStart = /^(?:édition|edition|edición|edizione|edição) /i;
const rippedWith = /^(digital|webrip|c2c|hybrid)-(?=\p{L})/iu;

/** `plain` is `text` in plain signs, both trimmed and without brackets. Returns undefined for unknown phrases. */
export function readPhrase(text: string, plain: string): readonly Fact[] | undefined {
  if (plain.length > 80) return undefined;
  if (plain === '' || copyMark.test(plain)) return [{ kind: 'noise' }];
  const year = readYears(plain);
  if (year) return [year];
  if (isTag(plain)) return [{ kind: 'tag', text }];
  const format = formatOfPhrase(plain);
  if (format) return [format.fact];
  const language = languageOfName(plain);
  if (language) return [{ kind: 'language', text: language }];
  if (editionEnd.test(plain) || editionStart.test(plain)) return [{ kind: 'edition', text }];
  const ripped = rippedWith.exec(plain)?.[1];
  if (ripped === undefined) return undefined;
  return [
    { kind: 'tag', text: text.slice(0, ripped.length) },
    { kind: 'group', text: text.slice(ripped.length + 1) },
  ];
}

/** "2016", "2012-2018", "2012-18", "2012-", "2012-present". "2012-05" is a month. */
function readYears(plain: string): Fact | undefined {
  const [, first = '', last = ''] = years.exec(plain) ?? [];
  const year = Number(first);
  if (!isPrintYear(year)) return undefined;
  const end = last.length === 2 ? Number(first.slice(0, 2) + last) : Number(last);
  if (last.length === 2 && end < year && Number(last) >= 1 && Number(last) <= 12)
    return { kind: 'date', year, month: Number(last) };
  return isPrintYear(end) && end >= year ? { kind: 'year', year, end } : { kind: 'year', year };
}

/** Eight hexadecimal digits including a decimal digit, or a longer digest. */
export function isChecksum(plain: string): boolean {
  return (/^[0-9a-f]{8}$/i.test(plain) && /[0-9]/.test(plain)) || /^[0-9a-f]{32,64}$/i.test(plain);
}
