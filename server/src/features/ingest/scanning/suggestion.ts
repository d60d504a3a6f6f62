// Suggests settings of a new library from the names of its files and folders. Pure.
import { join } from 'node:path';
import { type LibraryKind, libraryKindDefaults } from '@lectern/contract/libraries/library-kinds';
import {
  type FileFormat,
  type FormatKind,
  findFormatOfName,
  formats,
  type SeriesStrategy,
} from '@lectern/contract/values';

interface Suggested {
  kind: LibraryKind;
  seriesStrategy: SeriesStrategy;
}

interface SuggestedLibrary extends Suggested {
  name: string;
  path: string;
  bookCount: number;
}

export interface Suggestion extends Suggested {
  /** Empty unless the subfolders look like separate libraries. */
  libraries: SuggestedLibrary[];
}

interface Root {
  path: string;
  name: string;
}

/** Words of folder names. The first match counts. */
const words: readonly [LibraryKind, RegExp][] = [
  ['books', /\b(?:e-?books?|light novels?|novels?|b[üu]cher|livres?|romans?|calibre)\b|書籍|小説/iu],
  ['manga', /\b(?:mangas?|manhwa|manhua|webtoons?)\b|漫画|マンガ/iu],
  ['comics', /\b(?:comics?|bd|graphic novels?)\b|コミック/iu],
  ['documents', /\b(?:documents?|dokumente|papers?|magazines?|zeitschriften|manuals?|revues?)\b|文書|雑誌/iu],
  ['books', /\bbooks?\b/iu],
];

const findKindByName = (name: string): LibraryKind | undefined =>
  words.find(([, pattern]) => pattern.test(name.replaceAll('_', ' ')))?.[0];

const toFormat = (path: string): FileFormat => findFormatOfName(path) ?? 'folder';

/** Share of the files that decides. */
const majority = 0.6;
const maxLibraries = 20;

/** `paths` are relative to the root, separated by '/'. */
export function suggestLibrary(root: Root, paths: readonly string[]): Suggestion {
  return { ...suggestSettings(root.name, paths), libraries: findLibraries(root, paths) };
}

function suggestSettings(name: string, paths: readonly string[]): Suggested {
  const suggested = suggestKind(name, paths);
  // A suggestion never leaves out books.
  const { allowedFormats } = libraryKindDefaults[suggested];
  const kind = paths.every((path) => allowedFormats.includes(toFormat(path))) ? suggested : 'mixed';
  return { kind, seriesStrategy: suggestStrategy(kind, paths) };
}

function suggestKind(name: string, paths: readonly string[]): LibraryKind {
  const named = findKindByName(name);
  const counts = Map.groupBy(paths, (path) => formats[toFormat(path)].kind);
  const isMostly = (kind: FormatKind) => (counts.get(kind)?.length ?? 0) > paths.length * majority;
  if (isMostly('comic')) return named === 'manga' || isMangaTree(paths) ? 'manga' : 'comics';
  if (isMostly('text')) return 'books';
  if (isMostly('document')) return named ?? 'documents';
  return named ?? 'mixed';
}

const isMangaTree = (paths: readonly string[]): boolean => {
  const manga = paths.filter((path) => findKindByName(path.slice(0, path.lastIndexOf('/') + 1)) === 'manga');
  return manga.length > paths.length * majority;
};

/** Folder of a book in a Calibre library: `Author/Title (12)`. */
const calibreFolder = /^[^/]+\/[^/]+ \(\d+\)\//;

function suggestStrategy(kind: LibraryKind, paths: readonly string[]): SeriesStrategy {
  const share = (of: (path: string) => boolean) => paths.filter(of).length > paths.length * majority;
  if (share((path) => calibreFolder.test(path))) return 'calibre';
  if (share((path) => !path.includes('/'))) return 'flat';
  return libraryKindDefaults[kind].seriesStrategy;
}

/** Requires two subfolders with names of kinds, and no books next to them. */
function findLibraries(root: Root, paths: readonly string[]): SuggestedLibrary[] {
  if (paths.some((path) => !path.includes('/'))) return [];
  const folders = Map.groupBy(paths, (path) => path.slice(0, path.indexOf('/')));
  const named = [...folders.keys()].filter((name) => findKindByName(name) !== undefined);
  if (named.length < 2 || folders.size > maxLibraries) return [];
  return [...folders].map(([name, inside]) => ({
    name,
    path: join(root.path, name),
    ...suggestSettings(
      name,
      inside.map((path) => path.slice(name.length + 1)),
    ),
    bookCount: inside.length,
  }));
}
