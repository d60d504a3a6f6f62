// Which files beside a book speak for it: ComicInfo or MetronInfo under the book's name, a calibre document, and what
// speaks for a whole folder where the folder is one book.
/** A file of metadata beside books. */
export interface SidecarFile {
  name: string;
  sizeBytes: number;
  modifiedUs: number;
}

export const isSidecarName = (name: string): boolean => /\.(xml|opf)$/i.test(name);

/** `sharesFolder`: every book of the folder is the same work, as calibre keeps them. */
export function nameSidecars(bookName: string, sharesFolder: boolean): string[] {
  const stem = bookName.replace(/\.[^.]+$/, '');
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

/** Tells each book which of these files speak for it, the one that counts most first. */
export function assignSidecars(
  files: readonly { name: string; sidecars?: SidecarFile[] }[],
  found: readonly SidecarFile[],
  { sharesFolders }: { sharesFolders: boolean },
): void {
  const byName = new Map(found.map((file) => [file.name.normalize('NFC').toLowerCase(), file]));
  const sharesFolder = sharesFolders || files.length === 1;
  for (const file of files) {
    const own = nameSidecars(file.name, sharesFolder).flatMap((name) => byName.get(name) ?? []);
    if (own.length > 0) file.sidecars = own;
  }
}

/** Changes with each of them; null where there are none. */
export const toSidecarStamp = (sidecars: readonly SidecarFile[] | undefined): string | null =>
  sidecars
    ? sidecars.map(({ name, sizeBytes, modifiedUs }) => `${name}:${sizeBytes}:${modifiedUs}`).join('/')
    : null;
