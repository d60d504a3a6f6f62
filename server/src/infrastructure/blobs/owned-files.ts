// Lists all files of a folder whose names contain ids, to find files whose owner was deleted.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface OwnedFile {
  /** Id of its book or cover; null for a file that an interrupted write has left. */
  id: string | null;
  path: string;
  sizeBytes: number;
  modifiedMs: number;
}

/** Yields the files of a folder. `toId` parses the owner from the path below the folder. */
export async function* listOwnedFiles(
  folder: string,
  toId: (path: string) => string,
): AsyncGenerator<OwnedFile> {
  const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const item of names.filter((one) => one.isDirectory())) {
    const files = await readdir(join(folder, item.name)).catch(() => []);
    for (const file of files) {
      const path = join(folder, item.name, file);
      const facts = await stat(path).catch(() => undefined);
      if (!facts?.isFile()) continue;
      const id = file.endsWith('.tmp') ? null : toId(`${item.name}/${file}`);
      yield { id, path, sizeBytes: facts.size, modifiedMs: facts.mtimeMs };
    }
  }
}
