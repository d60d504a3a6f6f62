import { describe, expect, test } from 'vitest';
import { makeSfnt, makeWoff, makeWoff2 } from '../../../server/test/fonts.ts';
import { FormatError } from '../error.ts';
import { readFont } from './read-font.ts';

const usual = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];
const woff = makeWoff();
const woff2 = makeWoff2();

/** The bytes with some of them replaced. */
const change = (bytes: Buffer, at: number, value: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(value, at);
  return changed;
};

describe('a font', () => {
  test('is known by its content, whatever its format', () => {
    expect(readFont(woff2)).toBe('woff2');
    expect(readFont(woff)).toBe('woff');
    expect(readFont(makeSfnt(usual))).toBe('ttf');
    expect(readFont(makeSfnt(usual, { signature: 0x74727565 }))).toBe('ttf');
    const cff = ['CFF ', ...usual.filter((tag) => tag !== 'glyf' && tag !== 'loca')];
    expect(readFont(makeSfnt(cff, { signature: 0x4f54544f }))).toBe('otf');
  });

  test('is nothing else, and no collection', () => {
    for (const other of [
      '',
      'OTTO',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'PK\u0003\u0004............',
    ])
      expect([other, readFont(Buffer.from(other, 'latin1'))]).toEqual([other, undefined]);
    expect(readFont(makeSfnt(usual, { signature: 0x74746366 }))).toBeUndefined();
  });

  test.each([
    ['without letters', makeSfnt(usual.filter((tag) => tag !== 'glyf'))],
    ['without a map of characters', makeSfnt(usual.filter((tag) => tag !== 'cmap'))],
    ['without tables', makeSfnt([])],
    ['with a table outside', change(makeSfnt(usual), 12 + 8, 0xffffff00)],
    ['with its directory cut off', makeSfnt(usual).subarray(0, 40)],
    ['WOFF cut off', woff.subarray(0, 100)],
    ['WOFF with more behind it', Buffer.concat([woff, Buffer.alloc(4)])],
    ['WOFF that unpacks to gigabytes', change(woff, 44 + 12, 0xfffffff0)],
    ['WOFF2 cut off', woff2.subarray(0, 80)],
    ['WOFF2 with its directory cut off', change(woff2.subarray(0, 60), 8, 60)],
    ['WOFF2 that unpacks to gigabytes', change(woff2, 16, 0xfffffff0)],
    ['WOFF2 whose tables are cut off', change(woff2, 20, 0x7fffffff)],
    ['WOFF2 that is a collection', change(woff2, 4, 0x74746366)],
  ])('that is damaged is refused: %s', (_, bytes) => {
    expect(() => readFont(bytes)).toThrow(FormatError);
  });

  test('with odd bytes anywhere ends as a font, as none or as a damaged one', () => {
    for (const font of [woff2, woff, makeSfnt(usual)])
      for (let at = 0; at < Math.min(font.length, 400); at += 1)
        for (const value of [0, 0x7f, 0x80, 0xff]) {
          const changed = Buffer.from(font);
          changed[at] = value;
          try {
            readFont(changed);
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError);
          }
        }
  });
});
