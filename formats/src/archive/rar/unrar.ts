// Runs UnRAR in isolation: it reads one archive through a ByteSource and writes into bounded memory. Names of
// entries reach no file system.
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
/** Handle of the first volume; later volumes have the following numbers. */
const firstHandle = 2;
/** UnRAR derives the names of later volumes from it, in the new or the old scheme as the archive requires. */
const archiveName = 'archive.part1.rar';
const newName = /^archive\.part(\d{1,5})\.rar$/;
const oldName = /^archive\.part1\.([r-z])(\d\d)$/;

/** Walks an archive once, from its first entry to its last. */
export interface Unrar {
  /** Skips the next entry. In a solid archive this unpacks it too. */
  skip(): void;
  /**
   * Unpacks the next entry, which must be `declared`, to at most its declared size. The content is not
   * verified.
   */
  unpack(declared: ArchiveEntry): Uint8Array | FormatError;
}

/** Throws FormatError `parser` damaged if UnRAR does not accept the archive. */
export async function openUnrar(source: ByteSource): Promise<Unrar> {
  const program = await startUnrar();
  const output: Output = { bytes: undefined, length: 0, isOverfull: false };
  program.extractor = createFiles(source, program, output);
  const archive = openArchive(program);
  /** Set once nothing more can be read from the archive. */
  let lost: { cause: unknown } | undefined;

  /** Returns UnRAR's code for the next entry, or undefined if the archive is or becomes unreadable. */
  function step(declared: ArchiveEntry | undefined): number | undefined {
    if (lost) return undefined;
    try {
      const { state, unpSize } = readHeader(archive);
      if (state.errCode !== unrarCodes.success)
        throw new Error(`UnRAR cannot read a header: ${state.errCode}`);
      if (declared && unpSize !== declared.sizeBytes) throw new Error('UnRAR reads a different header');
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
        return entryFault(declared, 'damaged', 'UnRAR cannot continue to read the archive', lost?.cause);
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

/** Reads the header of the next entry. A skipped entry has one header in each volume that it spans. */
function readHeader(archive: RarArchive): ReturnType<RarArchive['getFileHeader']> {
  for (let parts = 1; ; parts++) {
    const header = archive.getFileHeader();
    const isPart = header.state.errCode === unrarCodes.success && (header.flags & isContinued) !== 0;
    if (!isPart || parts > maxVolumes) return header;
    const { errCode } = archive.readFile(true);
    if (errCode !== unrarCodes.success) throw new Error(`UnRAR cannot skip a part: ${errCode}`);
  }
}

interface Output {
  /** Buffer for unpacked bytes; undefined discards them. */
  bytes: Uint8Array | undefined;
  length: number;
  /** UnRAR wrote more than the entry declares. */
  isOverfull: boolean;
}

function createFiles(source: ByteSource, program: UnrarProgram, output: Output): UnrarFiles {
  const volumes = listVolumes(source);
  const offsets = volumes.map(() => 0);
  return {
    open(name) {
      const index = findVolumeIndex(name);
      if (index === undefined || index >= volumes.length) return 0;
      offsets[index] = 0;
      return firstHandle + index;
    },
    create: () => outputHandle,
    read(handle, address, length) {
      const at = offsets[handle - firstHandle] ?? 0;
      const bytes = volumes[handle - firstHandle]?.read(at, length) ?? new Uint8Array(0);
      program.HEAPU8.set(bytes, address);
      offsets[handle - firstHandle] = at + bytes.length;
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
    tell: (handle) => offsets[handle - firstHandle] ?? output.length,
    seek(handle, offset, from) {
      const volume = volumes[handle - firstHandle];
      if (!volume) return true;
      const at = offsets[handle - firstHandle] ?? 0;
      const target = offset + (from === 'SET' ? 0 : from === 'CUR' ? at : volume.size);
      if (target < 0) return false;
      offsets[handle - firstHandle] = target;
      return true;
    },
    close() {},
    fileCreated() {},
  };
}

/** Returns the index of a volume from the name that UnRAR requests. */
function findVolumeIndex(name: string): number | undefined {
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
      return entryFault(entry, 'multi_volume', 'The entry continues in another part of the archive');
    case unrarCodes.noMemory:
      return entryFault(entry, 'too_large', 'The entry needs too much memory to unpack');
    case unrarCodes.unknownFormat:
      return unsupportedMethod(entry);
    default:
      return entryFault(entry, 'damaged', 'The entry cannot be unpacked: it is damaged');
  }
}
