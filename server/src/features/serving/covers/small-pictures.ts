// Small pictures as files of this server: of books by the book's id, of uploaded covers by theirs. A book's says in a
// comment which of its pictures it was drawn from: another server may have seen the book change, and this one not.
import { createBlobStore } from '#infrastructure/blobs/blobs.ts';
import type { OwnedFile } from '#infrastructure/blobs/owned-files.ts';

export interface SmallPicture {
  bytes: Uint8Array;
  writtenMs: number;
}

/** Which picture a small one was drawn from: a short word; `''` where there never is another one, and for no mark. */
type Version = string;

interface Staged {
  /** Puts the picture in its place. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

export interface SmallPictures {
  /** Undefined also where there is one of another version. */
  find(id: string, version: Version): Promise<SmallPicture | undefined>;
  /** Whatever it was drawn from. */
  findAny(id: string): Promise<SmallPicture | undefined>;
  write(id: string, version: Version, jpeg: Uint8Array): Promise<void>;
  stage(id: string, version: Version, jpeg: Uint8Array): Promise<Staged>;
  remove(id: string): Promise<void>;
  /** Every file. */
  list(): AsyncIterable<OwnedFile>;
}

export function createSmallPictures(folder: string): SmallPictures {
  const files = createBlobStore(folder, '.jpg');
  return {
    async find(id, version) {
      const found = await files.find(id);
      return found && readMark(found.bytes) === version ? found : undefined;
    },
    findAny: files.find,
    write: (id, version, jpeg) => files.write(id, mark(jpeg, version)),
    stage: (id, version, jpeg) => files.stage(id, mark(jpeg, version)),
    remove: files.remove,
    list: files.list,
  };
}

// JPEG (ITU-T T.81, B.1.1): a picture begins with SOI; JFIF wants its APP0 to follow at once.
const startOfImage = 0xffd8;
const app0 = 0xffe0;
const comment = 0xfffe;
const prefix = 'drawn from ';

/** Behind the segment that has to come first; 0 for what is no JPEG. */
function findPlace(jpeg: Buffer): number {
  if (jpeg.length < 6 || jpeg.readUInt16BE(0) !== startOfImage) return 0;
  return jpeg.readUInt16BE(2) === app0 ? 4 + jpeg.readUInt16BE(4) : 2;
}

function mark(bytes: Uint8Array, version: Version): Uint8Array {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const place = version === '' ? 0 : findPlace(jpeg);
  if (place === 0) return bytes;
  const text = Buffer.from(prefix + version, 'latin1');
  const head = Buffer.alloc(4);
  head.writeUInt16BE(comment, 0);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, place), head, text, jpeg.subarray(place)]);
}

function readMark(jpeg: Buffer): Version {
  const place = findPlace(jpeg);
  if (place === 0 || place + 4 > jpeg.length || jpeg.readUInt16BE(place) !== comment) return '';
  const text = jpeg.toString('latin1', place + 4, place + 2 + jpeg.readUInt16BE(place + 2));
  return text.startsWith(prefix) ? text.slice(prefix.length) : '';
}
