// Reads zip entries of rare compression methods (deflate64, bzip2, LZMA, PPMd, XZ) with 7-Zip. Every entry
// gets a new program instance, which contains crashes and frees memory.
import { FormatError } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { checkContent } from '../entries/content.ts';
import type { ArchiveEntry, ArchiveMethod } from '../entry.ts';
import { checkDeclared, entryFault, unsupportedMethod } from '../faults.ts';
import { startSevenZip } from '../seven-zip/program.ts';
import { readPacked } from './local.ts';

/** APPNOTE 4.4.5. */
const methodNumbers: Partial<Record<ArchiveMethod, number>> = {
  deflate64: 9,
  bzip2: 12,
  lzma: 14,
  xz: 95,
  ppmd: 98,
};

/**
 * Like readZipEntry, for the methods that it does not support. 7-Zip writes no more than the declared size,
 * which is checked first. Only the worker process limits its time and the memory that a method's dictionary
 * claims (up to 2 GiB). Takes about 5 to 40 ms.
 */
export async function readRareZipEntry(
  source: ByteSource,
  entry: ArchiveEntry,
  limits: Limits,
): Promise<Uint8Array> {
  checkDeclared(entry, limits);
  const method = methodNumbers[entry.method];
  if (method === undefined) throw unsupportedMethod(entry);
  const archive = toOneEntryZip(entry, method, readPacked(source, entry, entry.packedBytes));
  const sevenZip = await startSevenZip();
  try {
    sevenZip.FS.writeFile('in.zip', archive);
    sevenZip.callMain(['x', 'in.zip', '-y', '-bd', '-p-', '-oout']);
    return checkContent(entry, sevenZip.FS.readFile('out/entry'));
  } catch (cause) {
    if (cause instanceof FormatError) throw cause;
    throw entryFault(entry, 'damaged', 'The entry cannot be unpacked: it is damaged', cause);
  }
}

/**
 * Builds an archive that contains only this entry under a fixed name, so that other parts of the original are
 * ignored.
 */
function toOneEntryZip(entry: ArchiveEntry, method: number, packed: Uint8Array): Uint8Array {
  const name = Buffer.from('entry');
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(63, 0);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(entry.crc32 ?? 0, 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(entry.sizeBytes, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed]);
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x3f\0'), fields, Buffer.alloc(14), name]);
  const end = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}
