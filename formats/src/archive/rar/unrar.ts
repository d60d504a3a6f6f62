// UnRAR in a box: it sees one archive through our ByteSource and writes into memory that we bound. Names of entries
// reach no file system.
import type { FormatError } from '../../error.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry } from '../entry.ts';
import { archiveFault, entryFault, unsupportedMethod } from '../faults.ts';
import {
  isContinued,
  type RarArchive,
  startUnrar,
  type UnrarFiles,
  type UnrarProgram,
  unrarCodes,
} from './unrar-program.ts';
import { maxVolumes } from './volumes/names.ts';
import { listVolumes } from './volumes/source.ts';

const outputHandle = 1;
/** Of the first volume; each after it has the next number. */
const firstHandle = 2;
/** Of this UnRAR makes the names of later volumes, newer or older ones as the archive says. */
const archiveName = 'archive.part1.rar';
const [newName, oldName] = [/^archive\.part(\d{1,5})\.rar$/, /^archive\.part1\.([r-z])(\d\d)$/];

/** Goes through an archive once, from its first entry to its last. */
export interface Unrar {
  /** Passes over the next entry; in a solid archive that unpacks it too. */
  skip(): void;
  /** Unpacks the next entry, which must be `declared`: at most as many bytes as it declares, unchecked. */
  unpack(declared: ArchiveEntry): Uint8Array | FormatError;
}

/** Throws FormatError `parser` damaged when UnRAR does not take the archive. */
export async function openUnrar(source: ByteSource): Promise<Unrar> {
  const program = await startUnrar();
  const output: Output = { bytes: undefined, length: 0, isOverfull: false };
  program.extractor = createFiles(source, program, output);
  const archive = openArchive(program);
  /** Why nothing more can be had of the archive. */
  let lost: { cause: unknown } | undefined;

  /** UnRAR's code for the next entry, undefined when it was lost before or by that. */
  function step(declared: ArchiveEntry | undefined): number | undefined {
    if (lost) return undefined;
    try {
      const { state, unpSize } = readHeader(archive);
      if (state.errCode !== unrarCodes.success) throw new Error(`UnRAR reads no header: ${state.errCode}`);
      if (declared && unpSize !== declared.sizeBytes) throw new Error('UnRAR reads another header');
      return archive.readFile(declared === undefined).errCode;
    } catch (cause) {
      lost = { cause };
      return undefined;
    }
  }

  return {
    skip() {
      output.bytes = undefined;
      step(undefined);
    },
    unpack(declared) {
      const bytes = Buffer.allocUnsafeSlow(declared.sizeBytes);
      Object.assign(output, { bytes, length: 0, isOverfull: false });
      const code = step(declared);
      output.bytes = undefined;
      if (code === undefined)
        return entryFault(declared, 'damaged', 'UnRAR gave the archive up', lost?.cause);
      return findFault(declared, code, output) ?? bytes.subarray(0, output.length);
    },
  };
}

function openArchive(program: UnrarProgram): RarArchive {
  try {
    const archive = new program.RarArchive();
    const { state } = archive.open(archiveName, '', false);
    if (state.errCode === unrarCodes.success) return archive;
    throw new Error(`UnRAR's code ${state.errCode}`);
  } catch (cause) {
    throw archiveFault('damaged', 'UnRAR cannot open the archive', cause);
  }
}

/** The header of the next entry: one that was passed over has another in each volume that it goes on in. */
function readHeader(archive: RarArchive): ReturnType<RarArchive['getFileHeader']> {
  for (let parts = 1; ; parts++) {
    const header = archive.getFileHeader();
    const isPart = header.state.errCode === unrarCodes.success && (header.flags & isContinued) !== 0;
    if (!isPart || parts > maxVolumes) return header;
    const { errCode } = archive.readFile(true);
    if (errCode !== unrarCodes.success) throw new Error(`UnRAR does not pass over a part: ${errCode}`);
  }
}

interface Output {
  /** Where unpacked bytes go; undefined drops them. */
  bytes: Uint8Array | undefined;
  length: number;
  /** UnRAR had more than the entry declares. */
  isOverfull: boolean;
}

function createFiles(source: ByteSource, program: UnrarProgram, output: Output): UnrarFiles {
  const volumes = listVolumes(source);
  const places = volumes.map(() => 0);
  return {
    open(name) {
      const place = findPlace(name);
      if (place === undefined || place >= volumes.length) return 0;
      places[place] = 0;
      return firstHandle + place;
    },
    create: () => outputHandle,
    read(handle, address, length) {
      const at = places[handle - firstHandle] ?? 0;
      const bytes = volumes[handle - firstHandle]?.read(at, length) ?? new Uint8Array(0);
      program.HEAPU8.set(bytes, address);
      places[handle - firstHandle] = at + bytes.length;
      return bytes.length;
    },
    write(_handle, address, length) {
      if (output.bytes === undefined) return true;
      output.isOverfull ||= output.length + length > output.bytes.length;
      if (output.isOverfull) return false;
      output.bytes.set(program.HEAPU8.subarray(address, address + length), output.length);
      output.length += length;
      return true;
    },
    tell: (handle) => places[handle - firstHandle] ?? output.length,
    seek(handle, offset, from) {
      const volume = volumes[handle - firstHandle];
      if (!volume) return true;
      const at = places[handle - firstHandle] ?? 0;
      const target = offset + (from === 'SET' ? 0 : from === 'CUR' ? at : volume.size);
      if (target < 0) return false;
      places[handle - firstHandle] = target;
      return true;
    },
    close() {},
    fileCreated() {},
  };
}

/** The place of a volume by the name that UnRAR asks for. */
function findPlace(name: string): number | undefined {
  const number = newName.exec(name)?.[1];
  if (number !== undefined) return Number(number) - 1;
  const [, letter, rest] = oldName.exec(name) ?? [];
  return letter === undefined
    ? undefined
    : 1 + 100 * (letter.charCodeAt(0) - 'r'.charCodeAt(0)) + Number(rest);
}

function findFault(entry: ArchiveEntry, code: number, output: Output): FormatError | undefined {
  if (output.isOverfull) {
    return entryFault(
      entry,
      'damaged',
      `The entry unpacks to more than the ${entry.sizeBytes} bytes it declares`,
    );
  }
  switch (code) {
    case unrarCodes.success:
      return undefined;
    case unrarCodes.missingPassword:
    case unrarCodes.badPassword:
      return entryFault(entry, 'encrypted', 'The entry is encrypted');
    case unrarCodes.openFailed:
      return entryFault(entry, 'multi_volume', 'The entry goes on in another part of the archive');
    case unrarCodes.noMemory:
      return entryFault(entry, 'too_large', 'The entry needs too much memory to unpack');
    case unrarCodes.unknownFormat:
      return unsupportedMethod(entry);
    default:
      return entryFault(entry, 'damaged', 'The entry cannot be unpacked: it is damaged');
  }
}
