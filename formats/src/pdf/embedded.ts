// Maps PDF metadata to the common shape.
import type { EmbeddedMetadata } from '../metadata.ts';
import { parsePartialDate, toDateFields } from '../values/date.ts';
import { toDefined } from '../values/defined.ts';
import { parseIsbn } from '../values/isbn.ts';
import { parseLanguage } from '../values/language.ts';
import { toDistinct } from '../values/text.ts';
import { isGenericPdfTitle } from './generic-title.ts';
import type { PdfMetadata } from './metadata.ts';

/** Returns null for a document without useful metadata. Ignores titles that only name a program or a file. */
export function toEmbeddedMetadata(pdf: PdfMetadata): EmbeddedMetadata | null {
  const { title, series, seriesPosition } = pdf;
  const found = toDefined<EmbeddedMetadata>({
    source: 'pdf',
    title: title === undefined || isGenericPdfTitle(title) ? undefined : title,
    summary: pdf.subject,
    authors: pdf.authors.map((name) => ({ name, role: 'author' as const })),
    publisher: pdf.publisher,
    language: pdf.language === undefined ? undefined : parseLanguage(pdf.language),
    ...toDateFields(pdf.date === undefined ? undefined : parsePartialDate(pdf.date)),
    isbns: toDistinct(pdf.isbns.flatMap((isbn) => parseIsbn(isbn) ?? [])),
    subjects: pdf.keywords,
    series,
    seriesPosition: series === undefined ? undefined : seriesPosition,
    number: series === undefined ? undefined : seriesPosition,
  });
  return Object.keys(found).length > 1 ? found : null;
}
