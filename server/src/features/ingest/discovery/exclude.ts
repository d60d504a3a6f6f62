// Decides which files and folders of a root a scan considers: candidates by extension, built-in exclusions, exclusion
// patterns of the library, and those of ignore files.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { findFormatOfName } from '@lectern/contract/values';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { joinNames, toLastName, toNativePath } from '#infrastructure/files/names.ts';
import { compileGlobs, findGlobFault, type PathMatcher } from './glob.ts';

/** Folders for recycle bins, snapshots, thumbnails and repairs on common systems. Lower case. */
const systemNames = new Set([
  '__macosx',
  '@eadir',
  '@tmp',
  '@recycle',
  '@recently-snapshot',
  '#recycle',
  '#snapshot',
  '~snapshot',
  '$recycle.bin',
  'recycler',
  'system volume information',
  'lost+found',
  'thumbs.db',
  'desktop.ini',
]);

/** Whether a file name is that of a book in one of the allowed formats. */
export function isBookFileName(name: string, allowedFormats: readonly string[]): boolean {
  const format = findFormatOfName(name);
  return format === undefined
    ? findAudiobook(name, allowedFormats) === 'whole'
    : allowedFormats.includes(format);
}

const soundExtensions = [
  'mp3',
  'm4a',
  'aac',
  'ogg',
  'oga',
  'opus',
  'flac',
  'wma',
  'wav',
  'aif',
  'aiff',
  'mka',
];
const audiobookExtensions = ['m4b', 'aax', 'aaxc', 'aa'];

/**
 * Audiobooks are unsupported. They are listed with an error if text formats are allowed: single-file audiobooks, or the
 * `part` that represents a folder of audio files.
 */
export function findAudiobook(name: string, allowedFormats: readonly string[]): 'whole' | 'part' | undefined {
  if (!allowedFormats.includes('epub')) return undefined;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (audiobookExtensions.includes(extension)) return 'whole';
  return soundExtensions.includes(extension) ? 'part' : undefined;
}

/** Folder for running uploads in libraries. Hidden, so that scans skip it. */
export const uploadFolder = '.lectern-uploads';

/** Folder for deleted files in each root of a library. */
export const trashFolder = '.lectern-trash';

/** Hidden files and folders (`.stfolder`, `.Trash-1000`, `._Book.cbz`) and those created by operating systems. */
export function isSystemName(name: string): boolean {
  return name.startsWith('.') || systemNames.has(name.toLowerCase());
}

/**
 * Returns whether a file or folder is excluded, by its path relative to the root. Excluded folders are not entered, so
 * a path is only checked after its parents. Patterns are globs (glob.ts), case-insensitive unless `isCaseSensitive`.
 * Patterns without "/" match names at any depth, others the whole path. Throws GlobError for a pattern that
 * `findGlobFault` rejects.
 */
export function toExclusion(
  patterns: readonly string[],
  options: { isCaseSensitive?: boolean } = {},
): PathMatcher {
  const isMatched = compileGlobs(patterns, options);
  return (relativePath) => {
    const name = toLastName(relativePath);
    return isSystemName(name) || isMatched(relativePath);
  };
}

/** Files with patterns for their folder and its subfolders: the native one, and Kavita's for compatibility. */
const ignoreFileNames = ['.lecternignore', '.kavitaignore'];
const maxIgnoreBytes = 64 * 1024;
const maxIgnorePatterns = 500;

export const isIgnoreFileName = (name: string): boolean => ignoreFileNames.includes(name);

/** Patterns of the ignore files of one folder. */
interface FolderRules {
  /** Changes with the files; empty without any. */
  stamp: string;
  /** Invalid lines, which are ignored. */
  refused: string[];
}

/** The ignore files found during a walk. */
export class IgnoreFiles {
  readonly #root: string;
  readonly #matchers = new Map<string, PathMatcher>();
  readonly #entered = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Reads the ignore files of a folder and applies them from now on. Throws a file system error if one cannot be read.
   */
  enter(folder: string, names: readonly string[] = ignoreFileNames): FolderRules {
    const read = names.flatMap((name) => this.#readIgnoreFile(joinNames(folder, name)) ?? []);
    const { patterns, refused } = parsePatterns(read.map(({ text }) => text));
    if (patterns.length > 0) this.#matchers.set(folder, compileGlobs(patterns));
    return { stamp: read.map(({ stamp }) => `-${stamp}`).join(''), refused };
  }

  /** Enters all parent folders of a folder that is listed separately. */
  enterAbove(folder: string): void {
    for (const above of listAbove(folder)) {
      if (!this.#entered.has(above)) this.enter(above);
      this.#entered.add(above);
    }
  }

  /** Whether a file or folder is excluded by an ignore file of a parent folder, by its path relative to the root. */
  isIgnored(path: string): boolean {
    return (
      this.#matchers.size > 0 &&
      listAbove(path).some((above) =>
        this.#matchers.get(above)?.(above === '' ? path : path.slice(above.length + 1)),
      )
    );
  }

  /** Undefined if it does not exist. Does not follow links, which could leave the library. */
  #readIgnoreFile(path: string): { text: string; stamp: string } | undefined {
    let fd: number;
    try {
      fd = openSync(
        toNativePath(this.#root, path),
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      );
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemCodeOf(error) ?? '')) return undefined;
      throw error;
    }
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return undefined;
      const bytes = Buffer.alloc(Math.min(stat.size, maxIgnoreBytes));
      const length = readSync(fd, bytes, 0, bytes.length, 0);
      const stamp = `${stat.size.toString(36)}.${Math.round(stat.mtimeMs * 1000).toString(36)}`;
      return { text: bytes.toString('utf8', 0, length), stamp };
    } finally {
      closeSync(fd);
    }
  }
}

/** "a/b/c" → "", "a", "a/b". */
function listAbove(path: string): string[] {
  const above = path === '' ? [] : [''];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) above.push(path.slice(0, at));
  return above;
}

/**
 * One pattern per line, like those of a library, relative to the folder of the file. Blank lines and lines starting
 * with "#" are ignored.
 */
function parsePatterns(texts: readonly string[]): { patterns: string[]; refused: string[] } {
  const lines = texts.flatMap((text) => text.replace(/^\ufeff/, '').split(/\r?\n/));
  const given = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
  const isFollowed = (line: string, i: number) => i < maxIgnorePatterns && findGlobFault(line) === undefined;
  return {
    patterns: given.filter(isFollowed),
    refused: given.filter((line, i) => !isFollowed(line, i)),
  };
}
