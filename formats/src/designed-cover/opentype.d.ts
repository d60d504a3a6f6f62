// The used part of opentype.js. Its published types require those of a browser.
declare module 'opentype.js' {
  export interface Glyph {
    advanceWidth?: number;
    getPath(x: number, y: number, fontSize: number): { toPathData(decimalPlaces: number): string };
  }

  export interface Font {
    unitsPerEm: number;
    /** Returns 0 for a missing character. */
    charToGlyphIndex(character: string): number;
    charToGlyph(character: string): Glyph;
    /** In font units. */
    getKerningValue(left: Glyph, right: Glyph): number;
  }

  const opentype: { parse(buffer: ArrayBuffer): Font };
  export default opentype;
}
