import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { makeTar } from '../../../../test/makers/tar.ts';
import { makeZip } from '../../../../test/makers/zip.ts';
import { isArchive, unpackGiven } from './archive.ts';

function setUp(bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'given');
  writeFileSync(file, bytes);
  const inside = join(folder, 'inside');
  mkdirSync(inside);
  return { folder, file, unpacked: () => unpackGiven(file, inside, 'mine.zip') };
}

const mark = { name: 'export.json', content: '{}' };
const cover = { name: 'covers/1.jpg', content: 'a picture' };

const listIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name)
    .toSorted();

test.each([
  ['a zip', makeZip([mark, { ...cover, method: 'deflate' }])],
  ['a tar', makeTar([mark, cover])],
  [
    'a tar.gz',
    gzipSync(
      makeTar([
        { ...mark, name: './export.json' },
        { ...cover, name: './covers/1.jpg' },
      ]),
    ),
  ],
])('unpacks %s', async (_, bytes) => {
  const { file, unpacked } = setUp(bytes);
  expect(await isArchive(file)).toBe(true);
  const folder = await unpacked();
  expect(listIn(folder)).toEqual(['1.jpg', 'export.json']);
  expect(readFileSync(join(folder, 'covers', '1.jpg'), 'utf8')).toBe('a picture');
});

test('unpacks from the folder that contains the export, and skips files made for other programs', async () => {
  const { unpacked } = setUp(
    makeZip([
      { name: '__MACOSX/my export/._export.json', content: 'x' },
      { name: 'my export/', unixMode: 0o40755 },
      { ...mark, name: 'my export/export.json' },
      { ...cover, name: 'my export/covers/1.jpg' },
      { name: 'my export/metadata/Comics/1.xml', content: 'x' },
      { name: 'letter.txt', content: 'x' },
    ]),
  );
  expect(listIn(await unpacked())).toEqual(['1.jpg', 'export.json']);
});

test.each([
  ['above the folder', makeZip([mark, { name: '../evil', content: 'x' }]), 'import_archive_refused'],
  ['with an absolute path', makeZip([mark, { name: '/tmp/evil', content: 'x' }]), 'import_archive_refused'],
  ['on a drive', makeZip([mark, { name: 'C:\\evil', content: 'x' }]), 'import_archive_refused'],
  [
    'above the folder in a tar',
    makeTar([mark, { name: 'covers/../../evil', content: 'x' }]),
    'import_archive_refused',
  ],
  [
    'behind a link',
    makeZip([
      mark,
      { name: 'covers', content: '/etc', unixMode: 0o120777 },
      { ...cover, name: 'covers/passwd' },
    ]),
    'import_archive_refused',
  ],
  [
    'behind a link in a tar',
    makeTar([mark, { name: 'covers', type: '2', linkTo: '/etc' }, { ...cover, name: 'covers/passwd' }]),
    'import_archive_refused',
  ],
])('rejects an entry %s without writing anything', async (_, bytes, reason) => {
  const { folder, unpacked } = setUp(bytes);
  await expect(unpacked()).rejects.toMatchObject({ reason: { reason } });
  expect(listIn(join(folder, 'inside'))).toEqual([]);
  expect(existsSync(join(folder, 'evil'))).toBe(false);
});

const large = Buffer.alloc(300 * 1024 ** 2);

test.each([
  [
    'is far larger when unpacked',
    () => makeZip([mark, { name: 'books.jsonl', content: large, method: 'deflate' }]),
  ],
  [
    'is far larger when decompressed as a whole',
    () => gzipSync(makeTar([mark, { name: 'books.jsonl', content: large }])),
  ],
  [
    'has an entry larger than declared',
    () => makeZip([mark, { ...cover, content: 'ab', declared: { sizeBytes: 1 } }]),
  ],
  [
    'declares more data than it contains',
    () => makeZip([mark, { ...cover, declared: { sizeBytes: 2 ** 31 } }]),
  ],
  ['is encrypted', () => makeZip([{ ...mark, isEncrypted: true }])],
  ['shares bytes between entries', () => makeZip([mark, { ...cover, sharesWith: 0 }])],
  ['has two files with the same name', () => makeZip([mark, cover, cover])],
  [
    'has a file and a folder with the same name',
    () => makeZip([mark, { name: 'covers', content: 'x' }, cover]),
  ],
  ['is truncated', () => makeZip([mark, cover]).subarray(0, 60)],
  ['is truncated gzip', () => gzipSync(makeTar([mark, cover])).subarray(0, 60)],
])('rejects an archive with a message: it %s', async (_, make) => {
  const { unpacked } = setUp(make());
  await expect(unpacked()).rejects.toMatchObject({
    name: 'PeerRefused',
    reason: { reason: 'import_archive_refused' },
  });
});

test('rejects an archive without a database, and reports a Lectern backup as such', async () => {
  await expect(setUp(makeZip([cover])).unpacked()).rejects.toMatchObject({
    reason: { reason: 'import_not_found_in', params: { file: 'mine.zip' } },
  });
  const backup = makeZip([
    { name: 'manifest.json', content: '{}' },
    { name: 'lectern.db', content: 'x' },
  ]);
  await expect(setUp(backup).unpacked()).rejects.toMatchObject({ reason: { reason: 'import_is_backup' } });
  expect(await isArchive(setUp(Buffer.from('a letter')).file)).toBe(false);
  expect(await isArchive('/nowhere')).toBe(false);
});
