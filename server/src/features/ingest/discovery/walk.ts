// Lists the folders and candidate files below a root. Runs in a worker process, synchronously: 100,000 files cost
// a third of what they cost asynchronously. Nothing is opened, and links are not followed: inside the root they
// would list books twice or loop, outside it they would show what nobody made part of the library.
import { type Dirent, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { joinNames, toNameText, toNativePath } from '#infrastructure/files/names.ts';
import { msUntilVisible } from '#infrastructure/files/versions.ts';
import type { OwnCheck } from './own.ts';
import { assignSidecars, isSidecarName, type SidecarFile } from './sidecars.ts';

export interface WalkedFile {
  /** Name as text (infrastructure/files/names.ts). */
  name: string;
  sizeBytes: number;
  modifiedUs: number;
  /** Files beside it that speak for it, the one that counts most first. */
  sidecars?: SidecarFile[];
}

export interface WalkedFolder {
  /** Relative to the root, '/'-separated, '' for the root. */
  path: string;
  files: WalkedFile[];
  /** When it changed last, in a word of its own; not of one that cannot be looked at. */
  times?: string;
  /** It belongs to the server itself and was not looked into. */
  isOwn?: true;
  /** Entries that look like books and are none: links, pipes, devices. */
  skipped: number;
  /** The folder could not be read, or only in part: nothing below it may count as gone. */
  error?: string;
}

export interface WalkOptions {
  root: string;
  /** Whether a name is that of a book file. */
  isCandidate(name: string): boolean;
  /** Whether a relative path is to be passed over. */
  isExcluded(relativePath: string): boolean;
  /** Folders of the server itself are passed over. */
  own: OwnCheck;
  /** The books of a folder are one work. */
  sharesFolders: boolean;
  /** No file is looked at. */
  foldersOnly?: boolean;
  /** Called with each entry: a large folder on a slow disk takes long, but is no hang. */
  onLife?(): void;
}

const maxDepth = 64;

type Kind = 'file' | 'folder' | 'link' | 'other';

/** Every folder that could be reached, the root first, those without books too: a folder not listed is gone. */
export function* walk(options: WalkOptions): Generator<WalkedFolder> {
  const pending: string[] = [''];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (options.own.isOwn(path)) {
      yield toOwn(path);
      continue;
    }
    const { folder, subfolders } = list(options, path);
    const depth = path === '' ? 0 : path.split('/').length;
    if (depth < maxDepth) for (const subfolder of subfolders) pending.push(subfolder);
    else if (subfolders.length > 0) folder.error ??= `more than ${maxDepth} folders deep`;
    yield folder;
  }
}

/** One folder without those below it. */
export const listOne = (options: WalkOptions, path: string): WalkedFolder =>
  options.own.isInside(path) ? toOwn(path) : list(options, path).folder;

const toOwn = (path: string): WalkedFolder => ({ path, files: [], skipped: 0, isOwn: true });

function list(options: WalkOptions, path: string) {
  const { root, isCandidate, isExcluded, sharesFolders, foldersOnly, onLife } = options;
  // Before it is listed: what changes from now on shows.
  const folder: WalkedFolder = { path, files: [], skipped: 0, ...findTimes(root, path) };
  const subfolders: string[] = [];
  const beside: string[] = [];
  for (const { name, kind } of listEntries(root, folder)) {
    onLife?.();
    if (foldersOnly && kind !== 'folder') continue;
    const isFolder = kind === 'folder' || (kind === 'link' && !isCandidate(name));
    if (!isFolder && !isCandidate(name)) {
      if (kind === 'file' && isSidecarName(name)) beside.push(name);
      continue;
    }
    const relative = joinNames(path, name);
    if (isExcluded(relative)) continue;
    if (kind === 'folder') subfolders.push(relative);
    else if (kind === 'file') addFile(root, relative, { folder, name });
    else folder.skipped++;
  }
  if (folder.files.length > 0 && beside.length > 0) {
    const sidecars = beside.flatMap((name) => measure(root, joinNames(path, name)) ?? []);
    assignSidecars(folder.files, sidecars, { sharesFolders });
  }
  return { folder, subfolders };
}

/** The time of the last change cannot be set back, which copying programs do with the other. */
function findTimes(root: string, path: string): { times?: string } {
  try {
    const facts = statSync(toNativePath(root, path));
    const times = [facts.mtimeMs, facts.ctimeMs].map((ms) => Math.round(ms * 1000).toString(36)).join('-');
    // A change within the same tick of the file system's clock would not show: next time the word is another.
    return { times: msUntilVisible(facts, Date.now()) > 0 ? `${times}-new` : times };
  } catch {
    return {};
  }
}

/** Undefined when it is gone or no plain file: then it says nothing. */
function measure(root: string, relative: string): SidecarFile | undefined {
  try {
    const stat = lstatSync(toNativePath(root, relative));
    if (!stat.isFile()) return undefined;
    const name = relative.slice(relative.lastIndexOf('/') + 1);
    return { name, sizeBytes: stat.size, modifiedUs: Math.round(stat.mtimeMs * 1000) };
  } catch {
    return undefined;
  }
}

function listEntries(root: string, folder: WalkedFolder): { name: string; kind: Kind }[] {
  const native = toNativePath(root, folder.path);
  try {
    const entries = readdirSync(native, { withFileTypes: true });
    if (!entries.some(({ name }) => name.includes('\ufffd') || name.includes('\udbff'))) {
      return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
    }
    const exact = readdirSync(native, { withFileTypes: true, encoding: 'buffer' });
    return exact.map((entry) => ({ name: toNameText(entry.name), kind: kindOf(entry) }));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    // Gone since its parent was listed: gone, then. The root is another matter.
    if (code !== 'ENOENT' || folder.path === '') folder.error = code;
    return [];
  }
}

function kindOf(entry: Dirent<string> | Dirent<Buffer<ArrayBuffer>>): Kind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function addFile(
  root: string,
  relative: string,
  { folder, name }: { folder: WalkedFolder; name: string },
): void {
  let stat: Stats;
  try {
    stat = lstatSync(toNativePath(root, relative));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code !== 'ENOENT') folder.error ??= code;
    return;
  }
  if (!stat.isFile()) folder.skipped++;
  else folder.files.push({ name, sizeBytes: stat.size, modifiedUs: Math.round(stat.mtimeMs * 1000) });
}
