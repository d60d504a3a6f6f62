import { expect, test } from 'vitest';
import { faultOf, faultOfPromise, toFault } from '../../../server/test/faults.ts';
import { makeRar4, makeRar5 } from '../../../server/test/makers/rar.ts';
import { packWithSevenZip } from '../../../server/test/makers/seven-zip.ts';
import { makeZip } from '../../../server/test/makers/zip.ts';
import { FormatError } from '../error.ts';
import { defaultLimits as limits } from '../limits.ts';
import { bytesSource } from '../source.ts';
import { readArchiveIndex } from './open.ts';
import { isReadableNow, readEntries, readEntry, readEntryHead, readEntryNow } from './read.ts';

function open(bytes: Uint8Array) {
  const source = bytesSource(bytes);
  const index = readArchiveIndex(source, limits);
  const [entry] = index.entries;
  if (entry === undefined) throw new Error('no entry');
  return { archive: { source, index, limits }, entry };
}

const entries = [{ name: '1.png', content: 'content' }];
const kinds: [string, Uint8Array][] = [
  ['zip', makeZip(entries)],
  ['RAR 4', makeRar4(entries)],
  ['RAR 5', makeRar5(entries)],
];

test.each(kinds)('reads an entry of a %s', async (_, bytes) => {
  const { archive, entry } = open(bytes);
  expect(isReadableNow(archive, entry)).toBe(true);
  expect(Buffer.from(readEntryNow(archive, entry)).toString()).toBe('content');
  expect(Buffer.from(readEntryHead(archive, entry, 3)).toString()).toBe('con');
  expect(Buffer.from(await readEntry(archive, entry)).toString()).toBe('content');
});

const packed: [string, () => Uint8Array | Promise<Uint8Array>, string][] = [
  ['zip', () => packWithSevenZip(Buffer.from('content'.repeat(99)), 'LZMA'), 'no fault'],
  ['RAR', () => makeRar5([{ name: '1.png', content: 'garbage', method: 1 }]), 'page_extraction damaged'],
];

test.each(packed)(
  'reads an entry of a %s that needs a decoder only asynchronously',
  async (_, make, later) => {
    const { archive, entry } = open(await make());
    expect(isReadableNow(archive, entry)).toBe(false);
    expect(faultOf(() => readEntryNow(archive, entry))).toBe('page_extraction unsupported_method');
    expect(faultOf(() => readEntryHead(archive, entry, 3))).toBe('page_extraction unsupported_method');
    expect(await faultOfPromise(readEntry(archive, entry))).toBe(later);
  },
);

test('refuses an unknown compression method', async () => {
  const { archive, entry } = open(makeZip([{ name: '1.png', content: 'x', method: 77 }]));
  expect(await faultOfPromise(readEntry(archive, entry))).toBe('page_extraction unsupported_method');
});

test.each(kinds)('passes the entries of a %s to the callback one by one', async (_, bytes) => {
  const { archive, entry } = open(bytes);
  const bad = { ...entry, isEncrypted: true };
  const reported: string[] = [];
  await readEntries(archive, [entry, bad], (_entry, content) =>
    reported.push(content instanceof FormatError ? toFault(content) : Buffer.from(content).toString()),
  );
  expect(reported).toEqual(['content', 'page_extraction encrypted']);
});

test.each<[string, string, string]>([
  ['nothing', '', 'format_detection empty'],
  ['text', 'hello', 'format_detection unknown_format'],
  ['a PDF', '%PDF-1.7', 'format_detection unsupported_format'],
  ['a gzip', '\x1f\x8b\x08', 'format_detection unsupported_format'],
  ['the beginning of a 7z', "7z\xbc\xaf'\x1c", 'parser truncated'],
  ['a RAR before 1.5', 'RE~^', 'parser unsupported_format'],
])('refuses %s', (_, text, fault) => {
  expect(faultOf(() => readArchiveIndex(bytesSource(Buffer.from(text, 'latin1')), limits))).toBe(fault);
});
