import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { faultOf, faultOfPromise, toFault } from '../../../../server/test/faults.ts';
import { makeRar4, makeRar5, type RarEntry, type RarOptions } from '../../../../server/test/makers/rar.ts';
import { FormatError } from '../../error.ts';
import { defaultLimits, type Limits } from '../../limits.ts';
import { bytesSource } from '../../source.ts';
import { readStoredEntry, readStoredHead } from '../entries/stored.ts';
import { readEntry } from '../read.ts';
import { unpackRarEntries } from './read.ts';
import { readRarIndex } from './read-index.ts';
import { openUnrar } from './unrar.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-rar-'));
afterAll(() => rmSync(folder, { recursive: true }));

function open(bytes: Uint8Array, limits: Limits = defaultLimits) {
  const source = bytesSource(bytes);
  const index = { ...readRarIndex(source, limits), kind: 'rar' as const };
  const get = (at: number) => {
    const entry = index.entries[at];
    if (entry === undefined) throw new Error(`no entry ${at}`);
    return entry;
  };
  return { source, index, limits, get };
}

const makers = { rar4: makeRar4, rar5: makeRar5 };
const kinds = ['rar4', 'rar5'] as const;

const three: RarEntry[] = [
  { name: '001.png', content: 'one' },
  { name: 'folder', isDirectory: true },
  { name: 'folder/002.png', content: 'x'.repeat(100_000) },
  { name: '003.png', content: 'three' },
];

test.each(kinds)('reads a stored entry of a %s at its offset', (kind) => {
  const { source, limits, get } = open(makers[kind](three, { isSolid: true }));
  const text = (at: number) => Buffer.from(readStoredEntry(source, get(at), limits)).toString();
  expect([text(0), text(2), text(3)]).toEqual(['one', 'x'.repeat(100_000), 'three']);
  expect(Buffer.from(readStoredHead(source, get(3), { byteCount: 2, limits })).toString()).toBe('th');
  expect(Buffer.from(readStoredHead(source, get(3), { byteCount: 9, limits })).toString()).toBe('three');
});

test.each<[string, Omit<RarEntry, 'name'>, string]>([
  ['whose bytes changed', { content: 'x', declared: { crc32: 1 } }, 'crc_mismatch'],
  ['that is encrypted', { content: 'x', isEncrypted: true }, 'encrypted'],
  ['that is a link', { linkTo: '/etc/passwd' }, 'link'],
  ['that is packed', { content: 'x', method: 3 }, 'unsupported_method'],
  ['whose size differs from the declared size', { content: 'x', declared: { sizeBytes: 9 } }, 'damaged'],
  ['beyond the limits', { content: 'x', declared: { sizeBytes: 2 ** 31 } }, 'too_large'],
])('refuses an entry %s', (_, entry, reason) => {
  for (const kind of kinds) {
    const { source, limits, get } = open(makers[kind]([{ name: '1.png', ...entry }]));
    expect(faultOf(() => readStoredEntry(source, get(0), limits))).toBe(`page_extraction ${reason}`);
  }
});

test('refuses a range beyond the end of the file', () => {
  const { source, limits, get } = open(makeRar5(three));
  const beyond = { ...get(3), offset: source.size - 2 };
  expect(faultOf(() => readStoredEntry(source, beyond, limits))).toBe('page_extraction truncated');
});

const textOf = (content: Uint8Array | FormatError): string =>
  content instanceof FormatError ? toFault(content) : Buffer.from(content).toString();

/** Returns the content or the error of every entry as UnRAR unpacks it. */
async function unpackAll(bytes: Uint8Array): Promise<string[]> {
  const { source, index } = open(bytes);
  const unrar = await openUnrar(source);
  return index.entries.map((entry) => textOf(unrar.unpack(entry)));
}

test.each<[string, RarOptions]>([
  ['an archive', {}],
  ['an archive after a self-extractor', { prefix: Buffer.alloc(300_000, 'MZ') }],
])('UnRAR reads %s from memory', async (_, options) => {
  for (const kind of kinds) {
    expect(await unpackAll(makers[kind](three, options))).toEqual(['one', '', 'x'.repeat(100_000), 'three']);
  }
});

test('UnRAR skips entries that are not wanted', async () => {
  const { source, get } = open(makeRar5(three));
  const unrar = await openUnrar(source);
  unrar.skip();
  unrar.skip();
  unrar.skip();
  expect(textOf(unrar.unpack(get(3)))).toBe('three');
});

test('UnRAR continues after an entry that it cannot read', async () => {
  const [first, folderEntry, second, third] = three;
  const bad = { ...first, name: '001.png', declared: { crc32: 7 } };
  const entries = [bad, folderEntry, second, third].flatMap((entry) => entry ?? []);
  for (const kind of kinds) {
    const [fault, , , last] = await unpackAll(makers[kind](entries));
    expect([fault, last]).toEqual(['page_extraction damaged', 'three']);
  }
});

test('refuses an entry that differs from the entry of the index', async () => {
  const { source, get } = open(makeRar4(three));
  const unrar = await openUnrar(source);
  expect(toFault(unrar.unpack({ ...get(0), sizeBytes: 50 }))).toBe('page_extraction damaged');
});

test('reports an error for each stored entry that is declared as packed', async () => {
  for (const kind of kinds) {
    const garbage = Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256));
    const faults = await unpackAll(
      makers[kind]([1, 3, 5].map((method) => ({ name: `${method}`, content: garbage, method }))),
    );
    for (const fault of faults) expect(fault).toMatch(/^page_extraction (damaged|unsupported_method)$/);
  }
});

test('reports an encrypted entry', async () => {
  expect(await unpackAll(makeRar4([{ name: '1.png', content: 'x'.repeat(16), isEncrypted: true }]))).toEqual([
    'page_extraction encrypted',
  ]);
});

test('starting UnRAR leaves no listener on the process', async () => {
  const count = () =>
    process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection');
  const before = count();
  await openUnrar(bytesSource(makeRar5([])));
  expect(count()).toBe(before);
});

test.each(kinds)('passes every wanted entry of a %s once', async (kind) => {
  const archive = open(
    makers[kind]([
      ...three,
      { name: 'packed.png', content: 'garbage', method: 3 },
      { name: 'secret.png', content: 'x', isEncrypted: true },
      { name: 'huge.png', content: 'x', method: 3, declared: { sizeBytes: 2 ** 31 } },
    ]),
  );
  const reported: [string, string][] = [];
  await unpackRarEntries({
    ...archive,
    wanted: [0, 3, 4, 5, 6].map(archive.get),
    onEntry: ({ name }, content) => reported.push([name, textOf(content)]),
  });
  expect(Object.fromEntries(reported)).toEqual({
    '001.png': 'one',
    '003.png': 'three',
    'packed.png': 'page_extraction damaged',
    'secret.png': 'page_extraction encrypted',
    'huge.png': 'page_extraction too_large',
  });
  expect(reported).toHaveLength(5);
});

test('returns the content of one entry, or throws its error', async () => {
  const archive = open(makeRar5([...three, { name: 'packed.png', content: 'garbage', method: 3 }]));
  expect(Buffer.from(await readEntry(archive, archive.get(0))).toString()).toBe('one');
  expect(await faultOfPromise(readEntry(archive, archive.get(4)))).toBe('page_extraction damaged');
});

test.each<[string, RarOptions, string]>([
  ['encrypted to its headers', { hasEncryptedHeaders: true }, 'parser encrypted'],
  ['of several parts', { isVolume: true, hasNextVolume: true }, 'parser multi_volume'],
])('refuses an archive that is %s', async (_, options, fault) => {
  for (const kind of kinds) {
    const archive = open(makers[kind](three, options));
    const unpacked = unpackRarEntries({ ...archive, wanted: [], onEntry() {} });
    expect(await faultOfPromise(unpacked)).toBe(fault);
  }
});

test('refuses a solid archive with too large a total before unpacking it', async () => {
  const packed = (name: string): RarEntry => ({
    name,
    content: 'garbage',
    method: 3,
    declared: { sizeBytes: 600 },
  });
  const limits = { ...defaultLimits, maxUnpackedBytes: 1_000 };
  const unpack = (options: RarOptions) => {
    const archive = open(makeRar5([packed('1.png'), packed('2.png')], options), limits);
    return faultOfPromise(unpackRarEntries({ ...archive, wanted: [archive.get(1)], onEntry() {} }));
  };
  expect(await unpack({ isSolid: true })).toBe('parser too_large');
  expect(await unpack({})).toBe('no fault');
});

test('refuses a solid archive that needs too much memory before unpacking it', async () => {
  const packed = (name: string, dictionary: number): RarEntry => ({
    name,
    content: 'x',
    method: 3,
    dictionary,
  });
  const unpack = (options: RarOptions) => {
    const archive = open(makeRar5([packed('1.png', 15), packed('2.png', 1)], options));
    return faultOfPromise(unpackRarEntries({ ...archive, wanted: [archive.get(1)], onEntry() {} }));
  };
  expect(await unpack({ isSolid: true })).toBe('parser too_large');
  expect(await unpack({})).toBe('no fault');
});
