// Reads the table directory of a WOFF2 font (WOFF File Format 2.0, sections 4 and 5).
import { damaged, maxFontSize, readCount, readTag } from './directory.ts';

/** Names of the known tables by their number (section 4.1). */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '));

const headerBytes = 48;
/** Number of a table whose name follows as text. */
const ownTag = 63;

export function readWoff2Tables(view: DataView): Set<string> {
  if (view.getUint32(8) !== view.byteLength)
    throw damaged('The size of the font differs from its declared size');
  if (readTag(view, 4) === 'ttcf') throw damaged('Font collections are not supported');
  if (view.getUint32(16) > maxFontSize) throw damaged('The unpacked font is too large');
  const tables = new Set<string>();
  let at = headerBytes;
  for (let left = readCount(view, 12); left > 0; left -= 1) {
    const flags = view.getUint8(at);
    at += 1;
    const number = flags & 0x3f;
    const tag = number === ownTag ? readTag(view, at) : (knownTags[number] ?? '');
    if (number === ownTag) at += 4;
    at = skipNumber(view, at);
    // Transformed tables have a second length. Outlines are transformed unless their version is 3, others unless it is 0.
    const version = flags >> 6;
    const isOutline = tag === 'glyf' || tag === 'loca';
    if (isOutline ? version !== 3 : version !== 0) at = skipNumber(view, at);
    tables.add(tag);
  }
  if (at + view.getUint32(20) > view.byteLength) throw damaged('The tables of the font are truncated');
  return tables;
}

/** Returns the offset after a UIntBase128, which has at most five bytes. */
function skipNumber(view: DataView, offset: number): number {
  for (let at = offset; at < offset + 5; at += 1) if ((view.getUint8(at) & 0x80) === 0) return at + 1;
  throw damaged('A table of the font has an impossible size');
}
