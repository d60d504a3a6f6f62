// Files that end with the version of the data that they were generated from. Another server may have changed the data
// without notice to this one.
import { BlobStore } from './blobs.ts';
import type { OwnedFile } from './owned-files.ts';

export interface VersionedBlob {
  bytes: Uint8Array;
  writtenMs: number;
}

/** A text of 14 characters; `''` if the data never change. */
type Version = string;
export const versionLength = 14;

interface Staged {
  /** Moves the blob to its final path. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** For images: bytes after their end do not prevent other programs from opening the files. */
export class VersionedBlobs {
  readonly #files: BlobStore;

  constructor(folder: string, extension: string) {
    this.#files = new BlobStore(folder, extension);
  }

  /** Also undefined if only another version exists. */
  async find(id: string, version: Version): Promise<VersionedBlob | undefined> {
    const found = await this.#findMarked(id);
    return found?.version === version ? found : undefined;
  }

  /** Returns the blob of any version. */
  findAny(id: string): Promise<VersionedBlob | undefined> {
    return this.#findMarked(id);
  }

  write(id: string, version: Version, bytes: Uint8Array): Promise<void> {
    return this.#files.write(id, mark(bytes, version));
  }

  stage(id: string, version: Version, bytes: Uint8Array): Promise<Staged> {
    return this.#files.stage(id, mark(bytes, version));
  }

  remove(id: string): Promise<void> {
    return this.#files.remove(id);
  }

  /** Lists all files. */
  list(): AsyncIterable<OwnedFile> {
    return this.#files.list();
  }

  async #findMarked(id: string) {
    const found = await this.#files.find(id);
    return found && { ...found, ...split(found.bytes) };
  }
}

const prefix = 'drawn from ';
const markLength = prefix.length + versionLength;

const mark = (bytes: Uint8Array, version: Version): Uint8Array =>
  version === '' ? bytes : Buffer.concat([bytes, Buffer.from(prefix + version, 'latin1')]);

function split(bytes: Buffer): { bytes: Buffer; version: Version } {
  const end = bytes.length - markLength;
  const text = end > 0 ? bytes.toString('latin1', end) : '';
  return text.startsWith(prefix)
    ? { bytes: bytes.subarray(0, end), version: text.slice(prefix.length) }
    : { bytes, version: '' };
}
