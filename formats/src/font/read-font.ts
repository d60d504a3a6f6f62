// Detects fonts that browsers can use by signature, table directory and required tables (OpenType 1.9.1, "Font tables";
// WOFF File Format 1.0; WOFF File Format 2.0). Nothing is unpacked.
import { FormatError } from '../error.ts';
import { readSfntTables, readWoffTables } from './directory.ts';
import { readWoff2Tables } from './woff2.ts';

export type FontFormat = 'woff2' | 'woff' | 'ttf' | 'otf';

const signatures: ReadonlyMap<number, FontFormat> = new Map([
  [0x774f4632, 'woff2'],
  [0x774f4646, 'woff'],
  [0x00010000, 'ttf'],
  // Apple's "true".
  [0x74727565, 'ttf'],
  // "OTTO"
  [0x4f54544f, 'otf'],
]);

const readers = {
  woff2: readWoff2Tables,
  woff: readWoffTables,
  ttf: readSfntTables,
  otf: readSfntTables,
} satisfies Record<FontFormat, (view: DataView) => ReadonlySet<string>>;

const needed = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
/** Tables with outlines or bitmaps of glyphs. A font needs at least one of them. */
const letters = ['glyf', 'CFF ', 'CFF2', 'CBDT', 'sbix', 'SVG '];

/** Returns undefined for bytes that are not a font. Throws FormatError for a damaged font. */
export function readFont(bytes: Uint8Array): FontFormat | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = bytes.length >= 12 ? signatures.get(view.getUint32(0)) : undefined;
  if (!format) return undefined;
  const tables = readTables(format, view);
  const missing = needed.filter((name) => !tables.has(name));
  if (missing.length > 0 || !letters.some((name) => tables.has(name)))
    throw new FormatError('parser', 'The font lacks required tables', { reason: 'missing_items' });
  return format;
}

function readTables(format: FontFormat, view: DataView): ReadonlySet<string> {
  try {
    return readers[format](view);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new FormatError('parser', 'The font ends too early', { reason: 'truncated', cause });
  }
}
