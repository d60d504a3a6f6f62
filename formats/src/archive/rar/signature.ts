// Finds the beginning of a RAR archive in a file: at the start, or after the stub of a self-extracting
// archive.
import { hasMark, toBuffer } from '../../bytes.ts';
import type { ByteSource } from '../../source.ts';

export interface RarStart {
  kind: 'rar4' | 'rar5';
  /** Offset of the first block, after the signature. */
  offset: number;
}

/** Stubs of real archives are a few hundred KiB long. */
const maxStubBytes = 1024 * 1024;
const mark = 'Rar!\x1a\x07';

/** Returns the generation of the archive signature at offset `at`, or undefined if there is none. */
export function findRarMark(bytes: Uint8Array, at: number): RarStart['kind'] | undefined {
  if (!hasMark(bytes, at, mark)) return undefined;
  if (bytes[at + mark.length] === 0) return 'rar4';
  return hasMark(bytes, at + mark.length, '\x01\0') ? 'rar5' : undefined;
}

/** Searches the first MiB for an archive of version 1.5 or later. */
export function findRarStart(source: ByteSource): RarStart | undefined {
  const head = source.read(0, 8);
  const atOnce = findRarMark(head, 0);
  if (atOnce) return toStart(atOnce, 0);
  const stub = toBuffer(source.read(0, maxStubBytes));
  for (let at = stub.indexOf(mark, 0, 'latin1'); at >= 0; at = stub.indexOf(mark, at + 1, 'latin1')) {
    const kind = findRarMark(stub, at);
    if (kind) return toStart(kind, at);
  }
  return undefined;
}

const toStart = (kind: RarStart['kind'], at: number): RarStart => ({
  kind,
  offset: at + mark.length + (kind === 'rar4' ? 1 : 2),
});
