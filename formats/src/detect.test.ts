import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bytesOf } from '../../server/test/makers/bytes.ts';
import { makeImage } from '../../server/test/makers/images.ts';
import { makeRar4, makeRar5 } from '../../server/test/makers/rar.ts';
import { makeTar } from '../../server/test/makers/tar.ts';
import { makeZip } from '../../server/test/makers/zip.ts';
import { detectKind } from './detect.ts';
import { bytesSource } from './source.ts';

const kindOf = (...parts: (Uint8Array | string)[]) => detectKind(bytesSource(bytesOf(...parts)));

const zip = makeZip([{ name: '1.png', content: 'x' }]);
const stub = `MZ${'stub '.repeat(100_000)}`;

test.each<[string, string, (Uint8Array | string)[]]>([
  ['a zip', 'zip', [zip]],
  ['an empty zip', 'zip', [makeZip([])]],
  ['a zip that is cut off', 'zip', [zip.subarray(0, 40)]],
  ['a zip after other data', 'zip', [stub, zip]],
  [
    'a zip whose offsets include the data before it',
    'zip',
    [makeZip([{ name: 'a' }], { prefix: Buffer.from(stub), countsPrefix: true })],
  ],
  ['a part of a split zip', 'zip', ['PK\x07\x08', zip]],
  ['a RAR 4', 'rar', [makeRar4([])]],
  ['a RAR 5', 'rar', [makeRar5([])]],
  ['a RAR 4 after a self-extractor', 'rar', [stub, makeRar4([])]],
  ['a RAR 5 after a self-extractor', 'rar', [stub, 'Rar!\x1a\x07\x05', makeRar5([])]],
  ['a RAR before 1.5', 'rar14', ['RE~^\x07\x00\x00']],
  ['a 7-Zip archive', '7z', ["7z\xbc\xaf'\x1c\x00\x04"]],
  ['a PDF', 'pdf', ['%PDF-1.7\n']],
  ['a PDF after a thousand bytes', 'pdf', ['x'.repeat(1024), '%PDF-1.7\n']],
  ['a tar', 'tar', [`a.jpg${'\0'.repeat(252)}ustar\0`, '\0'.repeat(500)]],
  ['a tar without a signature', 'tar', [makeTar([{ name: 'a.jpg', content: 'x' }], { dialect: 'v7' })]],
  ['a tar that holds a PDF', 'tar', [makeTar([{ name: 'a.jpg', content: '%PDF-1.7' }])]],
  ['a gzip', 'packed-tar', [gzipSync(makeTar([{ name: 'a.jpg' }]))]],
  ['a bzip2', 'packed-tar', ['BZh91AY']],
  ['an xz', 'packed-tar', ['\xfd7zXZ\0']],
  ['a zstd', 'packed-tar', ['\x28\xb5\x2f\xfd']],
  ['nothing', 'empty', []],
  ['one byte', 'unknown', ['P']],
  ['text', 'unknown', ['<html><body>book</body></html>']],
  ['a RAR signature beyond the first MiB', 'unknown', ['x'.repeat(1024 * 1024), makeRar5([])]],
  ['a zip end that claims entries without a directory', 'unknown', ['x', makeZip([], { entryCount: 5 })]],
  ['a zip end without its directory', 'unknown', ['x'.repeat(100), zip.subarray(-22)]],
])('detects %s as %s', (_, kind, parts) => {
  expect(kindOf(...parts)).toBe(kind);
});

test('detects images even if an archive follows', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const) {
    expect(kindOf(await makeImage({ format }), zip)).toBe('image');
  }
});

test('reads only the beginning, the end and the first MiB of a large unknown file', () => {
  let read = 0;
  const size = 2 ** 40;
  const source = {
    size,
    read(_: number, length: number) {
      read += length;
      return new Uint8Array(length);
    },
  };
  expect(detectKind(source)).toBe('unknown');
  expect(read).toBeLessThan(1.2 * 1024 * 1024);
});

test.each([
  ['an audiobook in MPEG-4', '\0\0\0\x20ftypM4B \0\0\0\0', 'audio'],
  ['an audiobook in MPEG-4 of an unknown brand', '\0\0\0\x20ftypM4VH\0\0\0\0', 'audio'],
  ['an MP3', 'ID3\x04\0\0\0\0\0\0', 'audio'],
  ['an MP3 of a low rate without tags', '\xff\xe3\x18\xc4\0\0', 'audio'],
  ['a WMA', '0&\xb2u\x8ef\xcf\x11\xa6\xd9\0', 'audio'],
  ['a WAV', 'RIFF\x24\0\0\0WAVEfmt ', 'audio'],
  ['an AIFF', 'FORM\0\0\0\x24AIFFCOMM', 'audio'],
  ['a Matroska', '\x1aE\xdf\xa3\x01\0\0\0', 'audio'],
  ['an Audible book (aa)', '\0\x12\x34\x56\x57\x90\x75\x36\0\0', 'audio'],
  ['text in UTF-16', '\xff\xfea\0b\0', 'unknown'],
  ['a DjVu', 'AT&TFORM\0\0\0\0DJVM', 'djvu'],
  ['a Topaz', 'TPZ0....', 'topaz'],
  ['a KFX', 'CONT\x02\0....', 'kfx'],
  ['a protected KFX', '\xeaDRMION\xee....', 'kfx_drm'],
])('recognizes %s', (_, bytes, kind) => {
  expect(detectKind(bytesSource(Buffer.from(bytes, 'latin1')))).toBe(kind);
});
