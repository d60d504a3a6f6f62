// The tables that a WOFF2 font lists (WOFF File Format 2.0, sections 4 and 5).
import { damaged, maxFontSize, readCount, readTag } from './directory.ts';

/** By the number that stands for their names (section 4.1). */
const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '));

const headerBytes = 48;
/** The name follows. */
const ownTag = 63;

export function readWoff2Tables(view: DataView): Set<string> {
  if (view.getUint32(8) !== view.byteLength) throw damaged('The font is shorter or longer than it says');
  if (readTag(view, 4) === 'ttcf') throw damaged('Collections of fonts cannot be used');
  if (view.getUint32(16) > maxFontSize) throw damaged('The font is too large when it is unpacked');
  const tables = new Set<string>();
  let at = headerBytes;
  for (let left = readCount(view, 12); left > 0; left -= 1) {
    const flags = view.getUint8(at);
    at += 1;
    const number = flags & 0x3f;
    const tag = number === ownTag ? readTag(view, at) : (knownTags[number] ?? '');
    if (number === ownTag) at += 4;
    at = skipNumber(view, at);
    // The length of a transformed table: of outlines unless their version is 3, of others unless it is 0.
    const version = flags >> 6;
    const isOutline = tag === 'glyf' || tag === 'loca';
    if (isOutline ? version !== 3 : version !== 0) at = skipNumber(view, at);
    tables.add(tag);
  }
  if (at + view.getUint32(20) > view.byteLength) throw damaged('The tables of the font are cut off');
  return tables;
}

/** After a UIntBase128, which has at most five bytes. */
function skipNumber(view: DataView, offset: number): number {
  for (let at = offset; at < offset + 5; at += 1) if ((view.getUint8(at) & 0x80) === 0) return at + 1;
  throw damaged('A table of the font has no possible size');
}
