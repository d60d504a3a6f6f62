// Kinds of books, from the words that comic taggers put into Format.
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

/** The kind that a format names, case and spaces ignored; undefined for formats that say how, not what (TPB, HC). */
export function parseBookType(format: string | undefined): BookType | undefined {
  return format === undefined ? undefined : formats.get(format.replace(/\s+/g, '').toLowerCase());
}
