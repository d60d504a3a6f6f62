// Sidecar files of a book: ComicInfo or MetronInfo with the book's name, a calibre document, and those of the folder if
// the folder is one book.
import { toArchiveName } from '@lectern/formats/archive/rar/volumes/names';

/** A metadata file next to books. */
export interface SidecarFile {
  name: string;
  sizeBytes: number;
  modifiedUs: number;
}

export const isSidecarName = (name: string): boolean => /\.(xml|opf)$/i.test(name);

/** `sharesFolder`: all books of the folder are formats of one work, as in calibre libraries. */
export function nameSidecars(bookName: string, sharesFolder: boolean, isFolder = false): string[] {
  const stem = isFolder ? bookName : bookName.replace(/\.[^.]+$/, '');
  const ofFolder = (name: string) => (sharesFolder ? [name] : []);
  const names = [
    `${stem}.xml`,
    `${bookName}.xml`,
    ...ofFolder('ComicInfo.xml'),
    ...ofFolder('MetronInfo.xml'),
    `${stem}.opf`,
    ...ofFolder('metadata.opf'),
  ];
  return names.map((name) => name.normalize('NFC').toLowerCase());
}

/** Assigns these files to their books, in order of precedence. */
export function assignSidecars(
  files: readonly { name: string; sidecars?: SidecarFile[]; stamp?: string; volumeStamp?: string }[],
  found: readonly SidecarFile[],
  { sharesFolders }: { sharesFolders: boolean },
): void {
  const byName = new Map(found.map((file) => [file.name.normalize('NFC').toLowerCase(), file]));
  const sharesFolder = sharesFolders || files.length === 1;
  for (const file of files) {
    const isFolder = file.stamp !== undefined;
    const name = file.volumeStamp === undefined ? file.name : toArchiveName(file.name);
    const own = nameSidecars(name, sharesFolder, isFolder).flatMap((one) => byName.get(one) ?? []);
    if (own.length > 0) file.sidecars = own;
  }
}

/**
 * Changes with each sidecar file. `stamp` adds the files of an image folder, `volumeStamp` the volumes of an archive.
 * Null without any of these.
 */
export function toSidecarStamp({
  sidecars = [],
  stamp,
  volumeStamp,
}: {
  sidecars?: readonly SidecarFile[];
  stamp?: string;
  volumeStamp?: string;
}): string | null {
  const parts = [
    ...(stamp === undefined ? [] : [stamp]),
    ...(volumeStamp === undefined ? [] : [volumeStamp]),
    ...sidecars.map(({ name, sizeBytes, modifiedUs }) => `${name}:${sizeBytes}:${modifiedUs}`),
  ];
  return parts.length > 0 ? parts.join('/') : null;
}
