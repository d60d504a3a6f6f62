// Fonts without usable glyphs: the server only reads the table directory.
const usualTables = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];

/** Creates an OpenType font with these tables of four bytes each. `filler` makes fonts differ. */
export function makeSfnt(
  tags: readonly string[] = usualTables,
  { signature = 0x00010000, filler = 0 } = {},
): Buffer {
  const directory = 12 + tags.length * 16;
  const font = Buffer.alloc(directory + tags.length * 4, filler);
  font.fill(0, 0, directory);
  font.writeUInt32BE(signature, 0);
  font.writeUInt16BE(tags.length, 4);
  for (const [index, tag] of tags.entries()) {
    const at = 12 + index * 16;
    font.write(tag, at, 'latin1');
    font.writeUInt32BE(directory + index * 4, at + 8);
    font.writeUInt32BE(4, at + 12);
  }
  return font;
}

/** The same font as WOFF. */
export function makeWoff(tags: readonly string[] = usualTables): Buffer {
  const directory = 44 + tags.length * 20;
  const font = Buffer.alloc(directory + tags.length * 4);
  font.write('wOFF', 0, 'latin1');
  font.writeUInt32BE(0x00010000, 4);
  font.writeUInt32BE(font.length, 8);
  font.writeUInt16BE(tags.length, 12);
  for (const [index, tag] of tags.entries()) {
    const at = 44 + index * 20;
    font.write(tag, at, 'latin1');
    font.writeUInt32BE(directory + index * 4, at + 4);
    font.writeUInt32BE(4, at + 8);
    font.writeUInt32BE(4, at + 12);
  }
  return font;
}

/** The same font as WOFF2, with explicit table tags and transformed outlines. */
export function makeWoff2(tags: readonly string[] = usualTables): Buffer {
  const entries = tags.map((tag) => {
    // "No transformation" is version 0, and version 3 for outlines.
    const flags = tag === 'loca' ? 0xff : 0x3f;
    const lengths = tag === 'glyf' ? [0x81, 0x00, 0x04] : [0x04];
    return Buffer.concat([Buffer.from([flags]), Buffer.from(tag, 'latin1'), Buffer.from(lengths)]);
  });
  const header = Buffer.alloc(48);
  const packed = Buffer.alloc(16);
  const font = Buffer.concat([header, ...entries, packed]);
  font.write('wOF2', 0, 'latin1');
  font.writeUInt32BE(0x00010000, 4);
  font.writeUInt32BE(font.length, 8);
  font.writeUInt16BE(tags.length, 12);
  font.writeUInt32BE(12 + tags.length * 20, 16);
  font.writeUInt32BE(packed.length, 20);
  return font;
}
