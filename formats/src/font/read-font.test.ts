import { describe, expect, test } from 'vitest';
import { makeSfnt, makeWoff, makeWoff2 } from '../../../server/test/fonts.ts';
import { FormatError } from '../error.ts';
import { readFont } from './read-font.ts';

const usual = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'];
const woff = makeWoff();
const woff2 = makeWoff2();

/** Returns a copy with the 32-bit value at `at` replaced. */
const change = (bytes: Buffer, at: number, value: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed.writeUInt32BE(value, at);
  return changed;
};

describe('readFont', () => {
  test('detects every format by its content', () => {
    expect(readFont(woff2)).toBe('woff2');
    expect(readFont(woff)).toBe('woff');
    expect(readFont(makeSfnt(usual))).toBe('ttf');
    expect(readFont(makeSfnt(usual, { signature: 0x74727565 }))).toBe('ttf');
    const cff = ['CFF ', ...usual.filter((tag) => tag !== 'glyf' && tag !== 'loca')];
    expect(readFont(makeSfnt(cff, { signature: 0x4f54544f }))).toBe('otf');
  });

  test('returns undefined for other content and for collections', () => {
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
    ['without glyphs', makeSfnt(usual.filter((tag) => tag !== 'glyf'))],
    ['without a character map', makeSfnt(usual.filter((tag) => tag !== 'cmap'))],
    ['without tables', makeSfnt([])],
    ['with a table beyond the end', change(makeSfnt(usual), 12 + 8, 0xffffff00)],
    ['with a truncated directory', makeSfnt(usual).subarray(0, 40)],
    ['truncated WOFF', woff.subarray(0, 100)],
    ['WOFF with trailing data', Buffer.concat([woff, Buffer.alloc(4)])],
    ['WOFF that unpacks to gigabytes', change(woff, 44 + 12, 0xfffffff0)],
    ['truncated WOFF2', woff2.subarray(0, 80)],
    ['WOFF2 with a truncated directory', change(woff2.subarray(0, 60), 8, 60)],
    ['WOFF2 that unpacks to gigabytes', change(woff2, 16, 0xfffffff0)],
    ['WOFF2 with truncated tables', change(woff2, 20, 0x7fffffff)],
    ['WOFF2 that is a collection', change(woff2, 4, 0x74746366)],
  ])('refuses a damaged font: %s', (_, bytes) => {
    expect(() => readFont(bytes)).toThrow(FormatError);
  });

  test('throws nothing but FormatError for a changed byte at any offset', () => {
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
