// What has changed in one folder: its files against the rows known of it. Pure.
import type { KnownFile } from '../books/index.ts';
import { toSidecarStamp } from './sidecars.ts';
import type { WalkedFile } from './walk.ts';

export interface FolderDiff {
  /** Files without a row. */
  added: WalkedFile[];
  /** Files whose size, time, form of name or sidecars differ from their row's. */
  changed: { file: WalkedFile; id: string }[];
  /** Rows without a file. */
  missing: KnownFile[];
}

/** With `deep`, every known file counts as changed. Unicode forms of one name (NFC, NFD) are one name. */
export function diffFolder(
  files: readonly WalkedFile[],
  known: readonly KnownFile[],
  deep = false,
): FolderDiff {
  const byName = new Map(known.map((row) => [row.fileName, row]));
  const byNormalName = new Map(known.map((row) => [row.fileName.normalize('NFC'), row]));
  const exact = new Set(files.map((file) => file.name));
  const diff: FolderDiff = { added: [], changed: [], missing: [] };
  const seen = new Set<string>();
  for (const file of files) {
    const other = byNormalName.get(file.name.normalize('NFC'));
    // A file system that gives names back in another form must not double the library.
    const row =
      byName.get(file.name) ??
      (other && !exact.has(other.fileName) && !seen.has(other.id) ? other : undefined);
    if (!row) {
      diff.added.push(file);
      continue;
    }
    seen.add(row.id);
    const same =
      row.fileSize === file.sizeBytes &&
      row.fileModifiedUs === file.modifiedUs &&
      row.fileName === file.name &&
      row.sidecarStamp === toSidecarStamp(file.sidecars);
    if (!same || deep) diff.changed.push({ file, id: row.id });
  }
  diff.missing = known.filter((row) => !seen.has(row.id));
  return diff;
}
