// What may become of a hostile file, as the manifest words it, and what became of it.
import { bookErrorTypes } from '@lectern/contract/values';
import type { CorpusFile } from '@lectern/server/testing';
import type { ErrorsOfBook } from './facts.ts';
import type { Observation } from './observe.ts';

const types = bookErrorTypes.join('|');
/** Words of the manifest that allow a book to be read without an error. */
const mayBeRead =
  /^\d+ pages?\b(?! by name)|; \d+ pages|readable|read(?: by content| as)|renders?\b|may be read|may be served|served with|if SVG|repaired|may pass|skipped|default size|scaled down|2 or 3 pages/;

/** Other words for what a file is than those of its expected fate. */
const others: ReadonlyMap<string, string> = new Map([
  // Does not begin as an archive does: of unknown format, as its own facts say.
  ['hostile/rar-junrar/mainHeaderNull.cbr', 'format_detection'],
  // Comics in tar and 7z are read, whatever their names say.
  ['hostile/wrong-extension/7z called.cbz', 'read as 7z; 3 pages'],
  ['hostile/wrong-extension/tar called.cbz', 'read as tar; 3 pages'],
]);

/** What is wrong with the fate of a hostile file, as texts; none when it is one of those expected. */
export function judgeFate(file: CorpusFile, seen: Observation, errors: ErrorsOfBook): string[] {
  const expected = others.get(file.path) ?? file.expectedServer ?? '';
  const allowed = new Set(expected.match(new RegExp(types, 'g')) ?? []);
  const found = new Set<string>(errors.map(({ errorType }) => errorType));
  // A cover cannot be made of a page that cannot be read, nor a page be shown that is no picture.
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

/** `page_extraction for page 2`: asking for that page is refused, and the other one is shown. */
function judgePages(expected: string, { firstPage, lastPage, book }: Observation): string[] {
  const number = Number(/^page_extraction.* for page (\d)$/.exec(expected)?.[1]);
  if (number !== book.pageCount || number < 2) return [];
  return firstPage.status === 200 && lastPage.status === 422
    ? []
    : [`pages answer ${firstPage.status} and ${lastPage.status} instead of ${expected}`];
}
