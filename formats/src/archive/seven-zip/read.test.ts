import { expect, test } from 'vitest';
import { faultOfPromise, toFault } from '../../../../server/test/faults.ts';
import {
  makeSevenZip,
  packSevenZip,
  type SevenZipOptions,
  sealSevenZip,
} from '../../../../server/test/makers/seven-zip.ts';
import { seededRandom } from '../../../../server/test/mutations.ts';
import { openArchive } from '../../../../server/test/open-archive.ts';
import { toStoredEntry } from '../../book/stored.ts';
import { FormatError } from '../../error.ts';
import { defaultLimits, type Limits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { listPageEntries } from '../pages.ts';
import { isReadableNow, readEntries, readEntry, readMappedEntry } from '../read.ts';

const random = seededRandom(20_261_126);
const noise = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
const files: Record<string, string | Uint8Array> = {
  '1.png': noise(70_000),
  '2.png': 'word '.repeat(50_000),
  'folder/3.png': noise(3_000),
  'folder/4.png': '',
  'folder/readme.txt': 'text',
};

/** Maps each page to its content or its error. */
async function readPages(bytes: Uint8Array, limits?: Limits): Promise<Record<string, string>> {
  const archive = openArchive(bytes, limits);
  const pages = listPageEntries(archive.index);
  const seen: Record<string, string> = {};
  await readEntries(archive, pages, ({ name }, content) => {
    seen[name] = content instanceof FormatError ? toFault(content) : Buffer.from(content).toString('latin1');
  });
  return seen;
}

const expected = Object.fromEntries(
  Object.entries(files)
    .filter(([name]) => name.endsWith('.png'))
    .map(([name, content]) => [name, Buffer.from(content as string).toString('latin1')]),
);

const methods = {
  Copy: ['-m0=Copy'],
  LZMA: ['-m0=LZMA'],
  LZMA2: ['-m0=LZMA2'],
  PPMd: ['-m0=PPMd'],
  BZip2: ['-m0=BZip2'],
  Deflate: ['-m0=Deflate'],
  Deflate64: ['-m0=Deflate64'],
  'BCJ and LZMA': ['-m0=BCJ', '-m1=LZMA'],
  'ARM and LZMA2': ['-mf=ARM', '-m0=LZMA2'],
  'Delta and LZMA2': ['-mf=Delta:4', '-m0=LZMA2'],
};

test.each(Object.entries(methods))('reads %s in a solid archive and file by file', async (_, switches) => {
  for (const isSolid of [true, false]) {
    const bytes = await packSevenZip(files, [...switches, `-ms=${isSolid ? 'on' : 'off'}`]);
    const { index } = openArchive(bytes);
    expect(index.isSolid).toBe(isSolid && !switches.includes('-m0=Copy'));
    expect(await readPages(bytes)).toEqual(expected);
  }
});

test.each(Object.entries(methods))(
  '%s: reads a separately packed file from its stored entry, without the header',
  async (_, switches) => {
    const bytes = await packSevenZip(files, [...switches, '-ms=off']);
    const { entries } = openArchive(bytes).index;
    const kept = entries.flatMap((entry, position) =>
      entry.packing === undefined ? [] : toStoredEntry(entry, { position, mediaType: 'image/png' }),
    );
    const isOneMethod = switches.length === 1 && !switches.includes('-m0=Copy');
    expect(kept).toHaveLength(isOneMethod ? 4 : 0);
    bytes.fill(0, 32 + Number(bytes.readBigUInt64LE(12)));
    bytes.fill(0, 0, 32);
    for (const one of kept)
      expect(Buffer.from(await readMappedEntry(bytesSource(bytes), defaultLimits, one))).toEqual(
        Buffer.from(files[one.name] ?? ''),
      );
    const [first] = kept;
    if (!first) return;
    bytes.fill(0x55, first.offset, first.offset + first.packedBytes);
    const fault = await faultOfPromise(readMappedEntry(bytesSource(bytes), defaultLimits, first));
    expect(fault).toMatch(/^page_extraction (crc_mismatch|damaged)$/);
  },
);

test('stores the position of a file in a solid archive', async () => {
  const archive = openArchive(await packSevenZip(files));
  expect(archive.index.entries.flatMap(({ packing }) => packing ?? [])).toEqual([]);
});

/** BCJ2 has four streams, which 7z-wasm can read but not write; made by 7-Zip 26.02. */
const bcj2 =
  'N3q8ryccAASFYf09JgAAAAAAAACGAAAAAAAAAIAUVVkAOBhJKsK98AzA/8YDszYypwL0771IAAAAAAAAAAAAAAAAAAAAAAEEBgAECRcFBQUABwsBAAQjAwEBBV0AEAAAIwMBAQVdABAAACMDAQEFXQAQAAAUAwMBGwQBBQAEAQMCAgYBAAwAAIJ2gnYACA0CCYFoCgENsNizAclpyQAABQIZABEZADEALgBwAG4AZwAAADIALgBwAG4AZwAAABUKAQAggKSBIICkgQAA';

test('reads BCJ2 and LZMA', async () => {
  expect(await readPages(Buffer.from(bcj2, 'base64'))).toEqual({
    '1.png': 'page one '.repeat(40),
    '2.png': 'page two '.repeat(30),
  });
});

test('reads one entry alone, also in the middle of a solid archive', async () => {
  const archive = openArchive(await packSevenZip(files));
  const entry = archive.index.entries.find(({ name }) => name === 'folder/3.png');
  if (!entry) throw new Error('an entry');
  expect(isReadableNow(archive, entry)).toBe(false);
  expect(Buffer.from(await readEntry(archive, entry)).toString('latin1')).toBe(expected['folder/3.png']);
});

test('reads entries of the same name by their positions', async () => {
  const one = { name: '1.png', content: 'one' };
  const archive = openArchive(makeSevenZip([one, { ...one, content: 'two' }, { ...one, name: '../1.png' }]));
  const contents: string[] = [];
  await readEntries(archive, archive.index.entries, (_, content) =>
    contents.push(Buffer.from(content instanceof FormatError ? [] : content).toString()),
  );
  expect(contents).toEqual(['one', 'two', 'one']);
});

test('reports encrypted entries', async () => {
  expect(await readPages(await packSevenZip({ '1.png': 'one' }, ['-psecret']))).toEqual({
    '1.png': 'page_extraction encrypted',
  });
});

test('reads other files when one is damaged', async () => {
  const bytes = await packSevenZip({ '1.png': noise(50_000), '2.png': noise(50_000) }, ['-ms=off']);
  bytes.fill(0x55, 40_000, 40_100);
  const seen = Object.values(await readPages(bytes)).map((content) => content.slice(0, 16));
  expect(seen.filter((content) => content === 'page_extraction ')).toHaveLength(1);
  const faults = Object.values(await readPages(bytes)).filter((content) => content.length < 100);
  expect(faults[0]).toMatch(/^page_extraction (crc_mismatch|damaged)$/);
});

const lzma = (dictionary: number) => [
  1,
  0x23,
  3,
  1,
  1,
  5,
  0x5d,
  ...Buffer.from(Uint32Array.of(dictionary).buffer),
];
const ppmd = (memory: number) => [1, 0x23, 3, 4, 1, 5, 6, ...Buffer.from(Uint32Array.of(memory).buffer)];

test.each<[string, SevenZipOptions, string]>([
  ['that is not LZMA', { folder: lzma(65_536) }, 'damaged'],
  ['that is not PPMd', { folder: ppmd(2 ** 20) }, 'crc_mismatch'],
  ['with an unnecessary dictionary of 4 GiB', { folder: lzma(0xffffffff) }, 'damaged'],
  ['that requests 2 GiB for PPMd', { folder: ppmd(2 ** 31) }, 'too_large'],
  ['of an unknown method', { folder: [1, 4, 0x04, 0xf7, 0x11, 0x01] }, 'unsupported_method'],
  ['of a size beyond the limit', { folder: lzma(65_536), unpackedSizes: [2 ** 31] }, 'too_large'],
  ['encrypted', { folder: [1, 4, 0x06, 0xf1, 0x07, 0x01] }, 'encrypted'],
])('reports an error for an entry %s', async (_, options, reason) => {
  const seen = await readPages(makeSevenZip([{ name: '1.png', content: noise(1_000) }], options));
  if (reason === 'crc_mismatch') expect(seen['1.png']).toMatch(/crc_mismatch|damaged/);
  else expect(seen).toEqual({ '1.png': `page_extraction ${reason}` });
});

test('reduces a dictionary that is larger than the content', async () => {
  const whole = await packSevenZip({ '1.png': 'x'.repeat(1_000) }, ['-m0=LZMA', '-mhc=off']);
  const headerAt = 32 + Number(whole.readBigUInt64LE(12));
  const header = Buffer.from(whole.subarray(headerAt));
  header.writeUInt32LE(0xffffffff, header.indexOf(Buffer.from([0x23, 3, 1, 1, 5])) + 6);
  const seen = await readPages(sealSevenZip(whole.subarray(32, headerAt), header));
  expect(seen).toEqual({ '1.png': 'x'.repeat(1_000) });
});

test('refuses a bomb by its declared size', async () => {
  const zeros = Buffer.alloc(30 * 1024 * 1024);
  const bytes = await packSevenZip({ '1.png': zeros });
  expect(await readPages(bytes)).toEqual({ '1.png': 'page_extraction too_large' });
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`${i}.png`, zeros.subarray(0, 2 ** 20)]),
  );
  const limits = { ...defaultLimits, maxUnpackedBytes: 10 * 1024 * 1024 };
  await expect(readPages(await packSevenZip(many), limits)).rejects.toMatchObject({ reason: 'too_large' });
});

test('reports a wrong checksum', async () => {
  const wrong = makeSevenZip([
    { name: '1.png', content: 'one', crc32: 1 },
    { name: '2.png', content: 'two' },
  ]);
  expect(await readPages(wrong)).toEqual({ '1.png': 'page_extraction crc_mismatch', '2.png': 'two' });
});

test.each<[string, readonly number[]]>([
  ['no byte', [1, 0]],
  ['leading zeros', [1, 2, 0, 0]],
])('reads a method whose id has %s', async (_, folder) => {
  const bytes = makeSevenZip(
    [
      { name: '1.png', content: 'one' },
      { name: '2.png', content: 'two' },
    ],
    { folder },
  );
  expect(await readPages(bytes)).toEqual({ '1.png': 'one', '2.png': 'two' });
});
