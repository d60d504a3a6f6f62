// Layout of a zip of stored files, and all of its parts except the files themselves (APPNOTE 6.3.10, sections
// 4.3.7, 4.3.12, 4.3.14 to 4.3.16). The result depends only on names, sizes and checksums, so the same files
// always give the same zip.

export interface ZipMember {
  name: string;
  sizeBytes: number;
}

export interface LocatedMember extends ZipMember {
  rawName: Uint8Array;
  /** Offsets of the local header and of the data after it. */
  headerOffset: number;
  dataOffset: number;
}

export interface StoredZip {
  members: readonly LocatedMember[];
  /** Offset of the central directory, which is followed only by the end records. */
  directoryOffset: number;
  sizeBytes: number;
}

const localBytes = 30;
const centralBytes = 46;
const zip64FieldBytes = 12;
const endBytes = 22;
const zip64EndBytes = 56;
const zip64LocatorBytes = 20;
const max16 = 0xffff;
const max32 = 0xffff_ffff;
/** Names are UTF-8. */
const flags = 0x0800;
/**
 * 1980-01-01, the earliest date. A fixed date, because copies of a file have different times but the same
 * bytes.
 */
const dosDate = 0x0021;
const version = 10;
const zip64Version = 45;

/** Throws RangeError for a member of 4 GiB or more. */
export function createStoredZip(members: readonly ZipMember[]): StoredZip {
  let offset = 0;
  const all = members.map((member): LocatedMember => {
    const located = locateMember(member, offset);
    offset = located.dataOffset + located.sizeBytes;
    return located;
  });
  return finishZip(all, offset);
}

/** Locates a member whose header begins at `headerOffset`. Throws RangeError for 4 GiB or more. */
export function locateMember({ name, sizeBytes }: ZipMember, headerOffset: number): LocatedMember {
  if (sizeBytes >= max32) throw new RangeError('A member of the zip is too large');
  // Some systems allow a backslash in names. It must not become a path separator.
  const rawName = Buffer.from(name.replaceAll('\\', '_'));
  const dataOffset = headerOffset + localBytes + rawName.length;
  return { name, sizeBytes, rawName, headerOffset, dataOffset };
}

/** Completes the zip of consecutive members that end at `offset`. */
export function finishZip(members: readonly LocatedMember[], offset: number): StoredZip {
  const directoryBytes = members.reduce((sum, member) => sum + centralBytesOf(member), 0);
  const zip64Bytes = needsZip64(members, offset, directoryBytes) ? zip64EndBytes + zip64LocatorBytes : 0;
  return {
    members,
    directoryOffset: offset,
    sizeBytes: offset + directoryBytes + zip64Bytes + endBytes,
  };
}

const isFar = ({ headerOffset }: LocatedMember): boolean => headerOffset >= max32;

const centralBytesOf = (member: LocatedMember): number =>
  centralBytes + member.rawName.length + (isFar(member) ? zip64FieldBytes : 0);

const needsZip64 = (members: readonly LocatedMember[], offset: number, directoryBytes: number): boolean =>
  members.length >= max16 || offset >= max32 || directoryBytes >= max32;

export function makeLocalHeader({ rawName, sizeBytes }: LocatedMember, crc32: number): Buffer {
  const header = Buffer.alloc(localBytes + rawName.length);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(version, 4);
  writeFacts(header, 6, { rawName, sizeBytes, crc32 });
  header.set(rawName, localBytes);
  return header;
}

/** Writes the fields that local and central headers share, from the flags to the length of the name. */
function writeFacts(
  header: Buffer,
  at: number,
  { rawName, sizeBytes, crc32 }: Pick<LocatedMember, 'rawName' | 'sizeBytes'> & { crc32: number },
): void {
  header.writeUInt16LE(flags, at);
  header.writeUInt16LE(dosDate, at + 6);
  header.writeUInt32LE(crc32, at + 8);
  header.writeUInt32LE(sizeBytes, at + 12);
  header.writeUInt32LE(sizeBytes, at + 16);
  header.writeUInt16LE(rawName.length, at + 20);
}

/** Returns the central directory and the end records. `crcs` are the checksums of the members in order. */
export function makeDirectory(
  { members, directoryOffset }: StoredZip,
  crcs: readonly number[],
  comment?: Uint8Array,
): Buffer {
  const entries = members.map((member, i) => makeCentralHeader(member, crcs[i] ?? 0));
  const directoryBytes = entries.reduce((sum, entry) => sum + entry.length, 0);
  const facts = { count: members.length, directoryBytes, directoryOffset };
  return Buffer.concat([...entries, makeEndRecords(facts, comment)]);
}

/** Returns the records that follow the central directory. */
export function makeEndRecords(facts: DirectoryFacts, comment: Uint8Array = new Uint8Array(0)): Buffer {
  const { count, directoryBytes, directoryOffset } = facts;
  const isLarge = count >= max16 || directoryOffset >= max32 || directoryBytes >= max32;
  const end = makeEnd(facts);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...(isLarge ? [makeZip64End(facts)] : []), end, comment]);
}

function makeCentralHeader(member: LocatedMember, crc32: number): Buffer {
  const header = Buffer.alloc(centralBytesOf(member));
  const far = isFar(member);
  header.write('PK\x01\x02', 'latin1');
  header.writeUInt16LE(far ? zip64Version : version, 4);
  header.writeUInt16LE(far ? zip64Version : version, 6);
  writeFacts(header, 8, { ...member, crc32 });
  header.writeUInt32LE(Math.min(member.headerOffset, max32), 42);
  header.set(member.rawName, centralBytes);
  if (far) {
    const at = centralBytes + member.rawName.length;
    header.writeUInt16LE(zip64FieldBytes, 30);
    header.writeUInt16LE(1, at);
    header.writeUInt16LE(zip64FieldBytes - 4, at + 2);
    header.writeBigUInt64LE(BigInt(member.headerOffset), at + 4);
  }
  return header;
}

interface DirectoryFacts {
  count: number;
  directoryBytes: number;
  directoryOffset: number;
}

function makeZip64End({ count, directoryBytes, directoryOffset }: DirectoryFacts): Buffer {
  const end = Buffer.alloc(zip64EndBytes + zip64LocatorBytes);
  end.write('PK\x06\x06', 'latin1');
  end.writeBigUInt64LE(BigInt(zip64EndBytes - 12), 4);
  end.writeUInt16LE(zip64Version, 12);
  end.writeUInt16LE(zip64Version, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(directoryBytes), 40);
  end.writeBigUInt64LE(BigInt(directoryOffset), 48);
  end.write('PK\x06\x07', zip64EndBytes, 'latin1');
  end.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), zip64EndBytes + 8);
  end.writeUInt32LE(1, zip64EndBytes + 16);
  return end;
}

function makeEnd({ count, directoryBytes, directoryOffset }: DirectoryFacts): Buffer {
  const end = Buffer.alloc(endBytes);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, max32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, max32), 16);
  return end;
}
