// A folder of the server inside a library, as after a change of `data_dir` or `backup.dir`, must not be written to.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ErrorBody } from '@lectern/contract/errors';
import type { AcceptedFiles, DroppedFile } from '@lectern/contract/ingest/drop-folder';
import type { CheckedFile } from '@lectern/contract/ingest/uploads';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { append, begin, toUploadId, upload, uploads } from '../../../../test/harness/clients/uploads.ts';
import {
  addLibrary,
  addScannedLibrary,
  getBook,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { onBothDatabases, startSecondServer, withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { makeCbt, makeCbz } from '../../../../test/makers/books.ts';

const forged = Buffer.from('a forged backup');
const refusal = [403, 'folder_of_server'];
const toRefusal = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { reason?: string } | undefined)?.reason,
];

const drop = mkdtempSync(join(tmpdir(), 'lectern-drop-own-'));
/** Missing at startup, and later a link to a folder of a library. */
const backups = join(mkdtempSync(join(tmpdir(), 'lectern-backups-')), 'backups');
afterAll(() => {
  for (const folder of [drop, dirname(backups)]) rmSync(folder, { recursive: true, force: true });
});

onBothDatabases(
  'a folder of the server inside a library',
  (server) => {
    /** Starts a server whose backups are in `Backups` of the library, or in the whole library. */
    const during = async (library: TestLibrary, folder: string, use: (second: Client) => Promise<void>) => {
      await waitForQuiet(server());
      const second = await startSecondServer(server(), {
        environment: { LECTERN_BACKUP_DIR: join(library.folder, folder) },
      });
      try {
        const { session } = server().admin;
        await use(second.as({ authorization: `Bearer ${session.accessToken}` }));
      } finally {
        await second.stop();
      }
    };

    test('rejects uploads, and is hidden in the folder list and the check of uploads', async () => {
      const library = await addLibrary(server(), { 'Backups/real.zip': 'x', 'Saga/Saga 1.cbz': 'x' });
      symlinkSync('Backups', join(library.folder, 'Alias'));
      await during(library, 'Backups', async (admin) => {
        for (const relativePath of [
          'Backups/forged.cbz',
          'backups/forged.cbz',
          'Backups/new/forged.cbz',
          'Alias/forged.cbz',
        ]) {
          const answer = await upload(admin, forged, { libraryId: library.id, relativePath });
          expect([relativePath, ...toRefusal(answer)]).toEqual([relativePath, ...refusal]);
        }
        const checked = await admin.post<{ files: CheckedFile[] }>(`${uploads}/check`, {
          libraryId: library.id,
          files: ['Backups/real.cbz', 'Alias/new.cbz', 'Saga/Saga 2.cbz'].map((path) => ({
            path,
            sizeBytes: 1,
          })),
        });
        expect(checked.body.files.map(({ problem }) => problem?.reason)).toEqual([
          'folder_of_server',
          'folder_of_server',
          undefined,
        ]);
        const folders = (query: string) =>
          admin.get<{ folders: string[] }>(`/api/v1/libraries/${library.id}/folders?${query}`);
        expect((await folders('')).body.folders).toEqual(['Saga']);
        expect(toRefusal(await folders('folder=Backups'))).toEqual(refusal);
      });
      expect(readdirSync(join(library.folder, 'Backups'))).toEqual(['real.zip']);
      expect(existsSync(join(library.folder, '.lectern-uploads'))).toBe(false);
    });

    test('rejects uploads that began before the folder belonged to the server', async () => {
      const library = await addLibrary(server(), { 'Backups/real.zip': 'x' });
      const me = await signIn(server(), { permissions: ['files:upload'] });
      const target = { libraryId: library.id, relativePath: 'Backups/forged.cbz' };
      const id = toUploadId(await begin(me, forged.length, target));
      await during(library, 'Backups', async (admin) => {
        const mine = admin.as({ authorization: `Bearer ${me.session.accessToken}` });
        expect(toRefusal(await append(mine, id, 0, forged))).toEqual(refusal);
      });
      expect(readdirSync(join(library.folder, 'Backups'))).toEqual(['real.zip']);
    });

    test('rejects uploads when it is the whole root', async () => {
      const library = await addLibrary(server(), {});
      const me = await signIn(server(), { permissions: ['files:upload'] });
      const begun = { libraryId: library.id, filename: 'begun.cbz' };
      const id = toUploadId(await begin(me, forged.length, begun));
      await during(library, '.', async (admin) => {
        const mine = admin.as({ authorization: `Bearer ${me.session.accessToken}` });
        const target = { libraryId: library.id, filename: 'forged.cbz' };
        expect(toRefusal(await upload(mine, forged, target))).toEqual(refusal);
        expect(toRefusal(await append(mine, id, 0, forged))).toEqual(refusal);
      });
      expect(readdirSync(library.folder)).toEqual([]);
    });

    test('rejects moves and the trash in both directions', async () => {
      const files = {
        'Backups/Inside 1.cbz': await makeCbz({ mark: `inside ${server().kind}` }),
        'Backups/Trashed 1.cbz': await makeCbz({ mark: `trashed ${server().kind}` }),
        'Saga/Saga 1.cbz': await makeCbz({ mark: `outside ${server().kind}` }),
      };
      const library = await addScannedLibrary(server(), files, { allowFileChanges: true });
      const [inside, trashed, outside] = await Promise.all(
        ['Inside 1.cbz', 'Trashed 1.cbz', 'Saga 1.cbz'].map((name) =>
          getBook(server().admin, library.id, name),
        ),
      );
      const deleted = await server().admin.delete<{ id: string }>(`/api/v1/books/${trashed?.id}/file`);
      expect(deleted.status).toBe(200);
      await during(library, 'Backups', async (admin) => {
        const post = async (path: string, body: object) => toRefusal(await admin.post<ErrorBody>(path, body));
        expect(await post(`/api/v1/books/${outside?.id}/move`, { folder: 'Backups' })).toEqual(refusal);
        expect(await post(`/api/v1/books/${outside?.id}/move`, { folder: 'Backups/x' })).toEqual(refusal);
        expect(await post(`/api/v1/books/${inside?.id}/move`, { folder: 'Saga' })).toEqual(refusal);
        expect(toRefusal(await admin.delete(`/api/v1/books/${inside?.id}/file`))).toEqual(refusal);
        expect(await post(`/api/v1/trash/${deleted.body.id}/restore`, {})).toEqual(refusal);
      });
      expect(readdirSync(join(library.folder, 'Backups'))).toEqual(['Inside 1.cbz']);
      expect(readdirSync(join(library.folder, 'Saga'))).toEqual(['Saga 1.cbz']);
    });

    test('rejects files of the drop folder', async () => {
      const library = await addLibrary(server(), {});
      mkdirSync(join(library.folder, 'Backups'));
      const name = `Forged ${server().kind}.cbz`;
      writeFileSync(join(drop, name), await makeCbz({ mark: `dropped ${server().kind}` }));
      const base = '/api/v1/drop-folder';
      const work = async (admin: Client) => {
        const find = async () => {
          const { body } = await admin.get<{ data: DroppedFile[] }>(`${base}/files`);
          return body.data.find((file) => file.path === name);
        };
        await until(async () => (await find())?.isReady === true);
        const file = await find();
        const target = { libraryId: library.id, root: 0, target: 'Backups/forged.cbz' };
        const edited = await admin.patch<DroppedFile>(`${base}/files/${file?.id}`, target);
        expect(edited.body.problem).toMatchObject({ reason: 'folder_of_server' });
        const { body } = await admin.post<AcceptedFiles>(`${base}/accept`, { ids: [file?.id] });
        expect(body.refused).toMatchObject([{ reason: { reason: 'folder_of_server' } }]);
      };
      await during(library, 'Backups', work);
      expect(readdirSync(join(library.folder, 'Backups'))).toEqual([]);
    });
  },
  {
    withTasks: true,
    environment: { LECTERN_DROP_FOLDER_PATH: drop, LECTERN_DROP_FOLDER_SETTLE_SECONDS: '0' },
  },
);

withServer(
  'a folder of a library that becomes a folder of the server at runtime',
  (server) => {
    interface Done {
      status: string;
      result: { failed: number; failure?: { reason: string } };
    }

    /** Starts a task and returns its result. */
    async function work(path: string): Promise<Done['result']> {
      const { body } = await server().admin.post<{ taskId: string }>(path);
      const find = async () => (await server().admin.get<Done>(`/api/v1/tasks/${body.taskId}`)).body;
      await until(async () => (await find()).status === 'completed');
      return (await find()).result;
    }

    test('gets no converted file and no metadata', async () => {
      const files = {
        'Saga/A 1.cbz': await makeCbz({ mark: 'a' }),
        'Saga/A 2.cbt': await makeCbt({ mark: 'b' }),
      };
      const settings = { allowFileChanges: true, writeMetadata: 'sidecars' };
      const library = await addScannedLibrary(server(), files, settings);
      const { admin } = server();
      const book = await getBook(admin, library.id, 'A 1.cbz');
      const comic = await getBook(admin, library.id, 'A 2.cbt');
      expect((await admin.patch(`/api/v1/books/${book.id}/metadata`, { publisher: 'Mine' })).status).toBe(
        200,
      );
      symlinkSync(join(library.folder, 'Saga'), backups);
      onTestFinished(() => rmSync(backups));
      const refused = { failed: 1, failure: { reason: 'folder_of_server' } };
      expect(await work(`/api/v1/books/${comic.id}/file/convert`)).toMatchObject(refused);
      expect(await work(`/api/v1/books/${book.id}/file/metadata`)).toMatchObject(refused);
      expect(readdirSync(join(library.folder, 'Saga')).toSorted()).toEqual(['A 1.cbz', 'A 2.cbt']);
    });
  },
  { withTasks: true, environment: { LECTERN_BACKUP_DIR: backups } },
);
