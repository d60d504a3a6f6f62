// Files of a server that say at their end which version of something they were made of: another server may have seen it
// change, and this one not.
import { createBlobStore } from './blobs.ts';
import type { OwnedFile } from './owned-files.ts';

export interface VersionedBlob {
  bytes: Uint8Array;
  writtenMs: number;
}

/** A word of 14 letters; `''` where there never is another version. */
type Version = string;
export const versionLength = 14;

interface Staged {
  /** Puts the blob in its place. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

export interface VersionedBlobs {
  /** Undefined also where there is one of another version. */
  find(id: string, version: Version): Promise<VersionedBlob | undefined>;
  /** Of whatever version. */
  findAny(id: string): Promise<VersionedBlob | undefined>;
  write(id: string, version: Version, bytes: Uint8Array): Promise<void>;
  stage(id: string, version: Version, bytes: Uint8Array): Promise<Staged>;
  remove(id: string): Promise<void>;
  /** Every file. */
  list(): AsyncIterable<OwnedFile>;
}

/** Of pictures: what stands behind their end does not keep others from opening the files. */
export function createVersionedBlobs(folder: string, extension: string): VersionedBlobs {
  const files = createBlobStore(folder, extension);
  const findMarked = async (id: string) => {
    const found = await files.find(id);
    return found && { ...found, ...split(found.bytes) };
  };
  return {
    async find(id, version) {
      const found = await findMarked(id);
      return found?.version === version ? found : undefined;
    },
    findAny: findMarked,
    write: (id, version, bytes) => files.write(id, mark(bytes, version)),
    stage: (id, version, bytes) => files.stage(id, mark(bytes, version)),
    remove: files.remove,
    list: files.list,
  };
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
