import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { faultOfPromise } from '../../../../server/test/faults.ts';
import { packWhole } from '../../../../server/test/makers/seven-zip.ts';
import { makeTar, type TarEntry } from '../../../../server/test/makers/tar.ts';
import { FormatError } from '../../error.ts';
import { defaultLimits, type Limits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { openArchiveIndex } from '../open.ts';
import { listPageEntries } from '../pages.ts';
import { readEntries, readMappedEntry, readPositions } from '../read.ts';

const at = (index: number) => ({ index, name: '', sizeBytes: 0, packedBytes: 0, offset: 0, crc32: null });
const packings = ['gzip', 'bzip2', 'xz', 'zstd'] as const;
const noise = Buffer.from(Array.from({ length: 200_000 }, (_, i) => (i * 7919 + (i >> 3) * 104_729) & 255));
const entries: TarEntry[] = [
  { name: 'folder/' },
  { name: `folder/${'long/'.repeat(40)}10.png`, content: 'ten' },
  { name: 'folder/2.png', content: noise },
  { name: 'empty.png' },
  { name: 'ComicInfo.xml', content: '<ComicInfo/>' },
];

const open = (bytes: Uint8Array, limits: Limits = defaultLimits) =>
  openArchiveIndex(bytesSource(bytes), limits);

describe.each(packings)('a tar compressed by %s', (packing) => {
  test('lists its entries and returns wanted contents along the way', async () => {
    const bytes = await packWhole(makeTar(entries, { dialect: 'pax' }), packing);
    const seen = new Map<string, number>();
    let lives = 0;
    const index = await openArchiveIndex(bytesSource(bytes), defaultLimits, {
      wants: (name) => name.endsWith('.xml') || name.endsWith('2.png'),
      onContent: (entry, content) => seen.set(`${entry.index}`, content.length),
      onLife: () => lives++,
    });
    expect([index.kind, index.isSolid, lives > 0]).toEqual(['packed-tar', true, true]);
    expect(listPageEntries(index).map(({ name, sizeBytes }) => [name.slice(-6), sizeBytes])).toEqual([
      ['ty.png', 0],
      ['/2.png', 200_000],
      ['10.png', 3],
    ]);
    expect([...seen]).toEqual([
      ['2', 200_000],
      ['4', 12],
    ]);
  });

  test('returns entries by their positions in one pass', async () => {
    const source = bytesSource(await packWhole(makeTar(entries), packing));
    expect(Buffer.from(await readMappedEntry(source, defaultLimits, at(2))).equals(noise)).toBe(true);
    const given: [number, number][] = [];
    await readPositions({
      source,
      limits: defaultLimits,
      positions: [4, 1, 3],
      onEntry: (position, content) =>
        given.push([position, content instanceof FormatError ? -1 : content.length]),
    });
    expect(given).toEqual([
      [1, 3],
      [3, 0],
      [4, 12],
    ]);
    const index = await open(source.read(0, source.size));
    const read: string[] = [];
    await readEntries({ source, index, limits: defaultLimits }, listPageEntries(index), (entry, content) =>
      read.push(
        `${entry.name.slice(-6)} ${content instanceof FormatError ? content.reason : content.length}`,
      ),
    );
    expect(read).toEqual(['10.png 3', '/2.png 200000', 'ty.png 0']);
    expect(await faultOfPromise(readMappedEntry(source, defaultLimits, at(9)))).toBe(
      'page_extraction damaged',
    );
  });

  test('reports truncation and damage', async () => {
    const bytes = await packWhole(makeTar(entries), packing);
    for (const share of [0.3, 0.9]) {
      const fault = await faultOfPromise(open(bytes.subarray(0, Math.floor(bytes.length * share))));
      expect(['parser truncated', 'parser damaged']).toContain(fault);
    }
    // A zstd may have no checksum, and this one has none.
    if (packing === 'zstd') return;
    const wrong = Buffer.from(bytes);
    wrong.fill(0x55, Math.floor(wrong.length / 2), Math.floor(wrong.length / 2) + 200);
    expect(await faultOfPromise(open(wrong))).toMatch(/^parser (truncated|damaged)$/);
  });

  test('refuses an archive that exceeds the limits while it is unpacked', async () => {
    const zeros = makeTar([{ name: '1.png', content: Buffer.alloc(12 * 1024 * 1024) }]);
    const bytes = await packWhole(zeros, packing);
    expect(await faultOfPromise(open(bytes))).toBe('parser too_large');
    const limits = { ...defaultLimits, maxUnpackedBytes: 100_000 };
    expect(await faultOfPromise(open(await packWhole(makeTar(entries), packing), limits))).toBe(
      'parser too_large',
    );
  });

  test('refuses compressed data that is not a tar', async () => {
    const tar = makeTar(entries);
    for (const inside of [Buffer.from('text'), Buffer.alloc(0), gzipSync(tar)])
      expect(await faultOfPromise(open(await packWhole(inside, packing)))).toBe(
        'format_detection unsupported_format',
      );
  });
});

test('does not return links, parts of sparse files and entries that are too large', async () => {
  const bytes = gzipSync(
    makeTar(
      [
        { name: '1.png', type: '2', linkTo: '/etc/passwd' },
        { name: '2.png', type: 'S', content: 'parts' },
        { name: '3.png', content: Buffer.alloc(2_000) },
        { name: '4.png', content: 'four' },
      ],
      { dialect: 'gnu' },
    ),
  );
  const limits = { ...defaultLimits, maxEntryBytes: 1_000 };
  const given: [number, unknown][] = [];
  await readPositions({
    source: bytesSource(bytes),
    limits,
    positions: [0, 1, 2, 3],
    onEntry: (position, content) =>
      given.push([
        position,
        content instanceof FormatError ? content.reason : Buffer.from(content).toString(),
      ]),
  });
  expect(given).toEqual([
    [0, 'link'],
    [1, 'unsupported_method'],
    [2, 'too_large'],
    [3, 'four'],
  ]);
});

test('refuses an entry longer than the archive, and headers beyond their limits', async () => {
  const beyond = gzipSync(makeTar([{ name: '1.png', content: 'x', size: '00000100000' }]));
  expect(await faultOfPromise(open(beyond))).toBe('parser truncated');
  const long = { name: '././@LongLink', type: 'L', content: 'a'.repeat(1024 * 1024 + 1) };
  expect(await faultOfPromise(open(gzipSync(makeTar([long, { name: '1.png' }]))))).toBe('parser too_large');
  const many = gzipSync(makeTar(['1', '2', '3', '4'].map((name) => ({ name }))));
  expect(await faultOfPromise(open(many, { ...defaultLimits, maxEntries: 3 }))).toBe('parser too_large');
});

test('refuses a dictionary that exceeds the memory limit before allocating it', async () => {
  const bytes = await packWhole(makeTar(entries), 'xz');
  // The LZMA2 property in the header of the first block.
  const at = bytes.indexOf(Buffer.of(0x21, 0x01), 12) + 2;
  bytes[at] = 40;
  expect(await faultOfPromise(open(bytes))).toBe('parser too_large');
});

test('reads a stream in chunks of any size', async () => {
  const { TarPass } = await import('../tar/pass.ts');
  const contents: string[] = [];
  const pass = new TarPass({
    limits: defaultLimits,
    wants: (_, rawName) => Buffer.from(rawName).toString().endsWith('.xml'),
    onContent: (_, content) => contents.push(Buffer.from(content).toString()),
  });
  for (const byte of makeTar(entries, { dialect: 'gnu' })) if (!pass.push(Buffer.of(byte))) break;
  expect([pass.end().entries.length, contents]).toEqual([5, ['<ComicInfo/>']]);
});

const skippable = Buffer.of(0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4);
const split = (tar: Buffer) => [tar.subarray(0, 700), tar.subarray(700)] as const;

test.each<[string, (tar: Buffer) => Buffer]>([
  ['a gzip followed by other data', (tar) => Buffer.concat([gzipSync(tar), Buffer.from('other data')])],
  ['a gzip followed by zeros', (tar) => Buffer.concat([gzipSync(tar), Buffer.alloc(600)])],
  ['a gzip of several members', (tar) => Buffer.concat(split(tar).map((part) => gzipSync(part)))],
  ['a zstd that begins with a skippable frame', (tar) => Buffer.concat([skippable, zstdCompressSync(tar)])],
  [
    'a zstd of several frames with a skippable frame between them',
    (tar) => Buffer.concat(split(tar).flatMap((part) => [zstdCompressSync(part), skippable])),
  ],
])('reads %s', async (_, pack) => {
  const bytes = pack(makeTar(entries));
  expect(listPageEntries(await open(bytes))).toHaveLength(3);
  expect(Buffer.from(await readMappedEntry(bytesSource(bytes), defaultLimits, at(2))).equals(noise)).toBe(
    true,
  );
});

test('reads a gzip with a name, a comment and an extra field', async () => {
  const packed = gzipSync(makeTar(entries));
  const fields = Buffer.concat([Buffer.of(3, 0, 1, 2, 3), Buffer.from('name\0comment\0'), Buffer.of(0, 0)]);
  const named = Buffer.concat([packed.subarray(0, 10), fields, packed.subarray(10)]);
  named[3] = 0x1e;
  expect(listPageEntries(await open(named))).toHaveLength(3);
});
