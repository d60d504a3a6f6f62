// The changes of one folder: its files compared with its rows. Pure.

import type { KnownFile } from '#features/libraries/books/index.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { createYielder } from '#infrastructure/yield.ts';
import { toSidecarStamp } from './sidecars.ts';
import type { WalkedFile } from './walk.ts';

export interface FolderDiff {
  /** Files without a row, in file order. */
  added: WalkedFile[];
  /** Files whose size, time, Unicode form of the name or sidecars differ from their row, in file order. */
  changed: { file: WalkedFile; id: string }[];
  /** Rows without a file. */
  missing: KnownFile[];
}

/** Files to compare before yielding to the event loop. */
const atOnce = 500;

/**
 * With `deep`, every known file counts as changed. Unicode forms of a name (NFC, NFD) are equal. Yields to the event
 * loop, because a folder may contain hundreds of thousands of files.
 */
export async function diffFolder(
  files: readonly WalkedFile[],
  known: readonly KnownFile[],
  deep = false,
): Promise<FolderDiff> {
  const yieldIfDue = createYielder();
  const left = new Map<string, KnownFile>();
  for (const part of chunks(known, atOnce)) {
    for (const row of part) left.set(row.fileName, row);
    await yieldIfDue();
  }
  const findOther = createOtherForms(files, left);
  const diff: FolderDiff = { added: [], changed: [], missing: [] };
  for (const part of chunks(files, atOnce)) {
    for (const file of part) {
      const row = left.get(file.name) ?? findOther(file.name);
      if (!row) {
        diff.added.push(file);
        continue;
      }
      left.delete(row.fileName);
      const same =
        row.fileSize === file.sizeBytes &&
        row.fileModifiedUs === file.modifiedUs &&
        row.fileName === file.name &&
        row.sidecarStamp === toSidecarStamp(file);
      if (!same || deep) diff.changed.push({ file, id: row.id });
    }
    await yieldIfDue();
  }
  diff.missing = [...left.values()];
  return diff;
}

/**
 * Finds the row of a name in another Unicode form: file systems that return names in another form must not duplicate
 * the library. Ignores rows whose exact name exists as a file. The index is only built if a name has several forms.
 */
function createOtherForms(files: readonly WalkedFile[], left: ReadonlyMap<string, KnownFile>) {
  let byForm: Map<string, KnownFile> | undefined;
  let names: Set<string> | undefined;
  return (name: string): KnownFile | undefined => {
    byForm ??= new Map(
      [...left.values()]
        .filter(({ fileName }) => hasForms(fileName))
        .map((row) => [row.fileName.normalize('NFC'), row]),
    );
    if (byForm.size === 0 && !hasForms(name)) return undefined;
    const form = name.normalize('NFC');
    const row = left.get(form) ?? byForm.get(form);
    if (!row || left.get(row.fileName) !== row) return undefined;
    names ??= new Set(files.map((file) => file.name));
    return names.has(row.fileName) ? undefined : row;
  };
}

const hasForms = (name: string): boolean => /[^\0-\x7f]/.test(name);
