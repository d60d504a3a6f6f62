import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, onTestFinished, test } from 'vitest';
import { addLibrary, addScannedLibrary, getBook, listBooks, scan } from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';

/** Creates a character device; returns false if that is not permitted. */
function tryMakeDevice(path: string): boolean {
  try {
    execFileSync('mknod', [path, 'c', '1', '5'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function makeEmpty(path: string): string {
  writeFileSync(path, '');
  return path;
}

const isLinux = process.platform === 'linux';

async function makeComics(count: number, mark: string): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (let i = 1; i <= count; i++)
    files[`Saga/Saga ${i}.cbz`] = await makeCbz({ pages: 1, mark: `${mark} ${i}` });
  return files;
}

withServer(
  'scans of unusual storage',
  (server) => {
    test('a missing, replaced or empty root fails the scan with a message and keeps all books', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'root' }),
      });
      const away = `${library.folder}-away`;
      renameSync(library.folder, away);
      const outcomes: unknown[] = [];
      const attempt = async () => {
        const { status, errors } = await scan(server(), library.id);
        outcomes.push([status, errors.join(' ').replaceAll(library.folder, 'ROOT')]);
        expect(await listBooks(server().admin, library.id)).toHaveLength(1);
      };
      await attempt();
      writeFileSync(library.folder, 'a file');
      await attempt();
      unlinkSync(library.folder);
      mkdirSync(library.folder);
      await attempt();
      expect(outcomes).toEqual([
        ['failed', 'ROOT is missing. Check whether its disk is connected. All books were kept.'],
        ['failed', 'ROOT is no longer a folder. All books were kept.'],
        ['failed', expect.stringContaining('ROOT is empty but contained books')],
      ]);
      rmSync(library.folder, { recursive: true });
      renameSync(away, library.folder);
      expect(await scan(server(), library.id)).toMatchObject({ status: 'completed', booksFound: 1 });
    });

    test('a root with other files but none of its books counts as unmounted until a user confirms the removal', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'stray' }),
      });
      rmSync(join(library.folder, 'Saga'), { recursive: true });
      writeFileSync(join(library.folder, '.DS_Store'), 'stray');
      const failed = await scan(server(), library.id);
      expect(failed).toMatchObject({
        status: 'failed',
        errors: [expect.stringContaining('contains none of its books (1)')],
        notes: [{ reason: 'root_emptied', params: { path: library.folder, count: 1 } }],
      });
      expect(await listBooks(server().admin, library.id)).toHaveLength(1);
      expect(await scan(server(), library.id, 'confirmRemovals=true')).toMatchObject({
        status: 'completed',
        booksFound: 0,
      });
    });

    test('a confirmation does not apply to a later scan', async () => {
      const library = await addScannedLibrary(server(), await makeComics(30, 'once'));
      const { taskId } = await scan(server(), library.id, 'confirmRemovals=true');
      for (let i = 1; i <= 25; i++) rmSync(join(library.folder, `Saga/Saga ${i}.cbz`));
      // A completed task cannot be retried, and the next scan has no confirmation.
      expect((await server().admin.post(`/api/v1/tasks/${taskId}/retry`)).status).toBe(409);
      expect((await scan(server(), library.id)).booksFound).toBe(30);
    });

    test('a large loss is held with progress until it is confirmed, and other books are read', async () => {
      const library = await addScannedLibrary(server(), await makeComics(60, 'loss'));
      const lost = await getBook(server().admin, library.id, 'Saga 1.cbz');
      const kept = await getBook(server().admin, library.id, 'Saga 60.cbz');
      await server().reader.post(`/api/v1/books/${lost.id}/read`);
      for (let i = 1; i <= 24; i++) rmSync(join(library.folder, `Saga/Saga ${i}.cbz`));
      const held = await scan(server(), library.id);
      expect(held).toMatchObject({ status: 'completed', booksFound: 60 });
      expect(held.errors.join()).toContain('24 of 60 books are missing');
      expect(await listBooks(server().admin, library.id)).toHaveLength(60);
      const seen = await server().reader.get<{ book: BookDto }>(`/api/v1/books/${lost.id}`);
      expect(seen.body.book.readProgress).toMatchObject({ completed: true });
      const pageOf = async ({ id }: BookDto) =>
        (await server().reader.get(`/api/v1/books/${id}/pages/1`)).status;
      expect([await pageOf(lost), await pageOf(kept)]).toEqual([404, 200]);
      expect(await scan(server(), library.id, 'confirmRemovals=true')).toMatchObject({
        booksFound: 36,
        errors: [],
      });
    });

    test('an unchanged tree is scanned without opening a file', async () => {
      const library = await addLibrary(server(), { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'unread' }) });
      const path = join(library.folder, 'Saga/Saga 001.cbz');
      const longAgo = new Date('2020-01-01T00:00:00Z');
      utimesSync(path, longAgo, longAgo);
      await scan(server(), library.id);
      // Drawing thumbnails also sets ThumbHashes.
      await waitForQuiet(server());
      const before = await listBooks(server().admin, library.id);
      // Reading the file now would fail.
      writeFileSync(path, Buffer.alloc(statSync(path).size, 'x'));
      utimesSync(path, longAgo, longAgo);
      expect(await scan(server(), library.id)).toMatchObject({ booksFound: 1, errors: [] });
      expect(await listBooks(server().admin, library.id)).toEqual(before);
      await scan(server(), library.id, 'mode=deep');
      expect((await listBooks(server().admin, library.id))[0]).toMatchObject({ analyzed: false });
    });

    test('removes a few missing books', async () => {
      const library = await addScannedLibrary(server(), await makeComics(5, 'few'));
      for (let i = 1; i <= 4; i++) rmSync(join(library.folder, `Saga/Saga ${i}.cbz`));
      expect(await scan(server(), library.id)).toMatchObject({ booksFound: 1, errors: [] });
    });

    test.skipIf(!isLinux)(
      'skips and reports links, loops, pipes, sockets and devices, and handles a sparse file of one terabyte',
      async () => {
        const library = await addLibrary(server(), { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'link' }) });
        const inside = (name: string) => join(library.folder, 'Saga', name);
        symlinkSync(library.folder, inside('loop'));
        symlinkSync(inside('Saga 001.cbz'), inside('Saga 002.cbz'));
        symlinkSync('/nowhere/at/all.cbz', inside('Saga 003.cbz'));
        symlinkSync('/etc/passwd', inside('Saga 005.cbz'));
        execFileSync('mkfifo', [inside('Saga 004.cbz')]);
        const socket = createServer().listen(inside('Saga 006.cbz'));
        onTestFinished(() => void socket.close());
        const hasDevice = process.getuid?.() === 0 && tryMakeDevice(inside('Saga 007.cbz'));
        const { status, errors, booksFound } = await scan(server(), library.id);
        expect([status, booksFound]).toEqual(['completed', 1]);
        expect(errors.join()).toContain(`: ${hasDevice ? 7 : 6}`);
        truncateSync(makeEmpty(inside('Sparse.cbz')), 1024 ** 4);
        expect(await scan(server(), library.id)).toMatchObject({ status: 'completed', booksFound: 2 });
        const sparse = await getBook(server().admin, library.id, 'Sparse.cbz');
        expect(sparse).toMatchObject({ analyzed: false, fileSize: 1024 ** 4 });
      },
    );

    test.skipIf(!isLinux)(
      'reads and serves names that are not UTF-8, and recognizes them in the next scan',
      async () => {
        const library = await addLibrary(server(), {});
        const folder = Buffer.concat([Buffer.from(`${library.folder}/Caf`), Buffer.of(0xe9)]);
        mkdirSync(folder);
        const file = Buffer.concat([folder, Buffer.from('/'), Buffer.of(0xe9), Buffer.from(' 001.cbz')]);
        writeFileSync(file, await makeCbz({ mark: 'latin' }));
        for (let round = 0; round < 2; round++) {
          expect(await scan(server(), library.id)).toMatchObject({
            status: 'completed',
            booksFound: 1,
            errors: [],
          });
        }
        const [book] = await listBooks(server().admin, library.id);
        expect(book?.path).toContain('Caf\ufffd/\ufffd 001.cbz');
        expect((await server().admin.get(`/api/v1/books/${book?.id}/pages/1`)).status).toBe(200);
        expect((await server().admin.get(`/api/v1/books/${book?.id}/file`)).bytes).toEqual(
          await makeCbz({ mark: 'latin' }),
        );
      },
    );

    test('treats Unicode forms of a name as equal', async () => {
      const composed = 'Pokémon 001.cbz'.normalize('NFC');
      const library = await addScannedLibrary(server(), {
        [`P/${composed}`]: await makeCbz({ mark: 'nfc' }),
      });
      const before = await getBook(server().admin, library.id, composed);
      renameSync(join(library.folder, 'P', composed), join(library.folder, 'P', composed.normalize('NFD')));
      expect(await scan(server(), library.id)).toMatchObject({ booksFound: 1, errors: [] });
      expect((await listBooks(server().admin, library.id))[0]?.id).toBe(before.id);
    });

    test('ignores files that are not books, and adds broken books with an error', async () => {
      const library = await addScannedLibrary(server(), {
        'Mixed/notes.txt': 'no book',
        'Mixed/cover.jpg': 'no book',
        'Mixed/.hidden.cbz': await makeCbz({ mark: 'hidden' }),
        'Mixed/@eaDir/thumb.cbz': await makeCbz({ mark: 'system' }),
        'Mixed/empty.cbz': '',
        'Mixed/text.cbz': 'this is no archive',
        'Mixed/no pages.cbz': await makeCbz({ pages: 0 }),
        'Mixed/good.cbz': await makeCbz({ mark: 'good' }),
      });
      const books = await listBooks(server().admin, library.id);
      const shown = books.map(({ path, analyzed, analysisError }) => [
        path.split('/').at(-1),
        analyzed,
        analysisError !== null,
      ]);
      expect(shown).toEqual(
        expect.arrayContaining([
          ['empty.cbz', false, true],
          ['good.cbz', true, false],
          ['no pages.cbz', false, true],
          ['text.cbz', false, true],
        ]),
      );
      expect(shown).toHaveLength(4);
      const { body } = await server().admin.get<{
        errorCounts: Record<string, number>;
        groups: { errorType: string; books: { book: BookDto }[] }[];
      }>(`/api/v1/books/errors?libraryId=${library.id}`);
      expect(body.errorCounts).toEqual({ format_detection: 2, zero_pages: 1 });
    });

    test('clears the error of a repaired book', async () => {
      const library = await addScannedLibrary(server(), { 'Mend/one.cbz': 'broken' });
      writeFiles(library.folder, { 'Mend/one.cbz': await makeCbz({ mark: 'mended' }) });
      await scan(server(), library.id);
      expect(await getBook(server().admin, library.id, 'one.cbz')).toMatchObject({
        analyzed: true,
        analysisError: null,
      });
      const { body } = await server().admin.get<{ totalBooksWithErrors: number }>(
        `/api/v1/books/errors?libraryId=${library.id}`,
      );
      expect(body.totalBooksWithErrors).toBe(0);
    });
  },
  { withTasks: true, backgroundProcesses: 2 },
);
