// Detects the compression of a whole file by its signature (RFC 1952, RFC 8878, the formats of xz and bzip2).
import { hasMark, u32le } from '../../bytes.ts';
import { toLzma2Dictionary } from '../seven-zip/coders.ts';
import { isSkippableFrame } from './streams.ts';

const marks = [
  ['gzip', '\x1f\x8b\x08'],
  ['bzip2', 'BZh'],
  ['xz', '\xfd7zXZ\0'],
  ['zstd', '\x28\xb5\x2f\xfd'],
] as const;

export type Packing = (typeof marks)[number][0];

export function findPacking(head: Uint8Array): Packing | undefined {
  const at = skipFrames(head);
  const packing = marks.find(([, mark]) => hasMark(head, at, mark))?.[0];
  return at === 0 || packing === 'zstd' ? packing : undefined;
}

const maxSkippedFrames = 16;

/** Returns the offset after the skippable frames of zstd (RFC 8878, section 3.1.2), as far as the head contains them. */
function skipFrames(head: Uint8Array): number {
  let at = 0;
  for (let frames = 0; frames < maxSkippedFrames; frames++) {
    if (!isSkippableFrame(head, at)) break;
    at += 8 + u32le(head, at + 4);
  }
  return at;
}

const streamHeaderBytes = 12;
const lzma2 = 0x21;
const maxDictionaryBits = 40;

/**
 * Returns the dictionary size in bytes that the first block of an xz requests, or 0 if it states none (format
 * of xz 1.2.0, sections 3.1 and 5.3.1).
 */
export function findXzDictionary(head: Uint8Array): number {
  const at = streamHeaderBytes;
  const flags = head[at + 1] ?? 0;
  let next = at + 2;
  const skipNumber = () => {
    while ((head[next] ?? 0) >= 0x80 && next < head.length) next++;
    next++;
  };
  // The flags state which of the two sizes are present.
  if (flags & 0x40) skipNumber();
  if (flags & 0x80) skipNumber();
  for (let filter = 0; filter <= (flags & 3); filter++) {
    const id = head[next];
    const length = head[next + 1] ?? 0;
    const property = head[next + 2] ?? 0;
    if (id === lzma2) {
      if (property >= maxDictionaryBits) return 2 ** 32;
      return toLzma2Dictionary(property);
    }
    next += 2 + length;
  }
  return 0;
}
