// A user who sees only a part of a library, by tags or age ratings, learns nothing of the other part by uploads, the drop
// folder and moves.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AcceptedFiles, DroppedFile } from '@lectern/contract/ingest/drop-folder';
import type { MovedBook } from '@lectern/contract/ingest/moves';
import type { CheckedFile, Upload } from '@lectern/contract/ingest/uploads';
import { afterAll, expect, test } from 'vitest';
import { begin, upload, uploads } from '../../../../test/harness/clients/uploads.ts';
import { addScannedLibrary, getBook } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const drop = mkdtempSync(join(tmpdir(), 'lectern-drop-'));
afterAll(() => rmSync(drop, { recursive: true, force: true }));

const bytes = Buffer.from('the bytes of a book that nobody reads');

onBothDatabases(
  'files for a library of which the user sees a part',
  (server) => {
    async function aWorld(more: Record<string, Uint8Array> = {}) {
      const adult = '<AgeRating>Adults Only 18+</AgeRating>';
      const files = {
        'Secret/Secret 1.cbz': await makeCbz({ mark: `secret ${server().kind}`, comicInfo: adult }),
        'Open/Open 1.cbz': await makeCbz({ mark: `open ${server().kind}` }),
        ...more,
      };
      const library = await addScannedLibrary(server(), files, { allowFileChanges: true });
      writeFileSync(join(library.folder, 'Secret/notes'), 'x');
      const me = await signIn(server(), { permissions: ['files:upload', 'files:manage'] });
      const restrictions = { sharedLibraryIds: [], maxAgeRating: 12, allowUnrated: true };
      await server().admin.put(`/api/v1/users/${me.userId}/restrictions`, restrictions);
      const namesIn = (folder: string) => readdirSync(join(library.folder, folder)).toSorted();
      return { library, me, namesIn };
    }

    /** Pairs of a path that matches a hidden file or folder, and one that does not. */
    const paths = [
      'Secret/Secret 1.cbz',
      'secret/SECRET 1.CBZ',
      'Secret/Secret 1.cbz/x.cbz',
      'Secret/notes/x.cbz',
      'secret/new.cbz',
      'Nothing/New 1.cbz',
    ];

    test('checks reveal no hidden files and folders, and show visible books', async () => {
      const { library, me } = await aWorld();
      const check = async (names: readonly string[]) => {
        const body = { libraryId: library.id, files: names.map((path) => ({ path, sizeBytes: 9 })) };
        return (await me.post<{ files: CheckedFile[] }>(`${uploads}/check`, body)).body.files;
      };
      for (const path of paths)
        expect(await check([path])).toEqual([{ path, target: path, problem: null, duplicates: [] }]);
      expect((await check(['Open/open 1.cbz']))[0]?.problem?.reason).toBe('upload_exists');
      const target = { libraryId: library.id, relativePath: 'Open/Open 1.cbz' };
      expect((await begin(me, 9, target)).status).toBe(409);
    });

    test('stores a file under a free name if a hidden file has its name', async () => {
      const { library, me, namesIn } = await aWorld();
      const before = readFileSync(join(library.folder, 'Secret/Secret 1.cbz'));
      for (const relativePath of paths) {
        const answer = await upload(me, bytes, { libraryId: library.id, relativePath });
        expect([relativePath, answer.status]).toEqual([relativePath, 201]);
      }
      const { body } = await me.get<{ uploads: Upload[] }>(uploads);
      expect(body.uploads.map(({ path, state }) => [path, state]).toReversed()).toEqual(
        paths.map((path) => [path, 'finished']),
      );
      expect(readFileSync(join(library.folder, 'Secret/Secret 1.cbz')).equals(before)).toBe(true);
      expect(namesIn('Secret')).toEqual([
        'SECRET 1 (3).CBZ',
        'Secret 1 (2).cbz',
        'Secret 1.cbz',
        'new.cbz',
        'notes',
      ]);
      expect(namesIn('Secret (2)')).toEqual(['Secret 1.cbz', 'notes']);
      expect(namesIn('Secret (2)/Secret 1.cbz')).toEqual(['x.cbz']);
      expect(existsSync(join(library.folder, '.lectern-uploads'))).toBe(false);
    });

    test('reveals no upload of another user in a hidden folder', async () => {
      const { library, me, namesIn } = await aWorld();
      const target = { libraryId: library.id, relativePath: 'Secret/New 1.cbz' };
      expect((await begin(server().admin, bytes.length, target)).status).toBe(201);
      const body = { libraryId: library.id, files: [{ path: target.relativePath, sizeBytes: 9 }] };
      const checked = await me.post<{ files: CheckedFile[] }>(`${uploads}/check`, body);
      expect(checked.body.files[0]?.problem).toBeNull();
      expect((await upload(me, bytes, target)).status).toBe(201);
      expect(namesIn('Secret')).toContain('New 1.cbz');
    });

    /** The files of `paths`, each under a name that is free. */
    function expectPlaced({ namesIn }: Awaited<ReturnType<typeof aWorld>>) {
      expect(namesIn('Secret')).toEqual([
        'SECRET 1 (3).CBZ',
        'Secret 1 (2).cbz',
        'Secret 1.cbz',
        'new.cbz',
        'notes',
      ]);
      expect(namesIn('Secret (2)')).toEqual(['Secret 1.cbz', 'notes']);
      expect(namesIn('Secret (2)/Secret 1.cbz')).toEqual(['x.cbz']);
      expect(namesIn('Secret (2)/notes')).toEqual(['x.cbz']);
      expect(namesIn('Nothing')).toEqual(['New 1.cbz']);
    }

    test('shows no hidden file in proposals of the drop folder, and accepts them under free names', async () => {
      const world = await aWorld();
      const { library, me } = world;
      const { admin } = server();
      const base = '/api/v1/drop-folder';
      const list = async () =>
        (await admin.get<{ data: DroppedFile[] }>(`${base}/files?pageSize=500`)).body.data;
      for (const [i, path] of paths.entries()) {
        const name = `Fresh ${i}.cbz`;
        writeFileSync(join(drop, name), await makeCbz({ mark: `fresh ${i} ${server().kind}` }));
        await until(async () => {
          await admin.post(`${base}/check`);
          return (await list()).some((one) => one.isReady && one.path === name);
        });
        const id = (await list()).find((one) => one.path === name)?.id ?? '';
        await admin.patch(`${base}/files/${id}`, { libraryId: library.id });
        const edited = await me.patch<DroppedFile>(`${base}/files/${id}`, { root: 0, target: path });
        expect(edited).toMatchObject({ status: 200, body: { target: path, problem: null, companions: [] } });
        const accepted = await me.post<AcceptedFiles>(`${base}/accept`, { ids: [id] });
        expect(accepted.body).toEqual({ accepted: [{ id, libraryId: library.id, path }], refused: [] });
      }
      expectPlaced(world);
    });

    test('shows no hidden file in moves and their previews, and moves books to free names', async () => {
      const more: Record<string, Uint8Array> = {};
      for (const i of paths.keys())
        more[`Open/Free ${i}.cbz`] = await makeCbz({ mark: `free ${i} ${server().kind}` });
      const world = await aWorld(more);
      const { library, me } = world;
      for (const [i, path] of paths.entries()) {
        const { id } = await getBook(server().admin, library.id, `Free ${i}.cbz`);
        const folder = path.slice(0, path.lastIndexOf('/'));
        const name = path.slice(path.lastIndexOf('/') + 1);
        for (const way of ['move/preview', 'move']) {
          const { status, body } = await me.post<{ books: MovedBook[] }>(`/api/v1/books/${id}/${way}`, {
            folder,
            name,
          });
          expect([way, path, status]).toEqual([way, path, 200]);
          expect(body.books).toMatchObject([
            {
              to: { libraryId: library.id, root: 0, folder, name },
              files: [{ from: `Open/Free ${i}.cbz`, to: path }],
              problem: null,
            },
          ]);
        }
      }
      expectPlaced(world);
      // Visible books are named.
      const { id } = await getBook(server().admin, library.id, 'Open 1.cbz');
      const into = await me.post<{ reason: string }>(`/api/v1/books/${id}/move`, {
        folder: 'Open/Open 1.cbz',
      });
      expect([into.status, into.body.reason]).toEqual([409, 'move_into_book']);
    });
  },
  {
    withTasks: true,
    environment: { LECTERN_DROP_FOLDER_PATH: drop, LECTERN_DROP_FOLDER_SETTLE_SECONDS: '0' },
  },
);
