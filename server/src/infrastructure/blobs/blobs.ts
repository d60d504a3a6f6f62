// The server's own files by id, such as thumbnails. Files are written completely or not at all.
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { listOwnedFiles, type OwnedFile } from './owned-files.ts';

interface Blob {
  bytes: Buffer;
  writtenMs: number;
}

/** Blobs below `folder`, spread over 256 folders. Ids are generated UUIDs or hashes, never text of a caller. */
export class BlobStore {
  readonly #folder: string;
  readonly #extension: string;

  constructor(folder: string, extension: string) {
    this.#folder = folder;
    this.#extension = extension;
  }

  find(id: string): Promise<Blob | undefined> {
    return readBlob(this.#pathOf(id)).catch(noneIfMissing);
  }

  write(id: string, bytes: Uint8Array): Promise<void> {
    return writeWhole(this.#pathOf(id), bytes);
  }

  /** Writes a temporary file. `keep` replaces the blob by it. */
  stage(id: string, bytes: Uint8Array): Promise<StagedFile> {
    return stageWhole(this.#pathOf(id), bytes);
  }

  remove(id: string): Promise<void> {
    return rm(this.#pathOf(id), { force: true });
  }

  /** Lists all files. */
  list(): AsyncIterable<OwnedFile> {
    return listOwnedFiles(this.#folder, (path) => basename(path, this.#extension));
  }

  #pathOf(id: string) {
    return join(this.#folder, id.slice(-2), `${id}${this.#extension}`);
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

async function readBlob(path: string): Promise<Blob> {
  const file = await open(path, 'r');
  try {
    const { mtimeMs } = await file.stat();
    return { bytes: await file.readFile(), writtenMs: mtimeMs };
  } finally {
    await file.close();
  }
}

interface WriteOptions {
  /** Waits until the bytes are on the disk. Not needed for caches, whose lost files are generated again. */
  durable?: boolean;
}

interface StagedFile {
  /** Idempotent. */
  keep(): Promise<void>;
  /** Deletes the temporary file unless it was kept. */
  discard(): Promise<void>;
}

/** Writes a temporary file and renames it, so that a reader sees either the old or the new bytes. */
export async function writeWhole(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<void> {
  const staged = await stageWhole(path, bytes, options);
  try {
    await staged.keep();
  } finally {
    await staged.discard();
  }
}

async function stageWhole(
  path: string,
  bytes: Uint8Array,
  { durable = true }: WriteOptions = {},
): Promise<StagedFile> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  let file: FileHandle | undefined;
  try {
    file = await openForWriting(temporary);
    await file.writeFile(bytes);
    if (durable) await file.datasync();
    await file.close();
  } catch (error) {
    await file?.close().catch(() => {});
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  let isKept = false;
  return {
    async keep() {
      if (!isKept) await rename(temporary, path);
      isKept = true;
    },
    async discard() {
      if (!isKept) await rm(temporary, { force: true }).catch(() => {});
    },
  };
}

async function openForWriting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    await mkdir(dirname(path), { recursive: true });
    return open(path, 'wx');
  }
}
