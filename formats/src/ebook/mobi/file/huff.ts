// Unpacks HUFF/CDIC: a Huffman code over phrases, which may use the same code (as described by KindleUnpack). Phrases are
// unpacked once. Their nesting and total length are limited.
import { hasMark, u16be, u32be } from '../../../bytes.ts';
import { damaged, tooLarge } from '../../limits.ts';

interface Phrase {
  bytes: Uint8Array;
  isUnpacked: boolean;
}

interface Code {
  length: number;
  isTerminal: boolean;
  max: number;
}

interface Tables {
  codes: Code[];
  /** Lowest code by code length, left-aligned in 32 bits. `max` is the highest. */
  min: number[];
  max: number[];
  phrases: Phrase[];
  /** Total size of the unpacked phrases. */
  phraseBytes: number;
}

const maxDepth = 32;
const maxOutputBytes = 1024 * 1024;
const maxRecords = 512;
const maxPhrases = 1_000_000;
const maxPhraseBytes = 64 * 1024 * 1024;

/** `read` returns the HUFF record for index 0, then the records of the dictionary. Throws FormatError `parser`. */
export function createHuffUnpacker(
  read: (index: number) => Uint8Array,
  count: number,
): (packed: Uint8Array) => Uint8Array {
  const tables = readTables(read, Math.min(count, maxRecords));
  return (packed) => unpack(tables, packed, 0);
}

function readTables(read: (index: number) => Uint8Array, count: number): Tables {
  const huff = read(0);
  if (!hasMark(huff, 0, 'HUFF')) throw damaged('The code of the book is missing');
  const first = u32be(huff, 8);
  const second = u32be(huff, 12);
  if (first + 1024 > huff.length || second + 256 > huff.length)
    throw damaged('The code of the book is truncated');
  const codes = Array.from({ length: 256 }, (_, i): Code => {
    const value = u32be(huff, first + i * 4);
    const length = value & 0x1f;
    if (length === 0) throw damaged('The code of the book is damaged');
    return { length, isTerminal: (value & 0x80) !== 0, max: toMax(value >>> 8, length) };
  });
  const min = [0];
  const max = [0];
  for (let length = 1; length <= 32; length++) {
    const at = second + (length - 1) * 8;
    min.push((u32be(huff, at) * 2 ** (32 - length)) % 2 ** 32);
    max.push(toMax(u32be(huff, at + 4), length));
  }
  const phrases: Phrase[] = [];
  for (let i = 1; i < count; i++) readPhrases(read(i), phrases);
  return { codes, min, max, phrases, phraseBytes: 0 };
}

/** `((value + 1) << (32 - length)) - 1` without overflow. */
const toMax = (value: number, length: number): number => (value + 1) * 2 ** (32 - length) - 1;

function readPhrases(cdic: Uint8Array, phrases: Phrase[]): void {
  if (!hasMark(cdic, 0, 'CDIC')) throw damaged('The dictionary of the book is damaged');
  const total = u32be(cdic, 8);
  const bits = u32be(cdic, 12);
  const count = Math.min(2 ** Math.min(bits, 20), total - phrases.length, (cdic.length - 16) / 2);
  for (let i = 0; i < count && phrases.length < maxPhrases; i++) {
    const at = 16 + u16be(cdic, 16 + i * 2);
    const length = u16be(cdic, at);
    phrases.push({
      bytes: cdic.subarray(at + 2, at + 2 + (length & 0x7fff)),
      isUnpacked: (length & 0x8000) !== 0,
    });
  }
}

function unpack(tables: Tables, packed: Uint8Array, depth: number): Uint8Array {
  if (depth > maxDepth) throw damaged('The dictionary of the book refers to itself');
  const parts: Uint8Array[] = [];
  let total = 0;
  const bits = packed.length * 8;
  for (let at = 0; at < bits; ) {
    const window = bitsAt(packed, at);
    const [length, index] = findPhrase(tables, window);
    at += length;
    if (at > bits) break;
    const bytes = toUnpacked(tables, index, depth);
    total += bytes.length;
    if (total > maxOutputBytes) throw tooLarge('A record of the book is too large');
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** Returns 32 bits at a bit offset, with zeros after the end. */
function bitsAt(bytes: Uint8Array, bit: number): number {
  const at = bit >> 3;
  const shift = bit & 7;
  const high = u32be(bytes, at);
  return shift === 0 ? high : ((high << shift) | ((bytes[at + 4] ?? 0) >> (8 - shift))) >>> 0;
}

function findPhrase({ codes, min, max }: Tables, window: number): [length: number, index: number] {
  const code = codes[window >>> 24];
  if (!code) throw damaged('The text of the book is damaged');
  let { length } = code;
  let top = code.max;
  if (!code.isTerminal) {
    while (length < 32 && window < (min[length] ?? 0)) length++;
    top = max[length] ?? 0;
  }
  return [length, Math.floor((top - window) / 2 ** (32 - length))];
}

function toUnpacked(tables: Tables, index: number, depth: number): Uint8Array {
  const phrase = tables.phrases[index];
  if (!phrase) throw damaged('The text of the book refers to a missing phrase');
  if (phrase.isUnpacked) return phrase.bytes;
  const bytes = unpack(tables, phrase.bytes, depth + 1);
  tables.phraseBytes += bytes.length;
  if (tables.phraseBytes > maxPhraseBytes) throw tooLarge('The dictionary of the book is too large');
  tables.phrases[index] = { bytes, isUnpacked: true };
  return bytes;
}
