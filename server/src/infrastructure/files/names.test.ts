import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fc } from '../../../test/harness/property.ts';
import { toDisplayName, toNameText, toNativeName, toNativePath } from './names.ts';

const bytesOf = (native: string | Buffer) => Buffer.from(native as string);

test('any byte string is preserved by conversion to text and back, and the text is well-formed Unicode', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 40 }), (bytes) => {
      const text = toNameText(Buffer.from(bytes));
      expect(text.isWellFormed()).toBe(true);
      expect(bytesOf(toNativeName(text))).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 3_000 },
  );
});

test('any Unicode name is preserved, including our own block and the replacement character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(bytesOf(toNativeName(toNameText(Buffer.from(name))))).toEqual(Buffer.from(name));
    }),
  );
  for (const name of ['第1巻.cbz', '\ufffd.cbz', '\u{10ff41}x', '\u{10ffff}', '\u{10fc00}']) {
    expect(bytesOf(toNativeName(toNameText(Buffer.from(name))))).toEqual(Buffer.from(name));
  }
});

test('ordinary names are unchanged, and invalid bytes are displayed as one replacement character', () => {
  expect(toNameText(Buffer.from('Été – 第1巻.cbz'))).toBe('Été – 第1巻.cbz');
  const odd = toNameText(Buffer.from([0x61, 0xe9, 0xff, 0x62]));
  expect(odd).not.toBe('a\ufffdb');
  expect(toDisplayName(odd)).toBe('a\ufffdb');
});

test('a file whose name is not UTF-8 is found by its text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-names-'));
  const name = Buffer.from([0x6c, 0x61, 0x74, 0xe9, 0x2e, 0x63, 0x62, 0x7a]);
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), 'pages');
  const [entry] = readdirSync(folder, { encoding: 'buffer' });
  const text = toNameText(entry as Buffer);
  expect(readFileSync(toNativePath(folder, text), 'utf8')).toBe('pages');
  rmSync(folder, { recursive: true });
});
