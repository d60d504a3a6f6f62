// Identifies the content of a book without reading all of it (`fileHash` with hashing by fingerprint).
// Every digest is a full SHA-256. It costs 1 to 2 µs for these few kilobytes, prevents deliberate collisions, and fits
// the same column as a full hash.
import { createHash, hash } from 'node:crypto';
import type { ArchiveEntry, ArchiveIndex } from '../archive/entry.ts';
import { findImageTypeOfName } from '../archive/pages.ts';
import { type FolderSource, isFolderSource } from '../folder/source.ts';
import type { ByteSource } from '../source.ts';

const blockBytes = 16 * 1024;
const blockCount = 8;
const pageHeadBytes = 4096;

/**
 * Returns 64 hex digits. Copies under other file names have the same fingerprint. The hashed data depends on the kind of
 * the source:
 * - Archive: name, size and CRC-32 of every entry in archive order, from the index.
 * - Other files (without an index), archives with unreadable names, and archives without checksums (tar): the size and
 *   eight blocks of 16 KiB spread evenly over the file, or the whole file if it is not larger.
 * - Folder: name, size and the first 4 KiB of every page. Modification times and other files are ignored.
 */
export function computeFingerprint(source: ByteSource, index?: ArchiveIndex): string {
  if (isFolderSource(source)) return hashFolder(source);
  const isKnownByIndex =
    index && !index.hasEncryptedHeaders && !(index.entries.length > 0 && index.entries.every(isUnchecked));
  return isKnownByIndex ? hash('sha256', index.entries.map(toLine).join('')) : hashSamples(source);
}

const isUnchecked = ({ crc32 }: ArchiveEntry): boolean => crc32 === undefined;

/** Names with other stored bytes are hashed as these bytes, so that better decoding does not change a fingerprint. */
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
