// Creates folders that the configuration or the command line names. Node's recursive `mkdir` never returns where the system
// answers ENOENT although the parent exists, as in /proc.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { systemCodeOf } from '#infrastructure/errors.ts';

/** Creates a folder, and the folders above it, where they do not exist. Throws errors of the file system. */
export function makeFolder(path: string, mode?: number): void {
  const folder = resolve(path);
  const parent = dirname(folder);
  try {
    makeOne(folder, mode);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent, mode);
    makeOne(folder, mode);
  }
}

function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
