// Computes the names of a book's files when the book is renamed.
import { extname } from 'node:path';
import { conflict, reason } from '#infrastructure/errors.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { toSafeFileName } from '#infrastructure/files/safe-names.ts';
import { isNameText } from '#infrastructure/files/writing/moving.ts';

const badName = (name: string) => conflict(reason('move_name', { name: toDisplayName(name).slice(0, 200) }));

/** The names in a folder path. Throws `conflict` if it is not a path below a root. */
export function toFolderNames(folder: string): string[] {
  const names = folder === '' ? [] : folder.split('/');
  const bad = names.find((name) => !isNameText(name));
  if (bad !== undefined) throw badName(bad);
  return names;
}

/** New names must be portable across file systems. */
export function checkNewName(name: string): void {
  if (!isNameText(name) || toSafeFileName(name) !== name) throw badName(name);
}

/** The common prefix of a book's files: the name without extension and volume number. */
const toStem = (name: string, { isFolder, isVolume }: Kind): string => {
  if (isFolder) return name;
  const volume = isVolume ? /\.part\d+\.[^.]+$/i.exec(name) : null;
  return name.slice(0, volume ? volume.index : name.length - extname(name).length);
};

export interface Kind {
  isFolder: boolean;
  /** The first volume of an archive. */
  isVolume: boolean;
}

/** The new name of each file of a book, starting with the book. Throws `conflict` if the extension changes. */
export function renameFiles(name: string, companions: readonly string[], to: string, kind: Kind): string[] {
  const stem = toStem(name, kind);
  const ending = name.slice(stem.length);
  if (!to.toLowerCase().endsWith(ending.toLowerCase()) || to.length === ending.length)
    throw conflict(reason('move_extension', { extension: ending }));
  const newStem = to.slice(0, to.length - ending.length);
  const isOf = (one: string) => one.toLowerCase().startsWith(stem.toLowerCase());
  return [to, ...companions.map((one) => (isOf(one) ? newStem + one.slice(stem.length) : one))];
}

/** Appends a number to the common stem of the files: `Saga 1 (2).cbz`. */
export function numberFiles<T extends { to: string }>(files: readonly T[], n: number, kind: Kind): T[] {
  const stem = toStem(files[0]?.to ?? '', kind);
  return files.map((file) => ({ ...file, to: toNumbered(file.to, stem, n) }));
}

const toNumbered = (name: string, stem: string, n: number): string =>
  name.toLowerCase().startsWith(stem.toLowerCase())
    ? `${name.slice(0, stem.length)} (${n})${name.slice(stem.length)}`
    : name.replace(/(\.[^.]*)?$/, ` (${n})$1`);
