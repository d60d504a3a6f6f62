// The packed streams of a 7z archive, the chains of methods ("folders") that unpack them, and the files that
// each folder contains in sequence (7zFormat.txt, "StreamsInfo").
import { archiveFault } from '../faults.ts';
import { type Coder, methods } from './coders.ts';
import { type Cursor, damagedHeader } from './cursor.ts';

export interface Packed {
  /** Offset from the beginning of the file. */
  offset: number;
  sizeBytes: number;
}

/** One file of a folder. */
export interface Part {
  sizeBytes: number;
  crc32: number | undefined;
}

export interface Folder {
  coders: Coder[];
  /** Coders, bonds and streams as defined in the header. */
  definition: Uint8Array;
  packed: Packed[];
  /** Sizes of every output of every coder. */
  unpackedSizes: number[];
  /** Size of the output of the last method. */
  sizeBytes: number;
  crc32: number | undefined;
  parts: Part[];
}

/** Property numbers. */
export const ids = {
  end: 0x00,
  header: 0x01,
  archiveProperties: 0x02,
  additionalStreams: 0x03,
  mainStreams: 0x04,
  files: 0x05,
  packInfo: 0x06,
  unpackInfo: 0x07,
  subStreams: 0x08,
  size: 0x09,
  crc: 0x0a,
  folder: 0x0b,
  codersUnpackSize: 0x0c,
  numUnpackStream: 0x0d,
  emptyStream: 0x0e,
  emptyFile: 0x0f,
  names: 0x11,
  attributes: 0x15,
  packedHeader: 0x17,
} as const;

const maxCoders = 32;
const maxStreams = 64;
const dataBegin = 32;

/** Returns the folders of the archive with their parts. Throws FormatError `parser` damaged, too_large. */
export function parseStreams(cursor: Cursor, maxParts: number): Folder[] {
  let packed: Packed[] = [];
  let folders: Folder[] = [];
  let hasParts = false;
  for (let id = cursor.number(); id !== ids.end; id = cursor.number()) {
    if (id === ids.packInfo) packed = parsePackInfo(cursor);
    else if (id === ids.unpackInfo) folders = parseFolders(cursor, packed);
    else if (id === ids.subStreams) {
      parseParts(cursor, folders, maxParts);
      hasParts = true;
    } else throw damagedHeader();
  }
  if (!hasParts) for (const folder of folders) folder.parts = [toOnlyPart(folder)];
  return folders;
}

const toOnlyPart = ({ sizeBytes, crc32 }: Folder): Part => ({ sizeBytes, crc32 });

function parsePackInfo(cursor: Cursor): Packed[] {
  let offset = dataBegin + cursor.number();
  const count = cursor.count();
  let sizes: number[] = [];
  for (let id = cursor.number(); id !== ids.end; id = cursor.number()) {
    if (id === ids.size) sizes = Array.from({ length: count }, () => cursor.number());
    else if (id === ids.crc) parseDigests(cursor, count);
    else throw damagedHeader();
  }
  if (sizes.length !== count) throw damagedHeader();
  return sizes.map((sizeBytes) => {
    offset += sizeBytes;
    if (!Number.isSafeInteger(offset)) throw damagedHeader();
    return { offset: offset - sizeBytes, sizeBytes };
  });
}

function parseDigests(cursor: Cursor, count: number): (number | undefined)[] {
  return cursor.allOrBits(count).map((isThere) => (isThere ? cursor.u32() : undefined));
}

function parseFolders(cursor: Cursor, packed: readonly Packed[]): Folder[] {
  if (cursor.number() !== ids.folder) throw damagedHeader();
  const count = cursor.count();
  refuseExternal(cursor);
  let firstPacked = 0;
  const chains = Array.from({ length: count }, () => {
    const chain = parseFolder(cursor);
    firstPacked += chain.inputs;
    if (firstPacked > packed.length) throw damagedHeader();
    return { ...chain, packed: packed.slice(firstPacked - chain.inputs, firstPacked) };
  });
  if (cursor.number() !== ids.codersUnpackSize) throw damagedHeader();
  const folders = chains.map(({ coders, definition, packed: own, output }): Folder => {
    const unpackedSizes = coders.flatMap(({ outputs }) =>
      Array.from({ length: outputs }, () => cursor.number()),
    );
    const sizeBytes = unpackedSizes[output] ?? 0;
    return { coders, definition, packed: own, unpackedSizes, sizeBytes, crc32: undefined, parts: [] };
  });
  for (let id = cursor.number(); id !== ids.end; id = cursor.number()) {
    if (id !== ids.crc) throw damagedHeader();
    for (const [i, crc32] of parseDigests(cursor, count).entries())
      Object.assign(folders[i] ?? {}, { crc32 });
  }
  return folders;
}

export function refuseExternal(cursor: Cursor): void {
  if (cursor.byte() !== 0)
    throw archiveFault('damaged', "A part of the archive's header is in another stream");
}

/** `output` is the output that no other coder takes; `inputs` are the inputs that come from the file. */
export function parseFolder(cursor: Cursor) {
  const start = cursor.at();
  const count = cursor.number();
  if (count === 0 || count > maxCoders) throw damagedHeader();
  const coders = Array.from({ length: count }, () => parseCoder(cursor, start));
  const inputs = sum(coders.map((coder) => coder.inputs));
  const outputs = sum(coders.map((coder) => coder.outputs));
  if (inputs > maxStreams || outputs > maxStreams || outputs === 0) throw damagedHeader();
  const bonds = Array.from({ length: outputs - 1 }, () => [cursor.number(), cursor.number()] as const);
  const fromFile = inputs - bonds.length;
  if (fromFile < 1) throw damagedHeader();
  if (fromFile > 1) for (let i = 0; i < fromFile; i++) if (cursor.number() >= inputs) throw damagedHeader();
  const taken = new Set(bonds.map(([, output]) => output));
  const output = Array.from({ length: outputs }, (_, i) => i).find((i) => !taken.has(i));
  if (output === undefined || bonds.some(([input, from]) => input >= inputs || from >= outputs))
    throw damagedHeader();
  return { coders, definition: cursor.since(start), inputs: fromFile, output };
}

function parseCoder(cursor: Cursor, start: number): Coder {
  const flags = cursor.byte();
  // The highest bit announces alternatives, which no program ever wrote.
  if (flags & 0xc0) throw damagedHeader();
  const method = toMethod(cursor.bytes(flags & 0x0f));
  const [inputs, outputs] = flags & 0x10 ? [cursor.number(), cursor.number()] : [1, 1];
  const length = flags & 0x20 ? cursor.number() : 0;
  const propertiesAt = cursor.at() - start;
  return { method, properties: cursor.bytes(length), propertiesAt, inputs, outputs };
}

/** Ids are numbers of any length. No byte at all is 0, the id of copying. */
const toMethod = (id: Uint8Array): string =>
  Buffer.from(id)
    .toString('hex')
    .replace(/^(?:00)*(?=..)/, '') || methods.copy;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function parseParts(cursor: Cursor, folders: readonly Folder[], maxParts: number): void {
  let id = cursor.number();
  const counts = folders.map(() => 1);
  if (id === ids.numUnpackStream) {
    for (const i of folders.keys()) counts[i] = cursor.number();
    id = cursor.number();
  }
  if (sum(counts) > maxParts)
    throw archiveFault('too_large', `The archive has more than ${maxParts} entries`);
  const hasSizes = id === ids.size;
  for (const [i, folder] of folders.entries())
    folder.parts = parseSizes(cursor, folder, { count: counts[i] ?? 0, hasSizes });
  if (hasSizes) id = cursor.number();
  const open = folders.flatMap((folder) => {
    const [only] = folder.parts;
    if (folder.parts.length !== 1 || !only || folder.crc32 === undefined) return folder.parts;
    only.crc32 = folder.crc32;
    return [];
  });
  for (; id !== ids.end; id = cursor.number()) {
    if (id !== ids.crc) throw damagedHeader();
    for (const [i, crc32] of parseDigests(cursor, open.length).entries())
      Object.assign(open[i] ?? {}, { crc32 });
  }
}

/** The size of the last part is the rest of the folder. */
function parseSizes(
  cursor: Cursor,
  { sizeBytes }: Folder,
  { count, hasSizes }: { count: number; hasSizes: boolean },
): Part[] {
  if (count === 0) return [];
  if (count > 1 && !hasSizes) throw damagedHeader();
  const sizes = Array.from({ length: count - 1 }, () => cursor.number());
  const rest = sizeBytes - sum(sizes);
  if (!(rest >= 0)) throw damagedHeader();
  return [...sizes, rest].map((size) => ({ sizeBytes: size, crc32: undefined }));
}

/** Whether unpacking requires a password. */
export const isEncrypted = ({ coders }: Folder): boolean =>
  coders.some(({ method }) => method === methods.aes);

/** Whether the bytes are stored uncompressed. */
export const isStored = ({ coders }: Folder): boolean =>
  coders.length === 1 && coders[0]?.method === methods.copy;
