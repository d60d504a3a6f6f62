// Lists the current files of an image folder, with a stamp that changes with each file. Ignores links, which could
// leave the library.
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { createStoredZip } from '@lectern/formats/archive/zip/stored-zip';
import { type FolderSource, openFolderSource } from '@lectern/formats/folder/source';
import { defaultLimits } from '@lectern/formats/limits';
import { openFileSource } from '@lectern/formats/source';
import { toNameText, toNativePath } from '#infrastructure/files/names.ts';
import { msUntilVisible, toFileVersion } from '#infrastructure/files/versions.ts';
import { chooseFiles } from './choose.ts';

interface FolderFile {
  /** Name as text (infrastructure/files/names.ts). */
  name: string;
  sizeBytes: number;
  modifiedUs: number;
}

export interface ImageFolder {
  /** Pages in natural order, followed by metadata files. */
  files: FolderFile[];
  /** Size of the zip created from the folder. */
  sizeBytes: number;
  /** Modification time of the folder: when a file was added, removed or renamed. */
  modifiedUs: number;
  /** Version of the folder (infrastructure/files/versions.ts). */
  version: string;
  /** Changes with the name, size or time of any file. */
  stamp: string;
  /** Milliseconds until a later write would change a time. */
  msUntilVisible: number;
}

/** Maximum number of files that are read. */
const maxFiles = 20_000;

type Measured = FolderFile & { msUntilVisible: number };

/** For worker processes. Throws file system errors of the folder; omits files that are deleted meanwhile. */
export function listImageFolder(root: string, path: string): ImageFolder {
  const facts = statSync(toNativePath(root, path));
  const names = toNames(readdirSync(toNativePath(root, path), { encoding: 'buffer' }));
  const measured = chooseFiles(names)
    .slice(0, maxFiles)
    .flatMap((name) => {
      const stats = lstatSync(toNativePath(root, `${path}/${name}`), { throwIfNoEntry: false });
      return (stats && toFile(name, stats)) ?? [];
    });
  return toFolder(facts, measured);
}

/** The asynchronous variant for the server process, which must not block on a disk. */
export async function readImageFolder(root: string, path: string): Promise<ImageFolder> {
  const facts = await stat(toNativePath(root, path));
  const names = toNames(await readdir(toNativePath(root, path), { encoding: 'buffer' }));
  const measured: Measured[] = [];
  for (const name of chooseFiles(names).slice(0, maxFiles)) {
    const stats = await lstat(toNativePath(root, `${path}/${name}`)).catch(() => undefined);
    const file = stats && toFile(name, stats);
    if (file) measured.push(file);
  }
  return toFolder(facts, measured);
}

const toNames = (names: readonly Buffer[]): string[] => names.map(toNameText);

/** Returns a regular file that is not larger than the maximum page size. */
function toFile(name: string, stats: Stats): Measured | undefined {
  if (!stats.isFile() || stats.size > defaultLimits.maxEntryBytes) return undefined;
  const modifiedUs = Math.round(stats.mtimeMs * 1000);
  return { name, sizeBytes: stats.size, modifiedUs, msUntilVisible: msUntilVisible(stats, Date.now()) };
}

function toFolder(facts: Stats, measured: readonly Measured[]): ImageFolder {
  const files = measured.map(({ name, sizeBytes, modifiedUs }) => ({ name, sizeBytes, modifiedUs }));
  const lines = files.map(({ name, sizeBytes, modifiedUs }) => `${name}\0${sizeBytes}\0${modifiedUs}\n`);
  return {
    files,
    sizeBytes: createStoredZip(files).sizeBytes,
    modifiedUs: Math.round(facts.mtimeMs * 1000),
    version: toFileVersion(facts),
    stamp: hash('sha256', lines.join(''), 'base64url'),
    msUntilVisible: measured.reduce(
      (most, file) => Math.max(most, file.msUntilVisible),
      msUntilVisible(facts, Date.now()),
    ),
  };
}

/** For worker processes: the files of the folder as one source. */
export const openImageFolder = (root: string, path: string, folder: ImageFolder): FolderSource =>
  openFolderSource({
    path: toNativePath(root, path),
    modifiedUs: folder.modifiedUs,
    files: folder.files,
    open: (place) =>
      openFileSource(toNativePath(root, `${path}/${folder.files[place]?.name ?? ''}`), { isPart: true }),
  });

/** The name of the downloaded zip, from which the book is also named. */
export const toZipName = (folderName: string): string => `${folderName}.cbz`;
