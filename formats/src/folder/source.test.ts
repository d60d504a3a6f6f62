import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { readArchiveIndex } from '../archive/open.ts';
import { readEntryNow } from '../archive/read.ts';
import { readZipIndex } from '../archive/zip/directory.ts';
import { createStoredZip, makeDirectory, makeLocalHeader } from '../archive/zip/stored-zip.ts';
import { defaultLimits } from '../limits.ts';
import { bytesSource } from '../source.ts';
import { openFolderSource } from './source.ts';

const contents = ['first', '', 'x'.repeat(5_000), '第三'].map((text) => Buffer.from(text));
const names = ['1.jpg', '2.jpg', '第3巻 a\\b.jpg', 'ComicInfo.xml'];

function openFolder(sizes = contents.map(({ length }) => length)) {
  let openFiles = 0;
  const source = openFolderSource({
    path: '/folder',
    modifiedUs: 0,
    files: names.map((name, i) => ({ name, sizeBytes: sizes[i] ?? 0 })),
    open(place) {
      openFiles++;
      const bytes = bytesSource(contents[place] ?? Buffer.alloc(0));
      return { ...bytes, path: '', modifiedUs: 0, close: () => openFiles-- };
    },
  });
  return { source, countOpen: () => openFiles };
}

test('reads a folder as the zip that is made from it, from any offset', () => {
  const { source, countOpen } = openFolder();
  const zip = Buffer.from(source.read(0, source.size));
  expect(zip.length).toBe(source.size);
  const index = readZipIndex(bytesSource(zip), defaultLimits);
  expect(index.entries.map(({ name, sizeBytes, crc32 }) => [name, sizeBytes, crc32])).toEqual(
    contents.map((bytes, i) => [names[i]?.replace('\\', '_'), bytes.length, crc32(bytes)]),
  );
  const archive = {
    source: bytesSource(zip),
    limits: defaultLimits,
    index: { ...index, kind: 'zip' },
  } as const;
  for (const [i, entry] of index.entries.entries())
    expect(Buffer.from(readEntryNow(archive, entry)).equals(contents[i] ?? Buffer.alloc(0))).toBe(true);
  for (let at = 0; at <= zip.length; at += 7)
    expect(Buffer.from(source.read(at, 50)).equals(zip.subarray(at, at + 50))).toBe(true);
  expect(countOpen()).toBe(1);
  source.close();
  expect(countOpen()).toBe(0);
});

test('stores entries at the offsets in the index of the folder', () => {
  const { source } = openFolder();
  const index = readArchiveIndex(source, defaultLimits);
  expect([index.kind, index.entries.map(({ name }) => name)]).toEqual(['folder', names]);
  const read = index.entries.map((entry) => readEntryNow({ source, index, limits: defaultLimits }, entry));
  expect(read.map((bytes) => Buffer.from(bytes))).toEqual(contents);
});

test('refuses a file whose size has changed', () => {
  const { source } = openFolder([5, 0, 4_999, 6]);
  expect(() => source.read(0, source.size)).toThrow('A page has changed since it was listed');
});

test('uses zip64 fields for more members and larger offsets than a plain zip supports', () => {
  const many = createStoredZip(
    Array.from({ length: 70_000 }, (_, i) => ({ name: `${i}.jpg`, sizeBytes: 0 })),
  );
  const bytes = Buffer.concat([
    ...many.members.map((member) => makeLocalHeader(member, 0)),
    makeDirectory(many, []),
  ]);
  expect(bytes.length).toBe(many.sizeBytes);
  expect(readZipIndex(bytesSource(bytes), defaultLimits).entries).toHaveLength(70_000);

  const large = createStoredZip([
    { name: '1.jpg', sizeBytes: 0xffff_fffe },
    { name: '2.jpg', sizeBytes: 1_000 },
    { name: '3.jpg', sizeBytes: 1 },
  ]);
  const directory = makeDirectory(large, [1, 2, 3]);
  const source = {
    size: large.sizeBytes,
    read(offset: number, length: number) {
      const all = Buffer.alloc(Math.max(0, Math.min(length, large.sizeBytes - offset)));
      const from = Math.max(0, large.directoryOffset - offset);
      all.set(
        directory.subarray(Math.max(0, offset - large.directoryOffset)).subarray(0, all.length - from),
        from,
      );
      return all;
    },
  };
  const { entries } = readZipIndex(source, defaultLimits);
  expect(entries.map(({ offset, sizeBytes, crc32 }) => [offset, sizeBytes, crc32])).toEqual(
    large.members.map(({ headerOffset, sizeBytes }, i) => [headerOffset, sizeBytes, i + 1]),
  );
});
