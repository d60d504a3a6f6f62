// Derives the type of a book from the values that comic taggers write into Format.
import type { BookType } from '../metadata.ts';

const formats: ReadonlyMap<string, BookType> = new Map([
  ['one-shot', 'oneshot'],
  ['oneshot', 'oneshot'],
  ['1-shot', 'oneshot'],
  ['omnibus', 'omnibus'],
  ['anthology', 'anthology'],
  ['magazine', 'magazine'],
  ['graphicnovel', 'graphic_novel'],
  ['gn', 'graphic_novel'],
  ['ogn', 'graphic_novel'],
]);

/**
 * Ignores case and spaces. Returns undefined for formats that describe the edition, not the type (TPB, HC).
 */
export function parseBookType(format: string | undefined): BookType | undefined {
  return format === undefined ? undefined : formats.get(format.replace(/\s+/g, '').toLowerCase());
}
