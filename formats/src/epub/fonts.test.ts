import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { deobfuscateFont } from './fonts.ts';

const font = Uint8Array.from({ length: 2000 }, (_, i) => (i * 7) % 256);
const uuid = 'urn:uuid:6a1a5d1e-0000-4000-8000-0000000000ff';

test('IDPF: restores the first 1,040 bytes with the SHA-1 of the identifier without white space', () => {
  const clear = deobfuscateFont(font, 'idpf', ' my\tbook\r\n id ');
  const key = createHash('sha1').update('mybookid').digest();
  expect([...clear.subarray(0, 1040)]).toEqual(
    [...font.subarray(0, 1040)].map((byte, i) => byte ^ (key[i % 20] ?? 0)),
  );
  expect([...clear.subarray(1040)]).toEqual([...font.subarray(1040)]);
});

test('Adobe: restores the first 1,024 bytes with the UUID', () => {
  const clear = deobfuscateFont(font, 'adobe', uuid);
  expect([...clear.subarray(0, 4)]).toEqual([0x6a, 0x1a ^ 7, 0x5d ^ 14, 0x1e ^ 21]);
  expect(clear[1023]).toBe((font[1023] ?? 0) ^ 0xff);
  expect(clear[1024]).toBe(font[1024]);
});

test('restores the font when applied twice, accepts short fonts, and does not change its input', () => {
  for (const algorithm of ['idpf', 'adobe'] as const) {
    const twice = deobfuscateFont(deobfuscateFont(font, algorithm, uuid), algorithm, uuid);
    expect([...twice]).toEqual([...font]);
    expect(deobfuscateFont(font.subarray(0, 3), algorithm, uuid)).toHaveLength(3);
  }
  expect(font[1]).toBe(7);
});

test('returns the bytes unchanged if no UUID gives an Adobe key', () => {
  expect([...deobfuscateFont(font, 'adobe', 'my book')]).toEqual([...font]);
});
