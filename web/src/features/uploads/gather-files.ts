// Collects the dropped or chosen files, including those in folders, with their paths.

export interface Gathered {
  file: File;
  /** Path relative to the dropped folder, separated by `/`. */
  path: string;
}

/** Maximum number of files per drop, in case a whole disk is dropped. */
const maxFiles = 20_000;

/** Must be called during the event: its data is cleared afterwards. */
export async function gatherDropped({ items, files }: DataTransfer): Promise<Gathered[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return gatherChosen(files);
  const found: Gathered[] = [];
  for (const entry of entries) await walk(entry, entry.name, found);
  return found;
}

/** From a file input. An input for folders reports relative paths. */
export const gatherChosen = (files: Iterable<File>): Gathered[] =>
  [...files].slice(0, maxFiles).map((file) => ({ file, path: file.webkitRelativePath || file.name }));

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function walk(entry: FileSystemEntry, path: string, found: Gathered[]): Promise<void> {
  if (found.length >= maxFiles) return;
  if (isFile(entry)) {
    const file = await new Promise<File | undefined>((resolve) =>
      entry.file(resolve, () => resolve(undefined)),
    );
    if (file) found.push({ file, path });
  } else if (isFolder(entry)) {
    for (const inside of await list(entry)) await walk(inside, `${path}/${inside.name}`, found);
  }
}

/** Browsers return at most a hundred entries per call. */
async function list(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0 || all.length >= maxFiles) return all;
    all.push(...some);
  }
}
