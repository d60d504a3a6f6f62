// Stages a verified and migrated backup. Runs in a worker process because it takes long and is partly synchronous. Data
// in use are not changed.
import { createWriteStream } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { streamEntry } from '@lectern/formats/archive/entries/stream';
import { openFileSource } from '@lectern/formats/source';
import { startsLikeDatabase, upgradeGivenDatabase } from '#infrastructure/database/restorable.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import { findFreeBytes } from '#infrastructure/files/free-bytes.ts';
import { makeFolder } from '#infrastructure/files/make-folder.ts';
import { migrations } from '#schema/migrations.ts';
import { type Contents, type Manifest, readContents } from './contents.ts';
import { BackupRefused, toRefusal } from './refusal.ts';
import { readFacts } from './store.ts';

/** The location in which a restore is prepared. */
export interface RestoreFolder {
  /** A separate folder on the disk of the data folder. Its contents are deleted first. */
  folder: string;
  /** The staged database, on the disk of the current one. */
  databaseFile: string;
}

export interface PreparedRestore {
  manifest: Manifest | null;
  isUpgraded: boolean;
  missingFolders: string[];
}

/** Bytes that must remain free on the disk. */
const reserveBytes = 64 * 1024 * 1024;

/**
 * `source` is a backup, a database file, or a folder with `lectern.db`. Throws BackupRefused,
 * insufficient_storage, and errors of the file system.
 */
export async function prepareRestore(source: string, place: RestoreFolder): Promise<PreparedRestore> {
  await clear(place);
  makeFolder(place.folder);
  makeFolder(dirname(place.databaseFile));
  try {
    const manifest = await restore(source, place);
    const { found, isUpgraded } = await upgradeGivenDatabase(place.databaseFile, {
      migrations,
      look: readFacts,
    });
    if (!found.hasAdmin)
      throw new BackupRefused('no_administrator', reason('backup_no_administrator').message);
    return { manifest, isUpgraded, missingFolders: await listMissing(found.roots) };
  } catch (error) {
    await clear(place);
    throw toRefusal(error);
  }
}

/** Returns the manifest of a backup without decompressing it. Throws BackupRefused. */
export async function describeBackup(source: string): Promise<Manifest | null> {
  try {
    return (await isDatabase(source)) ? null : await withContents(source, ({ manifest }) => manifest);
  } catch (error) {
    throw toRefusal(error);
  }
}

/** Suffixes of file names that start with the name of the staged database. */
export const stagedEnds: readonly string[] = ['', '-wal', '-shm', '.model', '.model-wal', '.model-shm'];

export async function clear({ folder, databaseFile }: RestoreFolder): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const end of stagedEnds) await rm(databaseFile + end, { force: true });
}

async function restore(source: string, place: RestoreFolder): Promise<Manifest | null> {
  const isFolder = (await stat(source)).isDirectory();
  if (isFolder || (await isDatabase(source))) {
    await restoreDatabase(isFolder ? join(source, 'lectern.db') : source, place);
    return null;
  }
  return withContents(source, (contents, file) => unpack(contents, file, place));
}

async function isDatabase(source: string): Promise<boolean> {
  const file = openFileSource(source);
  try {
    return startsLikeDatabase(file.read(0, 16));
  } finally {
    file.close();
  }
}

type Source = ReturnType<typeof openFileSource>;

const toFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });

async function withContents<T>(
  path: string,
  work: (contents: Contents, source: Source) => T | Promise<T>,
): Promise<T> {
  const source = openFileSource(path);
  try {
    const mark = Buffer.from(source.read(0, 4)).toString('latin1');
    if (!mark.startsWith('PK'))
      throw new BackupRefused('not_a_backup', reason('backup_not_a_backup').message);
    return await work(readContents(source), source);
  } finally {
    source.close();
  }
}

async function unpack(contents: Contents, source: Source, place: RestoreFolder): Promise<Manifest> {
  await requireDiskSpace(contents.sizeBytes, place);
  const archive = { source, kind: 'zip' } as const;
  await streamEntry(archive, contents.database, () => toFile(place.databaseFile));
  return contents.manifest;
}

/** Includes the write-ahead log, if the program did not stop cleanly. */
async function restoreDatabase(from: string, place: RestoreFolder): Promise<void> {
  const sizeOf = (path: string) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    );
  await requireDiskSpace((await sizeOf(from)) + (await sizeOf(`${from}-wal`)), place);
  await copyFile(from, place.databaseFile);
  await copyFile(`${from}-wal`, `${place.databaseFile}-wal`).catch(ignoreMissing);
}

const ignoreMissing = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error;
};

async function requireDiskSpace(sizeBytes: number, { folder }: RestoreFolder): Promise<void> {
  const freeBytes = await findFreeBytes(folder);
  if (sizeBytes + reserveBytes <= freeBytes) return;
  const inMiB = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en')} MiB`;
  throw new Problem(
    'insufficient_storage',
    reason('backup_without_room', { size: inMiB(sizeBytes), left: inMiB(freeBytes) }),
  );
}

async function listMissing(folders: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const folder of folders) {
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isThere) missing.push(folder);
  }
  return missing;
}
