// Compares the drop folder with its rows: finds new, growing and missing files. Files that are unchanged for a while
// are read once.
import { fileFormats } from '@lectern/contract/values';
import { chunks } from '#infrastructure/chunks.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { joinNames } from '#infrastructure/files/names.ts';
import { newId } from '#infrastructure/ids.ts';
import { Postponed } from '#infrastructure/tasks/define.ts';
import { type Reading, type ReadOptions, wasRead } from '../book-parsing/index.ts';
import { type Listing, toSidecarStamp, type WalkedFile } from '../discovery/index.ts';
import { toFacts } from './facts.ts';
import { type FolderDependencies, findFolder } from './folder.ts';
import * as store from './store.ts';

export interface LookDependencies extends FolderDependencies {
  database: Database;
  listing: Listing;
  reading: Reading;
  clock: Clock;
}

interface Listed {
  folder: string;
  file: WalkedFile;
}

interface Comparison {
  added: Listed[];
  changed: { row: store.KnownRow; file: WalkedFile }[];
  /** Unchanged files that were not read yet. */
  unread: { row: store.KnownRow; file: WalkedFile }[];
  goneIds: string[];
}

const readAtOnce = 200;

/** Undefined without a usable folder. */
export async function compare(deps: LookDependencies, signal: AbortSignal): Promise<Comparison | undefined> {
  const folder = await findFolder(deps);
  if (!folder || folder.problem) return undefined;
  const settings = {
    root: folder.path,
    allowedFormats: fileFormats,
    excludedPatterns: [],
    sharesFolders: false,
  };
  const known = new Map((await store.listKnown(deps.database.db)).map((row) => [row.pathHash, row]));
  const found: Comparison = { added: [], changed: [], unread: [], goneIds: [] };
  let isWhole = true;
  for await (const folders of deps.listing.walk(settings, signal)) {
    for (const { path, files, error } of folders) {
      isWhole &&= error === undefined;
      for (const file of files) note(found, known, { folder: path, file });
    }
  }
  // If the folder could not be read completely, no file counts as missing.
  if (isWhole)
    found.goneIds = [...known.values()].filter((row) => row.claimedUntil < deps.clock()).map(({ id }) => id);
  return found;
}

function note(found: Comparison, known: Map<string, store.KnownRow>, { folder, file }: Listed): void {
  const hash = store.toPathHash({ folder, name: file.name });
  const row = known.get(hash);
  known.delete(hash);
  if (!row) found.added.push({ folder, file });
  else if (!isSame(row, file)) found.changed.push({ row, file });
  else if (row.isRead === 0) found.unread.push({ row, file });
}

const isSame = (row: store.KnownRow, file: WalkedFile): boolean =>
  row.sizeBytes === file.sizeBytes &&
  row.modifiedUs === file.modifiedUs &&
  row.stamp === toSidecarStamp(file);

export const isAnythingNew = ({ added, changed, unread, goneIds }: Comparison): boolean =>
  added.length + changed.length + unread.length + goneIds.length > 0;

/** Postpones itself while files are changing. */
export async function look(deps: LookDependencies, signal: AbortSignal): Promise<{ read: number }> {
  const found = await compare(deps, signal);
  if (!found) return { read: 0 };
  const { database, clock, config } = deps;
  const settleMs = config.dropFolder.settleSeconds * 1000;
  const nowMs = clock();
  const fresh = found.added.map(({ folder, file }) => ({ file, row: toNewRow(folder, file, nowMs) }));
  await store.insert(
    database.db,
    fresh.map(({ row }) => row),
  );
  for (const { row, file } of found.changed) {
    const { sizeBytes, modifiedUs } = file;
    const state = { sizeBytes, modifiedUs, stamp: toSidecarStamp(file), seenAt: nowMs };
    await store.update(database.db, row.id, { ...state, reading: null, isDismissed: 0 });
    Object.assign(row, state);
  }
  await store.remove(database.db, found.goneIds);
  const waiting = [...fresh, ...found.changed, ...found.unread];
  const settled = waiting.filter(({ row }) => nowMs - row.seenAt >= settleMs);
  const read = await readAll(deps, settled, signal);
  if (read < waiting.length) throw new Postponed(Math.max(1_000, settleMs));
  return { read };
}

function toNewRow(folder: string, file: WalkedFile, nowMs: number): store.DroppedRow {
  const { name, sizeBytes, modifiedUs } = file;
  return {
    id: newId(),
    pathHash: store.toPathHash({ folder, name }),
    folder,
    name,
    sizeBytes,
    modifiedUs,
    stamp: toSidecarStamp(file),
    isFolder: file.stamp === undefined ? 0 : 1,
    seenAt: nowMs,
    reading: null,
    edits: '{}',
    isDismissed: 0,
    claim: null,
    claimedUntil: 0,
    foundAt: nowMs,
  };
}

type Waiting = {
  row: Pick<store.DroppedRow, 'id' | 'folder' | 'sizeBytes' | 'modifiedUs'>;
  file: WalkedFile;
};

/** Returns the number of files read. Files that change meanwhile are left to the next check. */
async function readAll(
  deps: LookDependencies,
  files: readonly Waiting[],
  signal: AbortSignal,
): Promise<number> {
  const folder = await findFolder(deps);
  if (!folder || folder.problem) return 0;
  let count = 0;
  for (const part of chunks(files, readAtOnce)) {
    const results: Parameters<ReadOptions['onResult']>[] = [];
    const wanted = part.map(({ row, file }) => ({
      root: folder.path,
      relativePath: joinNames(row.folder, file.name),
      ...(file.sidecars && { sidecars: file.sidecars.map(({ name }) => name) }),
    }));
    await deps.reading.readBooks(wanted, {
      settings: { hashing: 'fingerprint' },
      signal,
      onResult: (...result) => results.push(result),
    });
    for (const [index, result] of results) {
      const row = part[index]?.row;
      if (!row || !wasRead(result)) continue;
      await store.saveReading(deps.database.db, row, JSON.stringify(toFacts(result)));
      count++;
    }
  }
  return count;
}
