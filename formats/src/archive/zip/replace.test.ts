import { expect, test } from 'vitest';
import { faultOf } from '../../../../server/test/faults.ts';
import { fc } from '../../../../server/test/harness/property.ts';
import { makeZip, type ZipEntry, type ZipOptions } from '../../../../server/test/makers/zip.ts';
import { defaultLimits as limits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { readZipIndex } from './directory.ts';
import { readPacked } from './local.ts';
import { readZipEntry } from './read.ts';
import { replaceZipEntry } from './replace.ts';

const modifiedAt = new Date(2026, 1, 3, 4, 5, 6);

function replace(bytes: Buffer, name: string, content: string): Buffer {
  const parts = replaceZipEntry(
    bytesSource(bytes),
    { name, content: Buffer.from(content), modifiedAt },
    limits,
  );
  return Buffer.concat(
    parts.map((part) =>
      part instanceof Uint8Array ? part : bytes.subarray(part.offset, part.offset + part.length),
    ),
  );
}

function read(bytes: Buffer) {
  const source = bytesSource(bytes);
  const index = readZipIndex(source, limits);
  return {
    comment: index.comment,
    entries: index.entries.map((entry) => ({
      name: entry.name,
      method: entry.method,
      packed: Buffer.from(readPacked(source, entry, entry.packedBytes)).toString('hex'),
      content: Buffer.from(readZipEntry(source, entry, limits)).toString('hex'),
    })),
  };
}

const hex = (text: string) => Buffer.from(text).toString('hex');

const entry: fc.Arbitrary<ZipEntry> = fc.record({
  name: fc.constantFrom('1.jpg', '2.jpg', 'a/ComicInfo.xml', '話.png', 'ComicInfo.xml'),
  content: fc.uint8Array({ maxLength: 300 }),
  method: fc.constantFrom('stored', 'deflate', 'zstd'),
  hasDescriptor: fc.boolean(),
  isZip64: fc.boolean(),
  localExtra: fc.uint8Array({ maxLength: 40 }),
});
const options: fc.Arbitrary<ZipOptions> = fc.record({
  prefix: fc.uint8Array({ maxLength: 100 }),
  countsPrefix: fc.boolean(),
  comment: fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
  isZip64: fc.boolean(),
});

test('keeps the bytes and order of all other entries, and the comment', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), options, fc.string(), (entries, how, content) => {
      const before = makeZip(entries, how);
      const old = read(before);
      const now = read(replace(before, 'ComicInfo.xml', content));
      const isOther = ({ name }: { name: string }) => name !== 'ComicInfo.xml';
      expect(now.entries.filter(isOther)).toEqual(old.entries.filter(isOther));
      expect(now.comment).toBe(old.comment);
      const ours = now.entries.filter((one) => !isOther(one));
      expect(ours.map((one) => one.content)).toEqual([hex(content)]);
      const first = old.entries.findIndex((one) => !isOther(one));
      expect(now.entries.findIndex((one) => !isOther(one))).toBe(first < 0 ? old.entries.length : first);
    }),
    { numRuns: 300 },
  );
});

test('does not grow with repeated replacements', () => {
  const first = replace(makeZip([{ name: '1.jpg', content: 'x' }]), 'ComicInfo.xml', 'one');
  expect(replace(first, 'ComicInfo.xml', 'two').length).toBe(first.length);
  expect(replace(replace(first, 'ComicInfo.xml', 'two'), 'ComicInfo.xml', 'one').equals(first)).toBe(true);
  expect(first.includes('two')).toBe(false);
});

test('keeps the mimetype first in an EPUB and keeps stored entries stored', () => {
  const mimetype = { name: 'mimetype', content: 'application/epub+zip', method: 'stored' as const };
  const before = makeZip([mimetype, { name: 'a.opf', content: 'old' }, { name: 'b', content: 'b' }]);
  const after = replace(before, 'a.opf', 'new one');
  expect(after.subarray(0, 58).equals(before.subarray(0, 58))).toBe(true);
  expect(read(after).entries.map(({ name, method }) => [name, method])).toEqual([
    ['mimetype', 'stored'],
    ['a.opf', 'stored'],
    ['b', 'stored'],
  ]);
});

test('keeps data that follows the archive', () => {
  const before = makeZip([{ name: '1', content: 'x' }], { trailing: Buffer.from('behind it') });
  const after = replace(before, 'new', 'y');
  expect(after.subarray(-9).toString()).toBe('behind it');
  expect(read(after).entries.map(({ name }) => name)).toEqual(['1', 'new']);
});

test('refuses archives that cannot be read as a whole', () => {
  const zip = makeZip([{ name: '1', content: 'x' }]);
  expect(faultOf(() => replace(zip.subarray(0, -5), '1', 'y'))).toBe('parser truncated');
  expect(faultOf(() => replace(makeZip([{ name: '1' }], { disk: 2 }), '1', 'y'))).toBe('parser multi_volume');
});

test('throws typed errors for damaged archives', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(255),
      (entries, at, byte) => {
        const bytes = makeZip(entries);
        bytes[at % bytes.length] = byte;
        // Rethrows everything except FormatError.
        faultOf(() => replace(bytes, 'ComicInfo.xml', 'new'));
      },
    ),
    { numRuns: 500 },
  );
});
