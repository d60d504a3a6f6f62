import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { countReads } from '../../../../server/test/counted-source.ts';
import { faultOf, faultOfPromise } from '../../../../server/test/faults.ts';
import { packWithSevenZip } from '../../../../server/test/makers/seven-zip.ts';
import { makeZip, type ZipEntry } from '../../../../server/test/makers/zip.ts';
import { defaultLimits, type Limits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { readZipIndex } from './directory.ts';
import { readRareZipEntry } from './rare-methods.ts';
import { readZipEntry, readZipEntryHead } from './read.ts';

/** Opens an archive and returns one entry, by default the first. */
function open(bytes: Uint8Array, at = 0) {
  const source = bytesSource(bytes);
  const entry = readZipIndex(source, defaultLimits).entries[at];
  if (entry === undefined) throw new Error(`no entry ${at}`);
  return {
    entry,
    read: (limits: Limits = defaultLimits) => readZipEntry(source, entry, limits),
    head: (byteCount: number) => readZipEntryHead(source, entry, { byteCount, limits: defaultLimits }),
    readRare: (declared: Partial<typeof entry> = {}) =>
      readRareZipEntry(source, { ...entry, ...declared }, defaultLimits),
  };
}

const openOne = (entry: Omit<ZipEntry, 'name'>) => open(makeZip([{ name: '1.png', ...entry }]));

/** Content that compresses neither fully nor not at all. */
const content = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i) % 251));
const methods = ['stored', 'deflate', 'zstd'] as const;

test.each(methods)('reads the content of a %s entry', (method) => {
  expect(Buffer.from(openOne({ content, method }).read())).toEqual(content);
  expect(openOne({ content: '', method }).read().length).toBe(0);
});

test.each(methods)('reads the head of a %s entry', (method) => {
  const { head } = openOne({ content, method });
  for (const byteCount of [0, 1, 4096, 49_999]) {
    expect(Buffer.from(head(byteCount)).compare(content.subarray(0, byteCount))).toBe(0);
  }
  expect(openOne({ content: 'short', method }).head(4096)).toEqual(Buffer.from('short'));
});

test('reads a head in one read of the file for any length of the local header', () => {
  const bytes = makeZip([{ name: 'folder/001.png', content, localExtra: Buffer.alloc(28) }]);
  const source = countReads(bytesSource(bytes));
  const [entry] = readZipIndex(source, defaultLimits).entries;
  source.reads = 0;
  if (entry) readZipEntryHead(source, entry, { byteCount: 4096, limits: defaultLimits });
  expect(source.reads).toBe(1);
});

test.each<[string, Omit<ZipEntry, 'name'>, string]>([
  ['whose bytes changed', { content, declared: { crc32: 1 } }, 'crc_mismatch'],
  ['that is encrypted', { content, isEncrypted: true }, 'encrypted'],
  ['that is a link', { content: '/etc/passwd', unixMode: 0o120777 }, 'link'],
  ['of an unknown method', { content, method: 77 }, 'unsupported_method'],
  ['of a rare method', { content, method: 12 }, 'unsupported_method'],
  [
    'that unpacks to more than it declares',
    { content, method: 'deflate', declared: { sizeBytes: 100 } },
    'damaged',
  ],
  [
    'that unpacks to less than it declares',
    { content, method: 'deflate', declared: { sizeBytes: 60_000 } },
    'damaged',
  ],
  ['that is stored in more bytes than it declares', { content, declared: { sizeBytes: 100 } }, 'damaged'],
  ['that is not of its declared method', { content, method: 8 }, 'damaged'],
  ['that is not zstd as declared', { content, method: 93 }, 'damaged'],
  [
    'that ends after the file',
    { content, declared: { packedBytes: 90_000, sizeBytes: 90_000 } },
    'truncated',
  ],
  ['that begins after the file', { content, declared: { offset: 2_000_000 } }, 'truncated'],
  ['whose local header is missing', { content, declared: { offset: 7 } }, 'damaged'],
])('refuses an entry %s', (_, entry, reason) => {
  expect(faultOf(() => openOne(entry).read())).toBe(`page_extraction ${reason}`);
});

test.each<[string, Omit<ZipEntry, 'name'>, string]>([
  ['encrypted', { content, isEncrypted: true }, 'encrypted'],
  ['a link', { content: '/etc/passwd', unixMode: 0o120777 }, 'link'],
  ['of a rare method', { content, method: 12 }, 'unsupported_method'],
  ['after the file', { content, declared: { packedBytes: 90_000, offset: 0 } }, 'truncated'],
  ['no deflate', { content, method: 8 }, 'damaged'],
])('refuses the head of an entry that is %s', (_, entry, reason) => {
  expect(faultOf(() => openOne(entry).head(80_000))).toBe(`page_extraction ${reason}`);
});

test('names the entry in an error', () => {
  expect(() => openOne({ content, isEncrypted: true }).read()).toThrow(
    expect.objectContaining({ entry: '1.png' }),
  );
});

test('refuses an entry whose declared size exceeds the limits', () => {
  const { read } = openOne({ content: Buffer.alloc(12_000_000), method: 'deflate' });
  expect(faultOf(() => read())).toBe('page_extraction too_large');
  expect(faultOf(() => read({ ...defaultLimits, maxRatio: 2_000 }))).toBe('no fault');
  expect(faultOf(() => read({ ...defaultLimits, ratioFreeBytes: 20_000_000 }))).toBe('no fault');
  const plain = openOne({ content });
  expect(faultOf(() => plain.read({ ...defaultLimits, maxEntryBytes: 49_999 }))).toBe(
    'page_extraction too_large',
  );
  expect(faultOf(() => plain.read({ ...defaultLimits, maxEntryBytes: 50_000 }))).toBe('no fault');
});

test('stops unpacking a bomb at its declared size', () => {
  const bomb = deflateRawSync(Buffer.alloc(100_000_000));
  const { read, head } = openOne({ content: bomb, method: 8, declared: { sizeBytes: 1_000, crc32: 0 } });
  const before = process.memoryUsage().rss;
  expect(faultOf(() => read())).toBe('page_extraction damaged');
  expect(head(4096)).toEqual(Buffer.alloc(4096));
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
});

test.each(['Deflate64', 'BZip2', 'LZMA', 'PPMd', 'xz'])('reads %s with 7-Zip', async (method) => {
  const { readRare } = open(await packWithSevenZip(content, method));
  expect(Buffer.from(await readRare())).toEqual(content);
});

test('bounds and verifies data that 7-Zip unpacks', async () => {
  const { readRare } = open(await packWithSevenZip(content, 'BZip2'));
  const faults = [
    { sizeBytes: 100 },
    { sizeBytes: 90_000 },
    { crc32: 1 },
    { isEncrypted: true },
    { packedBytes: 5_000_000 },
  ];
  const reasons = await Promise.all(faults.map((declared) => faultOfPromise(readRare(declared))));
  expect(reasons.map((reason) => reason.replace('page_extraction ', ''))).toEqual([
    'crc_mismatch',
    'damaged',
    'crc_mismatch',
    'encrypted',
    'truncated',
  ]);
  const { entry, readRare: readOther } = openOne({ content, method: 14 });
  expect(entry.method).toBe('lzma');
  expect(await faultOfPromise(readOther())).toBe('page_extraction damaged');
  expect(crc32(content)).toBe(entry.crc32);
});
