// Writes a zip for an EPUB (OCF 3, section 4.2): in the given order, without extra fields, and deterministic.
import { makeZipEntry } from '../../archive/zip/new-entry.ts';
import { makeEndRecords } from '../../archive/zip/stored-zip.ts';

export interface ZipMember {
  name: string;
  bytes: Uint8Array;
  /** True for images and other data that does not compress. */
  isStored: boolean;
}

/** The earliest date of a zip. */
const modifiedAt = new Date(1980, 0, 1);
/** Number of buffers that are joined, and size of a buffer that is not copied. */
const blockLength = 100;
const largeBytes = 64 * 1024;

/** Packs one member at a time, so that a generator can make each member when the previous one is written. */
export function writeZip(members: Iterable<ZipMember>): Buffer {
  const file = new Blocks();
  const directory = new Blocks();
  let count = 0;
  for (const { name, bytes, isStored } of members) {
    const entry = { rawName: Buffer.from(name), content: bytes, isStored, modifiedAt, offset: file.length };
    const { local, packed, central } = makeZipEntry(entry);
    file.add(local);
    file.add(packed);
    directory.add(central);
    count += 1;
  }
  const end = makeEndRecords({ count, directoryBytes: directory.length, directoryOffset: file.length });
  return Buffer.concat([...file.finish(), ...directory.finish(), end]);
}

/** Joins small buffers, because zlib returns a part of 16 KiB of memory for each short document. */
class Blocks {
  readonly #full: Uint8Array[] = [];
  #block: Uint8Array[] = [];
  length = 0;

  add(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (bytes.length >= largeBytes) this.#full.push(this.#join(), bytes);
    else if (this.#block.push(bytes) >= blockLength) this.#full.push(this.#join());
  }

  finish(): Uint8Array[] {
    return [...this.#full, this.#join()];
  }

  #join(): Buffer {
    const block = Buffer.concat(this.#block);
    this.#block = [];
    return block;
  }
}
