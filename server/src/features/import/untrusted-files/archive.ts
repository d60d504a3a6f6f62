// Unpacks an untrusted zip, tar or tar.gz with an export, a backup or a database and its files. Rejects entries outside
// the folder, links, and archives that expand excessively, before writing any of their bytes.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { streamEntry } from '@lectern/formats/archive/entries/stream';
import type { ArchiveEntry } from '@lectern/formats/archive/entry';
import { type DetectedIndex, readArchiveIndex } from '@lectern/formats/archive/open';
import { findPacking } from '@lectern/formats/archive/packed-tar/packing';
import { detectKind } from '@lectern/formats/detect';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import { type ByteSource, bytesSource, openFileSource } from '@lectern/formats/source';
import { PeerRefused } from '#features/import/snapshot/index.ts';
import { databasePlaces } from '#infrastructure/database/given/find.ts';
import { maxGivenBytes } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';

const MiB = 1024 ** 2;
const headBytes = 2_048;
const kinds = ['zip', 'tar'];
const limits = { ...defaultLimits, maxEntries: 1_000_000, maxIndexBytes: 512 * MiB };
const maxFiles = 500_000;
/** Unpacked size that is always allowed, and the maximum compression ratio above it. */
const freeBytes = 256 * MiB;
const maxRatio = 200;
const maxDepth = 32;

/** Whether the file starts like a supported archive. */
export async function isArchive(file: string): Promise<boolean> {
  if (!(await stat(file).catch(() => undefined))?.isFile()) return false;
  const opened = await open(file).catch(() => undefined);
  try {
    const read = await opened?.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return read !== undefined && isArchiveStart(read.buffer.subarray(0, read.bytesRead));
  } finally {
    await opened?.close();
  }
}

/** Whether these first bytes of a file belong to a supported archive. */
export const isArchiveStart = (head: Uint8Array): boolean =>
  findPacking(head) === 'gzip' || kinds.includes(detectKind(bytesSource(head.subarray(0, headBytes))));

/**
 * Unpacks the importable files into a new folder below `folder` and returns its path. Throws PeerRefused with a
 * user-readable message; partially written files are not removed. `shown`: file name for messages.
 */
export async function unpackGiven(file: string, folder: string, shown = file): Promise<string> {
  const target = join(folder, 'unpacked');
  await mkdir(target, { mode: 0o700 });
  try {
    return await unpack(await toPlain(file, folder), target, shown);
  } catch (error) {
    if (error instanceof FormatError)
      throw refuse(error.entry === undefined ? error.message : `${error.message} (${error.entry})`);
    throw error;
  }
}

/** Decompresses a tar.gz next to the target folder. */
async function toPlain(file: string, folder: string): Promise<string> {
  const source = openFileSource(file);
  const isPacked = findPacking(source.read(0, headBytes)) === 'gzip';
  source.close();
  if (!isPacked) return file;
  const plain = join(folder, 'plain.tar');
  const most = mostBytes(source.size);
  let total = 0;
  async function* atMost(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      total += chunk.length;
      if (total > most) throw tooLarge();
      yield chunk;
    }
  }
  const target = createWriteStream(plain, { flags: 'wx', mode: 0o600 });
  await pipeline(createReadStream(file), createGunzip({ chunkSize: MiB }), atMost, target).catch(
    (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      throw /^Z_/.test(code) ? refuse('it is damaged or incomplete') : error;
    },
  );
  return plain;
}

async function unpack(file: string, target: string, shown: string): Promise<string> {
  const source = openFileSource(file);
  try {
    const index = readArchiveIndex(source, limits);
    const files = chooseFiles(index, shown);
    const total = files.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
    if (files.length > maxFiles || total > mostBytes(source.size)) throw tooLarge();
    await writeFiles({ source, index }, files, target);
    return target;
  } finally {
    source.close();
  }
}

const mostBytes = (packedBytes: number): number =>
  Math.min(maxGivenBytes, Math.max(freeBytes, packedBytes * maxRatio));

interface Chosen {
  entry: ArchiveEntry;
  /** Folder names and file name, relative to the packed folder. */
  path: string[];
}

/** Files that identify a supported archive, and folders to skip: files for other programs, and generated files. */
const marks = ['export.json', ...databasePlaces.filter((place) => !place.includes('/')), 'manifest.json'];
const leftIn = /^(?:metadata|read-lists|thumbnails|bookmarks|plugins|cache|logs|__MACOSX)$/;

/**
 * Selects the files in the folder that contains the marker file, because some archives contain the folder and others
 * only its contents.
 */
function chooseFiles({ entries }: DetectedIndex, shown: string): Chosen[] {
  const files = entries
    .filter(({ isDirectory }) => !isDirectory)
    .map((entry) => ({ entry, path: toPath(entry) }));
  const [mark] = files
    .filter(({ path }) => path[0] !== '__MACOSX' && marks.includes(path.at(-1) ?? ''))
    .toSorted((a, b) => a.path.length - b.path.length || rank(a) - rank(b));
  if (!mark) throw new PeerRefused(reason('import_not_found_in', { file: shown }));
  const root = mark.path.slice(0, -1);
  const chosen = files
    .filter(({ path }) => root.every((name, i) => path[i] === name))
    .map(({ entry, path }) => ({ entry, path: path.slice(root.length) }))
    .filter(({ path }) => path.length === 1 || !leftIn.test(path[0] ?? ''));
  if (chosen.some(({ path }) => path.length === 1 && path[0] === 'lectern.db'))
    throw new PeerRefused(reason('import_is_backup', { file: shown }));
  return chosen;
}

const rank = ({ path }: Chosen): number => marks.indexOf(path.at(-1) ?? '');

/** Throws PeerRefused for a path that is not plain or is outside the folder. */
function toPath(entry: ArchiveEntry): string[] {
  const { name } = entry;
  const path = name.split('/').filter((part, i) => !(i === 0 && part === '.'));
  const isPlain = path.every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0'));
  if (!isPlain || path.length === 0 || path.length > maxDepth || /^[a-z]:/i.test(name))
    throw refuse(`the path ${name.slice(0, 200)} is outside the archive`);
  if (entry.isSymlink) throw refuse(`${name.slice(0, 200)} is a link`);
  return path;
}

async function writeFiles(
  { source, index: { kind } }: { source: ByteSource; index: DetectedIndex },
  files: readonly Chosen[],
  target: string,
): Promise<void> {
  const made = new Set<string>();
  for (const { entry, path } of files) {
    const file = join(target, ...path);
    const folder = dirname(file);
    try {
      if (!made.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
      made.add(folder);
      const open = () => createWriteStream(file, { flags: 'wx', mode: 0o600 });
      await streamEntry({ source, kind }, entry, open);
    } catch (error) {
      throw toNameFault(error, entry) ?? error;
    }
  }
}

/** Errors for duplicate names, a file with the name of a folder, or a name that the file system rejects. */
function toNameFault(error: unknown, { name }: ArchiveEntry): PeerRefused | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['EEXIST', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL'].includes(code)
    ? refuse(`${name.slice(0, 200)} cannot be written as a file`)
    : undefined;
}

const refuse = (what: string): PeerRefused => new PeerRefused(reason('import_archive_refused', { what }));

const tooLarge = () => refuse('its contents are too large');
