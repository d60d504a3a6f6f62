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
])('%s is unpacked', async (_, bytes) => {
  const { file, unpacked } = setUp(bytes);
  expect(await isArchive(file)).toBe(true);
  const folder = await unpacked();
  expect(listIn(folder)).toEqual(['1.jpg', 'export.json']);
  expect(readFileSync(join(folder, 'covers', '1.jpg'), 'utf8')).toBe('a picture');
});

test('the folder that was packed is found, and what is made for other programs stays in it', async () => {
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
  ['above it', makeZip([mark, { name: '../evil', content: 'x' }]), 'import_archive_refused'],
  ['from the root', makeZip([mark, { name: '/tmp/evil', content: 'x' }]), 'import_archive_refused'],
  ['on a drive', makeZip([mark, { name: 'C:\\evil', content: 'x' }]), 'import_archive_refused'],
  [
    'above it in a tar',
    makeTar([mark, { name: 'covers/../../evil', content: 'x' }]),
    'import_archive_refused',
  ],
  [
    'by a link',
    makeZip([
      mark,
      { name: 'covers', content: '/etc', unixMode: 0o120777 },
      { ...cover, name: 'covers/passwd' },
    ]),
    'import_archive_refused',
  ],
  [
    'by a link in a tar',
    makeTar([mark, { name: 'covers', type: '2', linkTo: '/etc' }, { ...cover, name: 'covers/passwd' }]),
    'import_archive_refused',
  ],
])('what leads %s is refused, and nothing is written', async (_, bytes, reason) => {
  const { folder, unpacked } = setUp(bytes);
  await expect(unpacked()).rejects.toMatchObject({ reason: { reason } });
  expect(listIn(join(folder, 'inside'))).toEqual([]);
  expect(existsSync(join(folder, 'evil'))).toBe(false);
});

const large = Buffer.alloc(300 * 1024 ** 2);

test.each([
  [
    'unpacks to far more than it is',
    () => makeZip([mark, { name: 'books.jsonl', content: large, method: 'deflate' }]),
  ],
  [
    'unpacks to far more as a whole',
    () => gzipSync(makeTar([mark, { name: 'books.jsonl', content: large }])),
  ],
  [
    'unpacks to more than it says',
    () => makeZip([mark, { ...cover, content: 'ab', declared: { sizeBytes: 1 } }]),
  ],
  ['says more than there is', () => makeZip([mark, { ...cover, declared: { sizeBytes: 2 ** 31 } }])],
  ['is encrypted', () => makeZip([{ ...mark, isEncrypted: true }])],
  ['shares bytes between its files', () => makeZip([mark, { ...cover, sharesWith: 0 }])],
  ['has two files of one name', () => makeZip([mark, cover, cover])],
  ['has a file that is a folder, too', () => makeZip([mark, { name: 'covers', content: 'x' }, cover])],
  ['is cut off', () => makeZip([mark, cover]).subarray(0, 60)],
  ['is cut off as a whole', () => gzipSync(makeTar([mark, cover])).subarray(0, 60)],
])('an archive that %s is refused in a sentence', async (_, make) => {
  const { unpacked } = setUp(make());
  await expect(unpacked()).rejects.toMatchObject({
    name: 'PeerRefused',
    reason: { reason: 'import_archive_refused' },
  });
});

test('what is none of these, and a backup of this program, is told apart', async () => {
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
