// What identifies a book's content without reading all of it (`fileHash` with hashing by fingerprint).
// Every digest here is SHA-256 in full: on these few kilobytes it costs 1 to 2 µs, less than any shorter digest
// would save, nobody can make two books collide, and both kinds of hash fit one column.
import { createHash, hash } from 'node:crypto';
import type { ArchiveEntry, ArchiveIndex } from '../archive/entry.ts';
import { findImageTypeOfName } from '../archive/pages.ts';
import { type FolderSource, isFolderSource } from '../folder/source.ts';
import type { ByteSource } from '../source.ts';

const blockBytes = 16 * 1024;
const blockCount = 8;
const pageHeadBytes = 4096;

/**
 * Hex, 64 digits; the same for a copy under any name. Of an archive: every entry's name, size and CRC-32 in archive
 * order, as the index says. Of anything else (pass no index), and of archives whose names cannot be read or that keep
 * no checksums (tar): the size and eight blocks of 16 KiB spread evenly from the beginning to the end, or the whole when
 * it is no larger. Of a folder: the name, the size and the first 4 KiB of every page; its time and what is said of it
 * beside its pages do not count.
 */
export function computeFingerprint(source: ByteSource, index?: ArchiveIndex): string {
  if (isFolderSource(source)) return hashFolder(source);
  const isKnownByIndex =
    index && !index.hasEncryptedHeaders && !(index.entries.length > 0 && index.entries.every(isUnchecked));
  return isKnownByIndex ? hash('sha256', index.entries.map(toLine).join('')) : hashSamples(source);
}

const isUnchecked = ({ crc32 }: ArchiveEntry): boolean => crc32 === undefined;

/** A name that is not simply its text stands as its bytes, so that better decoding will not change a fingerprint. */
function toLine({ name, rawName, sizeBytes, crc32 }: ArchiveEntry): string {
  const identity = rawName ? `\x01${Buffer.from(rawName).toString('hex')}` : name;
  return `${identity}\0${sizeBytes}\0${crc32 ?? ''}\n`;
}

function hashSamples(source: ByteSource): string {
  const digest = createHash('sha256').update(`${source.size}\n`);
  if (source.size <= blockBytes * blockCount) return digest.update(source.read(0, source.size)).digest('hex');
  const step = (source.size - blockBytes) / (blockCount - 1);
  for (let i = 0; i < blockCount; i++) digest.update(source.read(Math.floor(step * i), blockBytes));
  return digest.digest('hex');
}

function hashFolder(source: FolderSource): string {
  const digest = createHash('sha256');
  for (const [place, { name, sizeBytes }] of source.zip.members.entries()) {
    if (findImageTypeOfName(name) === undefined) continue;
    digest.update(`${name.normalize('NFC')}\0${sizeBytes}\n`);
    digest.update(source.readFile(place, 0, Math.min(pageHeadBytes, sizeBytes)));
  }
  return digest.digest('hex');
}
