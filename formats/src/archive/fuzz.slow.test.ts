// Feeds damaged archives to the readers: each returns a result or throws a FormatError after bounded work.
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { corpusPath, hasCorpus, readCorpus } from '../../../server/test/corpus.ts';
import { toFault } from '../../../server/test/faults.ts';
import { makeRar4, makeRar5, type RarEntry } from '../../../server/test/makers/rar.ts';
import { packSevenZip, sealSevenZip } from '../../../server/test/makers/seven-zip.ts';
import { makeTar, sealTarHeader } from '../../../server/test/makers/tar.ts';
import { makeZip } from '../../../server/test/makers/zip.ts';
import { mutate, seededRandom } from '../../../server/test/mutations.ts';
import { detectKind } from '../detect.ts';
import { FormatError } from '../error.ts';
import { computeFingerprint } from '../hash/fingerprint.ts';
import { computeReaderHash } from '../hash/reader-hash.ts';
import { defaultLimits } from '../limits.ts';
import { bytesSource } from '../source.ts';
import { readArchiveIndex } from './open.ts';
import { listPageEntries } from './pages.ts';
import { isReadableNow, type OpenArchive, readEntries, readEntryHead, readEntryNow } from './read.ts';

const limits = { ...defaultLimits, maxEntries: 1_000, maxEntryBytes: 1_000_000 };

/** Opens an archive and reads everything that needs no decoder. Returns the archive if it can be opened. */
function readAll(bytes: Uint8Array): OpenArchive | undefined {
  const source = bytesSource(bytes);
  const kind = detectKind(source);
  computeReaderHash(source);
  computeFingerprint(source);
  return settled(() => {
    const index = readArchiveIndex(source, limits, kind);
    const archive = { source, index, limits };
    expect(index.entries.length).toBeLessThanOrEqual(limits.maxEntries);
    expect(computeFingerprint(source, index)).toHaveLength(64);
    settled(() => listPageEntries(index));
    for (const entry of index.entries) {
      expect(entry.name.length).toBeLessThanOrEqual(limits.maxNameBytes);
      if (!isReadableNow(archive, entry)) continue;
      const content = settled(() => readEntryNow(archive, entry));
      expect(content?.length ?? 0).toBeLessThanOrEqual(limits.maxEntryBytes);
      const head = settled(() => readEntryHead(archive, entry, 100));
      expect(head?.length ?? 0).toBeLessThanOrEqual(100);
    }
    return archive;
  });
}

/** Returns undefined for a FormatError and rethrows any other error. */
function settled<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    toFault(error);
    return undefined;
  }
}

/** Damages both ends: zips are read from the last byte, RAR archives from the first. */
function damage(bytes: Buffer, random: () => number): Buffer {
  return random() < 0.5 ? mutate(bytes, random) : mutate(Buffer.from(bytes.toReversed()), random).reverse();
}

const text = 'page '.repeat(200);

const zips = [
  makeZip([
    { name: '1.png', content: text },
    { name: 'a\\é.png', content: text, method: 'deflate' },
  ]),
  makeZip([{ name: '1.png', content: text, method: 'zstd', isZip64: true, hasDescriptor: true }], {
    isZip64: true,
  }),
  makeZip(
    [
      { name: '', rawName: Buffer.from('91e688ea98622e706e67', 'hex') },
      { name: '2.png', content: text },
    ],
    {
      prefix: Buffer.from('MZ'),
      comment: 'PK\x05\x06',
    },
  ),
];

test('reads or refuses 10,000 damaged zips', () => {
  const random = seededRandom(20_261_121);
  for (let round = 0; round < 10_000; round++)
    readAll(damage(zips[round % zips.length] ?? Buffer.alloc(0), random));
});

const entries: RarEntry[] = [
  { name: 'folder', isDirectory: true },
  { name: 'folder/第01話.png', content: text },
  { name: '2.png', copyOf: 'folder/第01話.png', content: '' },
  { name: '3.png', content: text, isEncrypted: true },
];
const rar4 = makeRar4(entries);
const rar5 = makeRar5(entries, { comment: 'c' });

test('reads or refuses 10,000 damaged RAR archives', () => {
  const random = seededRandom(20_261_122);
  for (let round = 0; round < 5_000; round++) {
    // With valid checksums, the damage reaches the fields behind them.
    readAll(sealRar4(mutate(rar4, random)));
    readAll(sealRar5(mutate(rar5, random)));
  }
});

function sealRar4(bytes: Buffer): Buffer {
  for (let at = 7; at + 7 <= bytes.length; ) {
    const length = bytes.readUInt16LE(at + 5);
    if (length < 7 || at + length > bytes.length) break;
    bytes.writeUInt16LE(crc32(bytes.subarray(at + 2, at + length)) & 0xffff, at);
    const isFile = bytes[at + 2] === 0x74 && length >= 11;
    at += length + (isFile ? bytes.readUInt32LE(at + 7) : 0);
  }
  return bytes;
}

/**
 * Recomputes the header checksums. Headers of the seed are shorter than 128 bytes, so their length is one
 * byte.
 */
function sealRar5(bytes: Buffer): Buffer {
  for (let at = 8; at + 7 <= bytes.length; ) {
    const end = at + 5 + (bytes[at + 4] ?? 0);
    if (end > bytes.length) break;
    const isText = bytes.subarray(end, end + 5).toString('latin1') === 'page ';
    bytes.writeUInt32LE(crc32(bytes.subarray(at + 4, end)), at);
    at = end + (isText ? text.length : bytes[end] === 0x63 ? 2 : 0);
  }
  return bytes;
}

const tars = (['v7', 'ustar', 'gnu', 'pax'] as const).map((dialect) =>
  makeTar(
    [
      { name: 'folder/' },
      { name: `${'long/'.repeat(dialect === 'v7' ? 1 : 25)}1.png`, content: text },
      { name: '2.png', content: text, pax: { path: '第2話.png' } },
      { name: '3.png', content: text, type: 'S' },
      { name: '4.png', linkTo: '1.png' },
    ],
    { dialect },
  ),
);

test('reads or refuses 10,000 damaged tars', () => {
  const random = seededRandom(20_261_125);
  for (let round = 0; round < 10_000; round++) {
    const bytes = mutate(tars[round % tars.length] ?? Buffer.alloc(0), random);
    // With valid checksums, the damage reaches the fields behind them.
    if (round % 2 === 0) sealTar(bytes);
    readAll(bytes);
  }
});

function sealTar(bytes: Buffer): void {
  for (let at = 0; at + 512 <= bytes.length; at += 512) {
    const isHeader = bytes.toString('latin1', at + 136, at + 148) === '14371573475 ';
    if (isHeader) sealTarHeader(bytes.subarray(at, at + 512));
  }
}

/** Unpacked headers are at the end. With valid checksums, the damage reaches their fields. */
const sevenZips = await Promise.all(
  [['-mhc=off', '-m0=Copy'], ['-mhc=off'], ['-mhc=off', '-ms=off', '-m0=BCJ', '-m1=LZMA'], ['-mhc=on']].map(
    (switches) => packSevenZip({ 'folder/1.png': text, '第2話.png': text, '3.png': '' }, switches),
  ),
);

function damageSevenZip(round: number, random: () => number): Buffer {
  const whole = sevenZips[round % sevenZips.length] ?? Buffer.alloc(0);
  const headerAt = 32 + Number(whole.readBigUInt64LE(12));
  return sealSevenZip(whole.subarray(32, headerAt), mutate(whole.subarray(headerAt), random));
}

test('reads or refuses 10,000 damaged 7z archives', () => {
  const random = seededRandom(20_261_126);
  for (let round = 0; round < 5_000; round++) {
    readAll(damageSevenZip(round, random));
    readAll(damage(sevenZips[round % sevenZips.length] ?? Buffer.alloc(0), random));
  }
});

test('7-Zip reads or refuses 400 archives with damaged headers or data', { timeout: 120_000 }, async () => {
  const random = seededRandom(20_261_127);
  let reported = 0;
  for (let round = 0; round < 200; round++) {
    reported += await unpackAll(damageSevenZip(round, random));
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = sevenZips.slice(1);
    const whole = round % 2 === 0 ? first : second;
    const headerAt = 32 + Number(whole.readBigUInt64LE(12));
    const data = mutate(whole.subarray(32, headerAt), random);
    const padded = Buffer.concat([data, Buffer.alloc(headerAt)]).subarray(0, headerAt - 32);
    reported += await unpackAll(sealSevenZip(padded, whole.subarray(headerAt)));
  }
  expect(reported).toBeGreaterThan(600);
});

/** Reads every entry, with UnRAR or 7-Zip if it is packed. */
async function unpackAll(bytes: Uint8Array): Promise<number> {
  const archive = readAll(bytes);
  if (!archive) return 0;
  let reported = 0;
  const reading = readEntries(archive, archive.index.entries, (_, content) => {
    reported++;
    if (content instanceof FormatError) return;
    expect(content.length).toBeLessThanOrEqual(limits.maxEntryBytes);
  });
  await reading.catch(toFault);
  return reported;
}

test('UnRAR reads or refuses 200 archives whose stored data is declared as packed', {
  timeout: 120_000,
}, async () => {
  const random = seededRandom(20_261_123);
  let reported = 0;
  for (let round = 0; round < 100; round++) {
    const method = 1 + (round % 5);
    const garbage = Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256)));
    const isSolid = random() < 0.5;
    const packed = [1, 2, 3].map((i) => ({ name: `${i}.png`, content: garbage, method, isSolid }));
    reported += await unpackAll(makeRar4(packed, { isSolid }));
    reported += await unpackAll(makeRar5(packed, { isSolid }));
  }
  expect(reported).toBe(600);
});

test.skipIf(!hasCorpus)(
  'UnRAR reads or refuses 400 damaged copies of packed archives',
  { timeout: 120_000 },
  async () => {
    const random = seededRandom(20_261_124);
    const seeds = readCorpus()
      .filter((file) =>
        /rar5_solid\.cbr|rar_windows\.cbr|rar5_win32\.cbr|rar_compress_normal\.cbr/.test(file.path),
      )
      .map((file) => readFileSync(corpusPath(file)));
    expect(seeds).toHaveLength(4);
    for (let round = 0; round < 400; round++)
      await unpackAll(damage(seeds[round % 4] ?? Buffer.alloc(0), random));
  },
);
