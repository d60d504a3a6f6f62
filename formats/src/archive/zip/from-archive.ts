// Converts any archive to a zip of stored files, which every comic reader supports. Entries keep their names
// and content. Images are compressed already, so storing them costs no space.
import { crc32 } from 'node:zlib';
import { FormatError } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry, ArchiveIndex } from '../entry.ts';
import { refuseUnreadable } from '../faults.ts';
import { openArchiveIndex } from '../open.ts';
import { listPageEntries } from '../pages.ts';
import { readPositions } from '../read.ts';
import { readZipIndex } from './directory.ts';
import { readZipEntry } from './read.ts';
import { finishZip, type LocatedMember, locateMember, makeDirectory, makeLocalHeader } from './stored-zip.ts';

const maxCommentBytes = 0xffff;

interface Written {
  /** Position of the entry in the source archive. */
  position: number;
  member: LocatedMember;
  crc32: number;
}

interface Conversion {
  source: ByteSource;
  limits: Limits;
  /** Receives the zip in parts. */
  write(bytes: Uint8Array): void;
}

/**
 * Writes the files of the archive; folders are omitted, because the names of their files contain them. Throws
 * FormatError if an entry cannot be read or is a link. The written bytes are then useless.
 */
export async function convertToZip({ source, limits, write }: Conversion): Promise<void> {
  const index = await openArchiveIndex(source, limits);
  refuseUnreadable(index);
  const positions = index.entries.flatMap((entry, position) => (entry.isDirectory ? [] : [position]));
  for (const position of positions) refuseLink(index.entries[position]);
  const written: Written[] = [];
  let offset = 0;
  await readPositions({
    source,
    limits,
    positions,
    onEntry(position, content) {
      const entry = index.entries[position];
      if (content instanceof FormatError) throw toFault(content, entry);
      if (!entry) throw damaged('The archive lists an entry that it does not contain');
      const member = locateMember({ name: entry.name, sizeBytes: content.length }, offset);
      const sum = crc32(content);
      write(makeLocalHeader(member, sum));
      write(content);
      offset = member.dataOffset + content.length;
      written.push({ position, member, crc32: sum });
    },
  });
  if (written.length !== positions.length) throw damaged('The archive ends before its last entry');
  written.sort((a, b) => a.position - b.position);
  const zip = finishZip(
    written.map(({ member }) => member),
    offset,
  );
  const sums = written.map((member) => member.crc32);
  write(makeDirectory(zip, sums, toComment(index.comment)));
}

/** Omits a comment that is too long for a zip. */
function toComment(comment = ''): Uint8Array {
  const bytes = Buffer.from(comment);
  return bytes.length <= maxCommentBytes ? bytes : Buffer.alloc(0);
}

/**
 * Throws FormatError `parser` unless the zip contains all files of the archive, each readable, and the same
 * pages in the same order.
 */
export async function checkConverted(before: ByteSource, after: ByteSource, limits: Limits): Promise<void> {
  const old = await openArchiveIndex(before, limits);
  const now = readZipIndex(after, limits);
  for (const entry of now.entries) readZipEntry(after, entry, limits);
  const isSame =
    JSON.stringify(listFiles(old)) === JSON.stringify(listFiles(now)) &&
    JSON.stringify(listPages(old)) === JSON.stringify(listPages(now)) &&
    haveSameSums(old, now);
  if (!isSame) throw damaged('The converted file differs from the archive');
}

const toName = (name: string): string => name.replaceAll('\\', '_');

const filesOf = ({ entries }: ArchiveIndex) => entries.filter(({ isDirectory }) => !isDirectory);

const listFiles = (index: ArchiveIndex) =>
  filesOf(index).map(({ name, sizeBytes }) => [toName(name), sizeBytes]);

const listPages = (index: ArchiveIndex) => listPageEntries(index).map(({ name }) => toName(name));

/** Compares checksums where the archive has them. */
function haveSameSums(old: ArchiveIndex, now: ArchiveIndex): boolean {
  const files = filesOf(now);
  return filesOf(old).every((entry, i) => entry.crc32 === undefined || entry.crc32 === files[i]?.crc32);
}

function refuseLink(entry: ArchiveEntry | undefined): void {
  if (entry?.isSymlink)
    throw new FormatError('parser', 'The archive contains a link', { reason: 'link', entry: entry.name });
}

const toFault = ({ message, reason }: FormatError, entry: ArchiveEntry | undefined) =>
  new FormatError('parser', message, { ...(reason && { reason }), ...(entry && { entry: entry.name }) });

const damaged = (message: string) => new FormatError('parser', message, { reason: 'damaged' });
