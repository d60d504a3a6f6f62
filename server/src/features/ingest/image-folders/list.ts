// A folder of images as it is now: its files, and a stamp that changes with each of them. Links are no files: they might
// lead out of the library.
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { layOutZip } from '@lectern/formats/archive/zip/stored-zip';
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
  /** Pages in natural order, then what is said of the book. */
  files: FolderFile[];
  /** Bytes of the zip that is made of it. */
  sizeBytes: number;
  /** Of the folder: when a file was added, removed or renamed. */
  modifiedUs: number;
  /** Of the folder (infrastructure/files/versions.ts). */
  version: string;
  /** Changes with the name, the size or the time of any of its files. */
  stamp: string;
  /** Milliseconds until a later write would change a time. */
  msUntilVisible: number;
}

/** Files of one folder that are looked at. */
const maxFiles = 20_000;

type Measured = FolderFile & { msUntilVisible: number };

/** For worker processes. Errors of the file system pass through for the folder; a file that vanished is left out. */
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

/** The same for the server itself, which must not wait for a disk. */
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

/** A plain file that is no larger than any page. */
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
    sizeBytes: layOutZip(files).sizeBytes,
    modifiedUs: Math.round(facts.mtimeMs * 1000),
    version: toFileVersion(facts),
    stamp: hash('sha256', lines.join(''), 'base64url'),
    msUntilVisible: measured.reduce(
      (most, file) => Math.max(most, file.msUntilVisible),
      msUntilVisible(facts, Date.now()),
    ),
  };
}

/** For worker processes: its files as one source. */
export const openImageFolder = (root: string, path: string, folder: ImageFolder): FolderSource =>
  openFolderSource({
    path: toNativePath(root, path),
    modifiedUs: folder.modifiedUs,
    files: folder.files,
    open: (place) =>
      openFileSource(toNativePath(root, `${path}/${folder.files[place]?.name ?? ''}`), { isPart: true }),
  });

/** As the zip that readers get of a folder is called, by which the book is named too. */
export const toZipName = (folderName: string): string => `${folderName}.cbz`;
