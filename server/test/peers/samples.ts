// Databases created by other servers, for import tests. Tests that use them are skipped where they are missing. Tests
// use copies, because opening a database with a write-ahead log changes both files.
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { corpusPath, hasCorpus, readCorpus } from '../corpus.ts';

/** LECTERN_IMPORT_SAMPLES, or `../shared/samples/import` next to the repository. */
const root =
  process.env.LECTERN_IMPORT_SAMPLES ??
  join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples', 'import');

export const hasSamples = existsSync(join(root, 'komga', 'database.sqlite'));
/** The samples are available with the books that they refer to. */
export const hasSampleBooks = hasSamples && hasCorpus;

/** Creates a folder that is deleted after the test. */
export function makeScratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-sample-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies a sample file or folder into this folder. */
export function copySample(path: string, folder: string): string {
  const copy = join(folder, basename(path));
  cpSync(join(root, path), copy, { recursive: true });
  return copy;
}

/** Copies corpus files with these names and sizes to these paths below the folder. */
export function layOutBooks(folder: string, books: readonly { path: string; sizeBytes: number }[]): void {
  const known = new Map(
    readCorpus().map((file) => [`${basename(file.path)} ${file.size}`.normalize(), file]),
  );
  for (const { path, sizeBytes } of books) {
    const file = known.get(`${basename(path)} ${sizeBytes}`.normalize());
    if (!file) throw new Error(`The corpus has no ${path} of ${sizeBytes} bytes`);
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(corpusPath(file), target);
    if (statSync(target).size !== sizeBytes) throw new Error(`${target} was not copied`);
  }
}
