// Databases of other servers that their programs have made, for tests of moving in; every test that uses them is skipped
// where they are absent. They are copied: to open one with a log beside it changes both.
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { corpusPath, hasCorpus, readCorpus } from '../corpus.ts';

/** LECTERN_IMPORT_SAMPLES, or `../shared/samples/import` beside the repository. */
const root =
  process.env.LECTERN_IMPORT_SAMPLES ??
  join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples', 'import');

export const hasSamples = existsSync(join(root, 'komga', 'database.sqlite'));
/** The samples with the books that they are of. */
export const hasSampleBooks = hasSamples && hasCorpus;

/** A folder that goes with the test. */
export function makeScratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-sample-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file or folder of them, in this folder. */
export function copySample(path: string, folder: string): string {
  const copy = join(folder, basename(path));
  cpSync(join(root, path), copy, { recursive: true });
  return copy;
}

/** Files of the corpus of these names and sizes, at these paths below the folder. */
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
