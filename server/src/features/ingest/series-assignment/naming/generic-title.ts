// Distinguishes real titles from those that contain only a number or a file name.
import { parseTitle } from '@lectern/formats/file-name/parse-name';
import { fold } from '#infrastructure/text/fold.ts';

const placeholders = new Set([
  'untitled',
  'unknown',
  'unknown title',
  'no title',
  'none',
  'null',
  'n/a',
  'title',
  'book',
  'comic',
  'document',
  'ohne titel',
  'sans titre',
  'sin titulo',
  'senza titolo',
  '無題',
]);

/** Titles set by programs: a prefix before the file name, or the file name. */
const madeByProgram = /^(?:microsoft (?:word|powerpoint|excel) - |untitled[- ]?[0-9]*$|document[0-9]+$)/;
const fileEnd =
  /\.(?:cb[zrt7]|zip|rar|epub|pdf|mobi|azw3|docx?|odt|rtf|indd|qxd|tex|dvi|ps|html?|txt|pptx?)$/;

/**
 * Whether the file name is preferred to a title of the metadata: "Volume 3", "Chapter 12", "第3話", "Issue #5", "12", the
 * series with a number ("Saga #5"), the file name, "Untitled", "Microsoft Word - draft.doc". The name of the series
 * alone is a real title ("Dune"), as is a special ("Annual 3").
 */
export function isGenericTitle(title: string, book: { seriesName: string; fileName: string }): boolean {
  const folded = fold(title);
  if (folded === '' || placeholders.has(folded)) return true;
  if (folded === fold(book.seriesName)) return false;
  if (madeByProgram.test(folded) || fileEnd.test(folded)) return true;
  const file = fold(book.fileName);
  if (folded === file || folded === file.replace(fileEnd, '')) return true;
  const parsed = parseTitle(title);
  const { number, volume, chapter, isSpecial } = parsed;
  if (isSpecial || (number === undefined && volume === undefined && chapter === undefined)) return false;
  if (parsed.title !== undefined) return false;
  return parsed.series === undefined || fold(parsed.series) === fold(book.seriesName);
}
