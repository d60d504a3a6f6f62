import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  AcceptedFiles,
  DropFolder,
  DroppedFile,
  EditDropped,
} from '@lectern/contract/ingest/drop-folder';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { addLibrary, addScannedLibrary, getBook, listBooks } from '../../../../test/harness/library.ts';
import { canMount, tryMount, unmount } from '../../../../test/harness/run/mounts.ts';
import { startRival, withServer } from '../../../../test/harness/server.ts';
import { until } from '../../../../test/harness/until.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const drop = mkdtempSync(join(tmpdir(), 'lectern-drop-'));
afterAll(() => rmSync(drop, { recursive: true, force: true }));
const base = '/api/v1/drop-folder';

withServer(
  'the drop folder',
  (server) => {
    const put = (path: string, bytes: Uint8Array | string) => {
      mkdirSync(dirname(join(drop, path)), { recursive: true });
      writeFileSync(join(drop, path), bytes);
    };
    const list = async (who: Client = server().admin, query = '') =>
      (await who.get<{ data: DroppedFile[] }>(`${base}/files?pageSize=500&${query}`)).body.data;
    const find = async (path: string, who?: Client) => (await list(who)).find((one) => one.path === path);
    /** Waits until the file was read. */
    const dropped = async (path: string): Promise<DroppedFile> => {
      await server().admin.post(`${base}/check`);
      await until(async () => (await find(path))?.isReady === true);
      const found = await find(path);
      if (!found) throw new Error(`${path} is gone`);
      return found;
    };
    const edit = async (id: string, body: EditDropped, who: Client = server().admin) =>
      who.patch<DroppedFile & { error: string }>(`${base}/files/${id}`, body);
    const accept = async (body: object, who: Client = server().admin) =>
      who.post<AcceptedFiles & { error: string; reason: string }>(`${base}/accept`, body);
    const book = (mark: string) => makeCbz({ mark: `${server().kind} ${mark}` });

    beforeEach(async () => {
      for (const name of readdirSync(drop)) rmSync(join(drop, name), { recursive: true });
      for (const { id } of (await server().admin.get<{ data: { id: string }[] }>('/api/v1/libraries')).body
        .data)
        await server().admin.delete(`/api/v1/libraries/${id}`);
    });

    test('proposes a destination, moves the accepted book with its sidecar file, and scans it immediately', async () => {
      const library = await addScannedLibrary(server(), { 'Saga/Saga 001.cbz': await book('one') });
      const bytes = await book('two');
      put('Saga #2 (2013).cbz', bytes);
      put('Saga #2 (2013).xml', '<ComicInfo><Title>The Will</Title></ComicInfo>');
      put('.hidden.cbz', bytes);
      put('Other.cbz.part', 'half');
      const one = await dropped('Saga #2 (2013).cbz');
      expect(one).toMatchObject({
        isReady: true,
        format: 'cbz',
        problem: null,
        doubts: [],
        isEdited: false,
        fields: { series: 'Saga', number: '2', title: 'The Will', year: '2013', volume: '' },
        library: { id: library.id, root: 0 },
        series: { title: 'Saga' },
        target: 'Saga/Saga #002 - The Will (2013).cbz',
        companions: ['Saga #002 - The Will (2013).xml'],
      });
      expect(await list()).toHaveLength(1);
      const { status, body } = await accept({ ids: [one.id] });
      expect([status, body]).toEqual([
        200,
        { accepted: [{ id: one.id, libraryId: library.id, path: one.target }], refused: [] },
      ]);
      expect(readdirSync(join(library.folder, 'Saga')).toSorted()).toEqual([
        'Saga #002 - The Will (2013).cbz',
        'Saga #002 - The Will (2013).xml',
        'Saga 001.cbz',
      ]);
      expect(readFileSync(join(library.folder, one.target ?? '')).equals(bytes)).toBe(true);
      expect(readdirSync(drop).toSorted()).toEqual(['.hidden.cbz', 'Other.cbz.part']);
      expect(await list()).toEqual([]);
      await until(async () => (await listBooks(server().admin, library.id)).length === 2);
      const books = await listBooks(server().admin, library.id);
      expect(books.map(({ title, number, seriesId }) => [title, number, seriesId])).toEqual([
        ['Saga 001', 1, books[0]?.seriesId],
        ['The Will', 2, books[0]?.seriesId],
      ]);
    });

    test('reports unreadable files and leaves them in place', async () => {
      const library = await addLibrary(server(), {});
      put('Broken 001.cbz', 'no archive at all');
      put('Empty 001.cbz', '');
      symlinkSync('/etc/passwd', join(drop, 'Link 001.cbz'));
      expect((await dropped('Broken 001.cbz')).problem).toMatchObject({ reason: 'file_unknown_format' });
      const empty = await dropped('Empty 001.cbz');
      expect(empty.problem?.reason).toMatch(/^file_/);
      expect(await find('Link 001.cbz')).toBeUndefined();
      const { body } = await accept({ ids: [empty.id] });
      expect(body).toMatchObject({ accepted: [], refused: [{ path: 'Empty 001.cbz' }] });
      expect((await accept({})).body).toEqual({ accepted: [], refused: [] });
      expect(readdirSync(library.folder)).toEqual([]);
      expect(readdirSync(drop)).toHaveLength(3);
    });

    test('reports duplicates, and accepts all only includes files without doubts', async () => {
      const known = await book('known');
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 001.cbz': known,
        'Saga/Saga 002.cbz': await book('x'),
      });
      const { id: bookId } = await getBook(server().admin, library.id, 'Saga 001.cbz');
      put('Copy of something.cbz', known);
      put('Saga 2 (again).cbz', await makeCbz({ mark: 'another scan of the second', pages: 4 }));
      put('Sagas 003.cbz', await makeCbz({ mark: 'like it', pages: 5 }));
      put('Fresh 001.cbz', await makeCbz({ mark: 'fresh', pages: 6 }));
      const copy = await dropped('Copy of something.cbz');
      expect(copy.doubts).toEqual(['content']);
      expect(copy.duplicates).toMatchObject([{ bookId, why: 'content' }]);
      expect((await dropped('Saga 2 (again).cbz')).doubts).toEqual(['number']);
      expect(await dropped('Sagas 003.cbz')).toMatchObject({ doubts: ['series'], series: { title: 'Saga' } });
      const fresh = await dropped('Fresh 001.cbz');
      expect(fresh).toMatchObject({ doubts: [], series: null, target: 'Fresh/Fresh #001.cbz' });
      const { body } = await accept({});
      expect(body.accepted.map(({ path }) => path)).toEqual(['Fresh/Fresh #001.cbz']);
      expect((await list()).map(({ path }) => path).toSorted()).toEqual([
        'Copy of something.cbz',
        'Saga 2 (again).cbz',
        'Sagas 003.cbz',
      ]);
    });

    test('never overwrites existing files, ignoring case', async () => {
      const there = await book('there');
      const library = await addScannedLibrary(server(), { 'Saga/SAGA #002.CBZ': there });
      const bytes = await makeCbz({ mark: 'comes', pages: 7 });
      put('Saga 002.cbz', bytes);
      const one = await dropped('Saga 002.cbz');
      expect(one.problem).toMatchObject({ reason: 'upload_exists' });
      expect((await accept({ ids: [one.id] })).body.refused).toMatchObject([
        { reason: { reason: 'upload_exists' } },
      ]);
      expect(readFileSync(join(library.folder, 'Saga/SAGA #002.CBZ')).equals(there)).toBe(true);
      expect(readFileSync(join(drop, 'Saga 002.cbz')).equals(bytes)).toBe(true);
      // A process was interrupted while the file had both names.
      rmSync(join(library.folder, 'Saga/SAGA #002.CBZ'));
      linkSync(join(drop, 'Saga 002.cbz'), join(library.folder, 'Saga/Saga #002.cbz'));
      await edit(one.id, { target: 'Saga/Saga #002' });
      expect((await accept({ ids: [one.id] })).body).toMatchObject({
        accepted: [{ id: one.id }],
        refused: [],
      });
      expect([existsSync(join(drop, 'Saga 002.cbz')), readdirSync(join(library.folder, 'Saga'))]).toEqual([
        false,
        ['Saga #002.cbz'],
      ]);
    });

    test('applies edits to a proposal, with the pattern of the library or an explicit path', async () => {
      const comics = await addLibrary(
        server(),
        {},
        { namingPattern: '{publisher}/{series} ({year})/{series} {number:4}' },
      );
      const others = await addLibrary(server(), {});
      put('unclear.cbz', await book('unclear'));
      const one = await dropped('unclear.cbz');
      expect(one).toMatchObject({ library: null, target: null, problem: { reason: 'drop_library' } });
      const edits = { libraryId: comics.id, series: 'Bone: A/B', number: '7', title: '' };
      expect((await edit(one.id, edits)).body).toMatchObject({
        isEdited: true,
        problem: null,
        doubts: [],
        fields: { series: 'Bone: A/B', number: '7' },
        target: 'Bone_ A_B/Bone_ A_B 0007.cbz',
      });
      expect((await edit(one.id, { year: '1991' })).body.target).toBe('Bone_ A_B (1991)/Bone_ A_B 0007.cbz');
      expect((await edit(one.id, { target: 'Else/where' })).body.target).toBe('Else/where.cbz');
      expect((await edit(one.id, { target: '../out' })).body.problem).toMatchObject({
        reason: 'upload_name',
      });
      expect((await edit(one.id, { target: null, series: null })).body.fields.series).toBe('unclear');
      expect((await edit(one.id, { year: 'soon' })).status).toBe(400);
      await edit(one.id, { libraryId: others.id, target: 'A/B' });
      expect((await accept({ ids: [one.id] })).body.accepted).toMatchObject([
        { libraryId: others.id, path: 'A/B.cbz' },
      ]);
      expect(existsSync(join(others.folder, 'A/B.cbz'))).toBe(true);
      // Invalid patterns are rejected with a message.
      for (const [namingPattern, code] of [
        ['{serie}', 'naming_field'],
        ['{series', 'naming_braces'],
        ['{series}/book', 'naming_path'],
        ['../{series}', 'naming_path'],
      ]) {
        const { status, body } = await server().admin.patch<{ details: { issues: { code: string }[] } }>(
          `/api/v1/libraries/${comics.id}`,
          { namingPattern },
        );
        expect([status, body.details.issues[0]?.code]).toEqual([400, code]);
      }
    });

    test('stores files under portable names within the library, whatever their metadata contains', async () => {
      const library = await addLibrary(server(), {}, { namingPattern: '{publisher}/{series}/{title}' });
      const long = 'あ'.repeat(150);
      const cases = [
        ['..', '../../out', 'CON', 'file/_.._out/_CON.cbz'],
        ['/etc', 'a\\b', 'NUL.', '_etc/a_b/_NUL.cbz'],
        ['C:', 'x. . ', '...', 'C_/x/Hostile 2.cbz'],
        [long, '.hidden', long, `${'あ'.repeat(60)}/hidden/${'あ'.repeat(60)}.cbz`],
      ] as const;
      for (const [i, [publisher, series, title, target]] of cases.entries()) {
        const comicInfo = `<Publisher>${publisher}</Publisher><Series>${series}</Series><Title>${title}</Title>`;
        put(`Hostile ${i}.cbz`, await makeCbz({ mark: `${server().kind} hostile ${i}`, comicInfo }));
        const one = await dropped(`Hostile ${i}.cbz`);
        expect([one.target, one.problem]).toEqual([target, null]);
        expect((await accept({ ids: [one.id] })).body.refused).toEqual([]);
        expect(existsSync(join(library.folder, one.target ?? ''))).toBe(true);
      }
    });

    test('dismissed files stay in place, and are listed again after they change', async () => {
      await addLibrary(server(), {});
      put('Saga 001.cbz', await book('dismissed'));
      const one = await dropped('Saga 001.cbz');
      expect((await edit(one.id, { isDismissed: true })).body.isDismissed).toBe(true);
      expect([await list(), (await list(server().admin, 'dismissed=true')).length]).toEqual([[], 1]);
      expect((await accept({})).body.accepted).toEqual([]);
      expect(existsSync(join(drop, 'Saga 001.cbz'))).toBe(true);
      put('Saga 001.cbz', await makeCbz({ mark: 'a better scan', pages: 9 }));
      expect((await dropped('Saga 001.cbz')).isDismissed).toBe(false);
      rmSync(join(drop, 'Saga 001.cbz'));
      await server().admin.post(`${base}/check`);
      await until(async () => (await list()).length === 0);
    });

    test('requires the permission to upload', async () => {
      await addLibrary(server(), {});
      put('Saga 001.cbz', await book('refused'));
      const one = await dropped('Saga 001.cbz');
      for (const path of [base, `${base}/files`]) expect((await server().reader.get(path)).status).toBe(403);
      expect((await edit(one.id, { isDismissed: true }, server().reader)).status).toBe(403);
      expect((await accept({ ids: [one.id] }, server().reader)).status).toBe(403);
    });

    test('moves a file once when two processes accept it', async () => {
      const library = await addLibrary(server(), {});
      put('Twice 001.cbz', await book('twice'));
      const one = await dropped('Twice 001.cbz');
      const rival = await startRival(server());
      try {
        const token = { headers: { 'X-API-Key': (await makeKey(server().admin)).key } };
        const ask = (who: Client) =>
          who.request<AcceptedFiles>('POST', `${base}/accept`, { body: { ids: [one.id] }, ...token });
        const answers = await Promise.all([ask(server()), ask(rival), ask(server()), ask(rival)]);
        const accepted = answers.flatMap(({ body }) => body.accepted ?? []);
        expect(accepted).toHaveLength(1);
        // Requests after the move receive 404.
        for (const { status } of [...answers, await ask(server())]) expect([200, 404]).toContain(status);
      } finally {
        await rival.stop();
      }
      expect(readdirSync(join(library.folder, 'Twice'))).toEqual(['Twice #001.cbz']);
      expect(readdirSync(drop)).toEqual([]);
    });

    test('cannot be in a library, and reports why it cannot be used', async () => {
      const made = await server().admin.post<{ error: string }>('/api/v1/libraries', {
        name: 'In it',
        path: drop,
      });
      expect(made.status).toBe(400);
      const { body } = await server().admin.get<DropFolder>(base);
      expect(body).toMatchObject({ isEnabled: true, problem: null });
      expect(body.name).not.toContain('/');
      // A missing folder must not count as empty.
      await addLibrary(server(), {});
      put('Kept 001.cbz', await book('kept'));
      const one = await dropped('Kept 001.cbz');
      await edit(one.id, { series: 'Kept by hand' });
      renameSync(drop, `${drop}-away`);
      try {
        expect((await server().admin.get<DropFolder>(base)).body.problem).toMatchObject({
          reason: 'folder_missing',
        });
        expect((await accept({})).status).toBe(409);
        expect((await server().admin.post(`${base}/check`)).status).toBe(409);
        expect(await list()).toEqual([]);
      } finally {
        renameSync(`${drop}-away`, drop);
      }
      expect((await dropped('Kept 001.cbz')).fields.series).toBe('Kept by hand');
    });

    test.skipIf(!canMount)('copies a file from another disk atomically', async () => {
      const library = await addLibrary(server(), {});
      expect(tryMount(join(library.folder, 'Far'), 4)).toBe(true);
      try {
        const bytes = await book('far');
        put('Far 001.cbz', bytes);
        const one = await dropped('Far 001.cbz');
        expect((await accept({ ids: [one.id] })).body.refused).toEqual([]);
        expect(readFileSync(join(library.folder, 'Far/Far #001.cbz')).equals(bytes)).toBe(true);
        expect([readdirSync(join(library.folder, 'Far')), readdirSync(drop)]).toEqual([['Far #001.cbz'], []]);
      } finally {
        unmount(join(library.folder, 'Far'));
      }
    });
  },
  {
    withTasks: true,
    environment: {
      LECTERN_DROP_FOLDER_PATH: drop,
      LECTERN_DROP_FOLDER_SETTLE_SECONDS: '0',
      LECTERN_UPLOADS_KEEP_FREE: '0',
    },
  },
);
