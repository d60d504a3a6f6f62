import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { faultOf } from '../../../../server/test/faults.ts';
import { makeZip } from '../../../../server/test/makers/zip.ts';
import { defaultLimits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { readZipIndex } from './directory.ts';
import { gzipFrame, localHeaderBytes, localHeaderDataOffset, readPacked } from './local.ts';

const content = 'page '.repeat(1_000);
const bytes = makeZip([
  { name: 'first.png', content: 'first', localExtra: Buffer.alloc(300) },
  { name: 'page.png', content, method: 'deflate', localName: 'another name.png' },
]);
const source = bytesSource(bytes);
const { entries } = readZipIndex(source, defaultLimits);

test('locates the data from 30 bytes of the local header', () => {
  const [first] = entries;
  const offset = first && localHeaderDataOffset(source.read(first.offset, localHeaderBytes), first);
  expect(bytes.subarray(offset, (offset ?? 0) + 5).toString()).toBe('first');
});

test('frames deflated data as valid gzip', () => {
  const page = entries[1];
  if (page?.crc32 === undefined) throw new Error('no page');
  const packed = readPacked(source, page, page.packedBytes);
  const { header, trailer } = gzipFrame({ crc32: page.crc32, sizeBytes: page.sizeBytes });
  const gzip = Buffer.concat([header, packed, trailer]);
  expect([header.length, trailer.length]).toEqual([10, 8]);
  expect(gunzipSync(gzip).toString()).toBe(content);
  trailer[0] = (trailer[0] ?? 0) ^ 1;
  expect(() => gunzipSync(Buffer.concat([header, packed, trailer]))).toThrow();
});

test('reports a truncated or invalid local header as an error of the entry', () => {
  const place = { name: '1.png', offset: 0, packedBytes: 5 };
  expect(faultOf(() => localHeaderDataOffset(bytes.subarray(0, 29), place))).toBe(
    'page_extraction truncated',
  );
  expect(faultOf(() => localHeaderDataOffset(bytes.subarray(1, 31), place))).toBe('page_extraction damaged');
  expect(faultOf(() => readPacked(source, { ...place, packedBytes: bytes.length }, bytes.length))).toBe(
    'page_extraction truncated',
  );
});
