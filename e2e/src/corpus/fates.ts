// Compares the expected results for hostile files, as worded in the manifest, with the actual results.
import { bookErrorTypes } from '@lectern/contract/values';
import type { CorpusFile } from '@lectern/server/testing';
import type { ErrorsOfBook } from './facts.ts';
import type { Observation } from './observe.ts';

const types = bookErrorTypes.join('|');
/** Wordings of the manifest that permit a book without errors. */
const mayBeRead =
  /^\d+ pages?\b(?! by name)|; \d+ pages|readable|read(?: by content| as)|renders?\b|may be read|may be served|served with|if SVG|repaired|may pass|skipped|default size|scaled down|2 or 3 pages/;

/** Files whose expected result is worded differently. */
const others: ReadonlyMap<string, string> = new Map([
  // Does not start like an archive: the format is unknown, as its other facts state.
  ['hostile/rar-junrar/mainHeaderNull.cbr', 'format_detection'],
  // Comics in tar and 7z are read under any file name.
  ['hostile/wrong-extension/7z called.cbz', 'read as 7z; 3 pages'],
  ['hostile/wrong-extension/tar called.cbz', 'read as tar; 3 pages'],
  // Its only package document is found without a container; it has no pages.
  ['hostile/epub/no container.epub', 'page_extraction'],
  // The package document inside is used, and a path outside is ignored.
  ['hostile/epub/rootfile outside.epub', 'readable'],
]);

/** Returns the differences from the expected results as texts, or an empty list. */
export function judgeFate(file: CorpusFile, seen: Observation, errors: ErrorsOfBook): string[] {
  const expected = others.get(file.path) ?? file.expectedServer ?? '';
  const allowed = new Set(expected.match(new RegExp(types, 'g')) ?? []);
  const found = new Set<string>(errors.map(({ errorType }) => errorType));
  // A cover cannot be created from an unreadable page.
  const isPageRefused = seen.firstPage.status === 422 || seen.lastPage.status === 422;
  const follows = (type: string) =>
    found.size > 1 && (type === 'thumbnail' || (type === 'page_extraction' && isPageRefused));
  const unexpected = [...found].filter((type) => !allowed.has(type) && !follows(type));
  const wrong: string[] = [];
  if (unexpected.length > 0) wrong.push(`${[...found].join(', ')} instead of ${expected}`);
  if (found.size === 0 && !mayBeRead.test(expected)) wrong.push(`no error instead of ${expected}`);
  const count = /\b(\d+) pages?(?! or parser| or format)/.exec(expected)?.[1];
  if (count && found.size === 0 && seen.book.pageCount !== Number(count))
    wrong.push(`${seen.book.pageCount} pages instead of ${expected}`);
  return [...wrong, ...judgePages(expected, seen)];
}

/** `page_extraction for page 2`: the page returns an error, and the other page is served. */
function judgePages(expected: string, { firstPage, lastPage, book }: Observation): string[] {
  const number = Number(/^page_extraction.* for page (\d)$/.exec(expected)?.[1]);
  if (number !== book.pageCount || number < 2) return [];
  return firstPage.status === 200 && lastPage.status === 422
    ? []
    : [`pages return ${firstPage.status} and ${lastPage.status} instead of ${expected}`];
}
