// What the files of a book are called when the book is called otherwise.
import { extname } from 'node:path';
import { conflict, reason } from '#infrastructure/errors.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { toSafeFileName } from '#infrastructure/files/safe-names.ts';
import { isNameText } from '#infrastructure/files/writing/moving.ts';

const badName = (name: string) => conflict(reason('move_name', { name: toDisplayName(name).slice(0, 200) }));

/** The names of a folder's path. Throws `conflict` for what is no path below a root. */
export function toFolderNames(folder: string): string[] {
  const names = folder === '' ? [] : folder.split('/');
  const bad = names.find((name) => !isNameText(name));
  if (bad !== undefined) throw badName(bad);
  return names;
}

/** A new name has to be one that every file system takes. */
export function checkNewName(name: string): void {
  if (!isNameText(name) || toSafeFileName(name) !== name) throw badName(name);
}

/** What all files of a book have in common at the beginning of their names: without extension and number of the volume. */
const toStem = (name: string, { isFolder, isVolume }: Kind): string => {
  if (isFolder) return name;
  const volume = isVolume ? /\.part\d+\.[^.]+$/i.exec(name) : null;
  return name.slice(0, volume ? volume.index : name.length - extname(name).length);
};

interface Kind {
  isFolder: boolean;
  /** The first of several volumes of an archive. */
  isVolume: boolean;
}

/** The new name of each file of a book: the book's first. Throws `conflict` for another ending. */
export function renameFiles(name: string, companions: readonly string[], to: string, kind: Kind): string[] {
  const stem = toStem(name, kind);
  const ending = name.slice(stem.length);
  if (!to.toLowerCase().endsWith(ending.toLowerCase()) || to.length === ending.length)
    throw conflict(reason('move_extension', { extension: ending }));
  const newStem = to.slice(0, to.length - ending.length);
  const isOf = (one: string) => one.toLowerCase().startsWith(stem.toLowerCase());
  return [to, ...companions.map((one) => (isOf(one) ? newStem + one.slice(stem.length) : one))];
}
