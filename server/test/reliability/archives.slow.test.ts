import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { withServer } from '../harness/server.ts';
import { makeCb7, makeCbr, makeCbt, makeCbz, makeEpub, makePage } from '../makers/books.ts';
import { makeRar4, makeRar5, type RarEntry } from '../makers/rar.ts';
import { packSevenZip } from '../makers/seven-zip.ts';
import { makeTar } from '../makers/tar.ts';
import { makeZip, type ZipEntry } from '../makers/zip.ts';
import { type HostileLibrary, type ReadBook, scanHostile } from './hostile-library.ts';

const page = await makePage(1, 'hostile');
const hugeName = `${'n'.repeat(10_000)}.jpg`;
const badNames = ['../../etc/passwd.jpg', '/abs.jpg', 'C:\\x.jpg', '..\\..\\y.jpg', 'nul\0.jpg', hugeName];
const paged = (name: string, change: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  content: page,
  ...change,
});
const rarPage = (name: string, change: Partial<RarEntry> = {}): RarEntry => ({
  name,
  content: page,
  ...change,
});

/** An archive of ten megabytes that expands to ten gigabytes of one byte value. */
const bomb = (): Buffer =>
  makeZip([
    {
      name: '1.jpg',
      content: Buffer.alloc(64 * 1024 * 1024),
      method: 'deflate',
      declared: { sizeBytes: 0xfffffff0 },
    },
  ]);
const liar = (): Buffer =>
  makeZip([
    {
      name: '1.jpg',
      content: Buffer.alloc(300 * 1024 * 1024),
      method: 'deflate',
      declared: { sizeBytes: 1000 },
    },
  ]);
const overlapping = (): Buffer =>
  makeZip([
    { name: '0.jpg', content: Buffer.alloc(8 * 1024 * 1024), method: 'deflate' },
    ...Array.from({ length: 20_000 }, (_, n): ZipEntry => ({ name: `${n + 1}.jpg`, sharesWith: 0 })),
  ]);

function nest(levels: number): Buffer {
  const inner = levels === 0 ? page : nest(levels - 1);
  return makeZip([{ name: levels === 0 ? 'page.jpg' : 'inner.zip', content: inner }]);
}

const files = async () => ({
  'Bomb.cbz': bomb(),
  'Liar.cbz': liar(),
  'Overlapping.cbz': overlapping(),
  'Nested.cbz': nest(6),
  'Many.cbz': makeZip(
    Array.from(
      { length: 150_000 },
      (_, n): ZipEntry => ({ name: `${n}.jpg`, ...(n > 0 && { sharesWith: 0 }) }),
    ),
  ),
  'Names.cbz': makeZip(
    badNames.map((name, n) => paged(name, { content: Buffer.concat([page, Buffer.of(n)]) })),
  ),
  'Names.cbr': makeRar5(badNames.slice(0, 4).map((name) => rarPage(name))),
  'Names.cbt': makeTar(
    badNames.map((name, n) => ({ name, content: Buffer.concat([page, Buffer.of(n)]) })),
    { dialect: 'gnu' },
  ),
  'Links.cbz': makeZip([paged('1.jpg'), { name: '2.jpg', content: '/etc/shadow', unixMode: 0o120777 }]),
  'Links.cbr': makeRar5([rarPage('1.jpg'), { name: '2.jpg', linkTo: '/etc/shadow' }]),
  'Links.cbt': makeTar([
    { name: '1.jpg', content: page },
    { name: '2.jpg', linkTo: '/etc/shadow' },
    { name: '3.jpg', type: '1', linkTo: '1.jpg', size: '77777777777' },
    { name: '4.jpg', type: '3' },
  ]),
  'Sparse.cbt': makeTar([
    { name: '1.jpg', content: page, type: 'S' },
    { name: '2.jpg', content: page },
  ]),
  'Truncated.cbt': makeTar([{ name: '1.jpg', content: page }]).subarray(0, page.length),
  'Huge.cbt': makeTar([{ name: '1.jpg', content: page, size: 2n ** 62n }]),
  'Negative.cbt': makeTar([{ name: '1.jpg', content: page, size: -1n }]),
  'Packed.cbt': gzipSync(
    makeTar([
      { name: '1.jpg', content: page },
      { name: '2.jpg', linkTo: '/etc/shadow' },
      { name: '../../3.jpg', content: page },
    ]),
  ),
  'Twice.cbt': gzipSync(gzipSync(makeTar([{ name: '1.jpg', content: page }]))),
  'Bomb.cbt': gzipSync(makeTar([{ name: '1.jpg', content: Buffer.alloc(40 * 1024 * 1024) }])),
  'Short.cbt': gzipSync(makeTar([{ name: '1.jpg', content: page }])).subarray(0, 60),
  'Disagreeing.cbz': makeZip([paged('b.jpg', { localName: 'z.jpg' }), paged('a.jpg'), paged('a.jpg')]),
  'Truncated.cbz': makeZip([paged('1.jpg'), paged('2.jpg')]).subarray(0, page.length + 60),
  'Zip64.cbz': makeZip([paged('1.jpg', { isZip64: true }), paged('2.jpg')], { isZip64: true }),
  'Written.cbz': makeZip([
    paged('x\\10.jpg'),
    paged('x\\2.jpg'),
    paged('y.jpg', { rawName: Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x2e, 0x6a, 0x70, 0x67]) }),
  ]),
  'Encrypted.cbz': makeZip([paged('1.jpg', { isEncrypted: true })]),
  'Encrypted.cbr': makeRar4([rarPage('1.jpg', { isEncrypted: true })]),
  'Headers.cbr': makeRar5([], { hasEncryptedHeaders: true }),
  'Volume.cbr': makeRar5([rarPage('1.jpg', { isSplit: true })], { isVolume: true, hasNextVolume: true }),
  'Crc.cbz': makeZip([
    paged('1.jpg'),
    paged('2.jpg', { method: 'deflate', declared: { crc32: 1 } }),
    paged('3.jpg'),
  ]),
  'Zip.cbr': await makeCbz({ mark: 'zip in cbr' }),
  'Rar.cbz': await makeCbr({ mark: 'rar in cbz' }),
  'Tar.cbz': await makeCbt({ mark: 'tar in cbz' }),
  'Seven.cbz': await makeCb7({ mark: '7z in cbz' }),
  'Encrypted.cb7': await packSevenZip({ '1.jpg': page }, ['-psecret']),
  'Headers.cb7': await packSevenZip({ '1.jpg': page }, ['-psecret', '-mhe=on']),
  'Truncated.cb7': (await makeCb7({ mark: 'truncated' })).subarray(0, -1),
  'Bomb.cb7': await packSevenZip({ '1.jpg': Buffer.alloc(40 * 1024 * 1024), '2.jpg': page }, ['-ms=off']),
  'Zip.cbt': await makeCbz({ mark: 'zip in cbt' }),
  'Html.epub': '<html><body>no book</body></html>',
  'Method.cbz': makeZip([paged('1.jpg', { method: 96 })]),
  'Zstd.cbz': makeZip([paged('1.jpg', { method: 'zstd' })]),
  'Leftovers.cbz': makeZip([
    { name: '__MACOSX/._1.jpg', content: page },
    { name: 'Thumbs.db', content: 'x' },
    { name: '.DS_Store', content: 'x' },
    { name: 'readme.txt', content: 'x' },
  ]),
  'Comic in an.epub': makeEpub(),
});

withServer(
  'hostile archives',
  (server) => {
    let library: HostileLibrary;
    const readBook = (name: string): Promise<ReadBook> => library.readBook(`Hostile/${name}`);
    beforeAll(async () => {
      library = await scanHostile(server(), await files());
    }, 120_000);

    test('rejects a bomb by its declared size, and stops reading one that declares less', async () => {
      expect((await readBook('Bomb.cbz')).statuses).toEqual([422]);
      expect((await readBook('Liar.cbz')).statuses).toEqual([422]);
    });

    test('rejects entries that share their bytes', async () => {
      const { errors, statuses } = await readBook('Overlapping.cbz');
      expect(errors.length + statuses.filter((status) => status === 422).length).toBeGreaterThan(0);
      expect(statuses).not.toContain(200);
    });

    test('does not open an archive inside an archive', async () => {
      const { errors, pages } = await readBook('Nested.cbz');
      expect([errors, pages]).toEqual([['zero_pages'], []]);
    });

    test('rejects archives with too many entries', async () => {
      expect((await readBook('Many.cbz')).errors).toEqual(['parser too_large']);
    });

    test('ignores path traversal in entry names of zip, RAR and tar', async () => {
      for (const name of ['Names.cbz', 'Names.cbr', 'Names.cbt']) {
        const { errors, pages, statuses } = await readBook(name);
        expect([name, errors, new Set(statuses)]).toEqual([name, [], new Set([200])]);
        for (const shown of pages) expect(shown).not.toMatch(/[\0\\]/);
        expect(pages.every((shown) => shown.length <= 1_024)).toBe(true);
      }
      const { book } = await readBook('Names.cbz');
      const response = await server().admin.get(`/api/v1/books/${book.id}/resources/..%2f..%2fetc%2fpasswd`);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    });

    test('does not treat a link in an archive as a page', async () => {
      for (const name of ['Links.cbz', 'Links.cbr', 'Links.cbt']) {
        const { pages } = await readBook(name);
        expect([name, pages]).toEqual([name, ['1.jpg']]);
      }
    });

    test('uses the central directory where headers differ, and keeps the order of equal names', async () => {
      const { pages, statuses } = await readBook('Disagreeing.cbz');
      expect(pages).toEqual(['a.jpg', 'a.jpg', 'b.jpg']);
      expect(statuses).toEqual([200, 200, 200]);
    });

    test('reports a truncated archive without pages', async () => {
      const { errors, pages } = await readBook('Truncated.cbz');
      expect([errors, pages]).toEqual([[expect.stringMatching(/^parser/)], []]);
    });

    test('reports a tar with impossible sizes without pages', async () => {
      const faults = { Truncated: 'truncated', Huge: 'damaged', Negative: 'damaged' };
      for (const [name, reason] of Object.entries(faults)) {
        const { errors, pages } = await readBook(`${name}.cbt`);
        expect([name, errors, pages]).toEqual([name, [`parser ${reason}`], []]);
      }
    });

    test('reports a truncated 7z without pages, and keeps the other pages readable next to a bomb', async () => {
      const cutOff = await readBook('Truncated.cb7');
      expect([cutOff.errors, cutOff.pages]).toEqual([['parser truncated'], []]);
      const bomb = await readBook('Bomb.cb7');
      expect([bomb.errors[0], bomb.statuses]).toEqual(['page_extraction too_large', [422, 200]]);
    });

    test('decompresses a compressed tar once and within limits', async () => {
      const { errors, pages, statuses } = await readBook('Packed.cbt');
      expect([errors, pages.length, statuses]).toEqual([[], 2, [200, 200]]);
      const faults = {
        Twice: 'format_detection unsupported_format',
        Bomb: 'parser too_large',
        Short: 'parser truncated',
      };
      for (const [name, fault] of Object.entries(faults)) {
        const read = await readBook(`${name}.cbt`);
        expect([name, read.errors, read.pages]).toEqual([name, [fault], []]);
      }
    });

    test('lists a sparse file in a tar as one unreadable page', async () => {
      const { pages, statuses } = await readBook('Sparse.cbt');
      expect([pages, statuses]).toEqual([
        ['1.jpg', '2.jpg'],
        [422, 200],
      ]);
    });

    test('reads zip64', async () => {
      expect((await readBook('Zip64.cbz')).statuses).toEqual([200, 200]);
    });

    test('accepts backslashes as separators and reads a Japanese name', async () => {
      const { pages, statuses } = await readBook('Written.cbz');
      expect(pages).toEqual(['x/2.jpg', 'x/10.jpg', '日本語.jpg']);
      expect(statuses).toEqual([200, 200, 200]);
    });

    test('reports encrypted and multi-volume archives', async () => {
      for (const name of [
        'Encrypted.cbz',
        'Encrypted.cbr',
        'Encrypted.cb7',
        'Headers.cbr',
        'Headers.cb7',
        'Volume.cbr',
      ]) {
        const { errors, statuses } = await readBook(name);
        const reason = name === 'Volume.cbr' ? 'missing_volume' : 'encrypted';
        expect([name, errors.map((error) => error.split(' ')[1])]).toEqual([name, errors.map(() => reason)]);
        expect([name, errors.length > 0, statuses.includes(200)]).toEqual([name, true, false]);
      }
    });

    test('returns 422 for a damaged page and keeps the numbers of the others', async () => {
      const { pages, statuses } = await readBook('Crc.cbz');
      expect([pages, statuses]).toEqual([
        ['1.jpg', '2.jpg', '3.jpg'],
        [200, 422, 200],
      ]);
    });

    test('detects the format by content, not by file name', async () => {
      expect((await readBook('Zip.cbr')).statuses).toEqual([200, 200, 200]);
      for (const name of ['Rar.cbz', 'Seven.cbz', 'Tar.cbz', 'Zip.cbt'])
        expect([name, (await readBook(name)).statuses]).toEqual([name, [200, 200, 200]]);
      expect((await readBook('Html.epub')).errors).toEqual([expect.stringMatching(/^format_detection/)]);
    });

    test('reads a compression method or reports it as unsupported', async () => {
      expect((await readBook('Zstd.cbz')).statuses).toEqual([200]);
      const { errors, statuses } = await readBook('Method.cbz');
      expect([...errors, ...statuses].join(' ')).toMatch(/unsupported_method|422/);
      expect(statuses).not.toContain(200);
    });

    test('does not treat files of operating systems as pages', async () => {
      const { errors, pages } = await readBook('Leftovers.cbz');
      expect([errors, pages]).toEqual([['zero_pages'], []]);
    });
  },
  { withTasks: true, backgroundProcesses: 2 },
);
