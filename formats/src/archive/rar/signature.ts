// Finds where a RAR archive begins in a file: at once, or after the stub of a self-extracting archive.
import { hasMark, toBuffer } from '../../bytes.ts';
import type { ByteSource } from '../../source.ts';

export interface RarStart {
  kind: 'rar4' | 'rar5';
  /** Offset of the first block, after the mark. */
  offset: number;
}

/** Stubs of real archives are some hundred KiB long. */
const maxStubBytes = 1024 * 1024;
const mark = 'Rar!\x1a\x07';

/** Whether the mark of an archive stands at `at`, and of which generation. */
export function findRarMark(bytes: Uint8Array, at: number): RarStart['kind'] | undefined {
  if (!hasMark(bytes, at, mark)) return undefined;
  if (bytes[at + mark.length] === 0) return 'rar4';
  return hasMark(bytes, at + mark.length, '\x01\0') ? 'rar5' : undefined;
}

/** The archive's beginning, looked for in the first MiB; undefined when there is none (or only one older than 1.5). */
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
