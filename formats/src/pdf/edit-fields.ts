// Metadata that a PDF can store (ISO 32000-1, 14.3.3), and equality of two values of a field.
import type { EmbeddedMetadata } from '../metadata.ts';

export const pdfFieldNames = ['title', 'authors', 'summary', 'subjects'] as const;
export type PdfField = (typeof pdfFieldNames)[number];

export const isPdfField = (name: string): name is PdfField =>
  pdfFieldNames.some((fieldName) => fieldName === name);

/** A PDF stores authors, but no other roles. Several values are stored as one text, which readers split. */
export function fitsPdf(field: PdfField, metadata: EmbeddedMetadata): boolean {
  if (field === 'title' || field === 'summary') return true;
  if (field === 'authors' && metadata.authors?.some(({ role }) => role !== 'author')) return false;
  const values = toValues(field, metadata);
  const [first = ''] = values;
  return !values.some((value) => value.includes(';')) && (values.length !== 1 || !/,| & | and /.test(first));
}

export const isSameInPdf = (field: PdfField, metadata: EmbeddedMetadata, other: EmbeddedMetadata): boolean =>
  JSON.stringify(toValues(field, metadata)) === JSON.stringify(toValues(field, other));

/** Returns an empty list for a missing value. */
export function toValues(field: PdfField, metadata: EmbeddedMetadata): readonly string[] {
  const { title, authors = [], summary, subjects = [] } = metadata;
  if (field === 'authors') return authors.map(({ name }) => name);
  if (field === 'subjects') return subjects;
  return [(field === 'title' ? title : summary) ?? ''].filter((text) => text !== '');
}
