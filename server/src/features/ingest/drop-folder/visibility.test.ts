import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AcceptedFiles,
  DropFolder,
  DroppedFile,
  EditDropped,
} from '@lectern/contract/ingest/drop-folder';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { addLibrary, addScannedLibrary, listSeries } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const drop = mkdtempSync(join(tmpdir(), 'lectern-drop-'));
afterAll(() => rmSync(drop, { recursive: true, force: true }));
const base = '/api/v1/drop-folder';
const files = `${base}/files`;

withServer(
  'the drop folder of an uploader with restrictions',
  (server) => {
    const list = async (who: Client, query = '') =>
      (await who.get<{ data: DroppedFile[]; total: number }>(`${files}?pageSize=500&${query}`)).body;
    const pathsOf = async (who: Client, query = '') =>
      (await list(who, query)).data.map(({ path }) => path).toSorted();
    const idOf = async (path: string) =>
      (await list(server().admin)).data.find((file) => file.path === path)?.id ?? '';
    const edit = (who: Client, id: string, body: EditDropped) =>
      who.patch<DroppedFile>(`${files}/${id}`, body);
    const accept = (who: Client, body: object) => who.post<AcceptedFiles>(`${base}/accept`, body);
    const book = (mark: string, comicInfo = '') => makeCbz({ mark: `${server().kind} ${mark}`, comicInfo });

    /** Adds books to the drop folder and waits until they are read. */
    async function put(books: Record<string, string>): Promise<void> {
      for (const [name, comicInfo] of Object.entries(books))
        writeFileSync(join(drop, name), await book(name, comicInfo));
      await until(async () => {
        await server().admin.post(`${base}/check`);
        const { data } = await list(server().admin);
        return Object.keys(books).every((name) => data.some(({ path, isReady }) => isReady && path === name));
      });
    }

    async function makeUploader(restrictions: object): Promise<Client> {
      const who = await signIn(server(), { permissions: ['files:upload'] });
      const path = `/api/v1/users/${who.userId}/restrictions`;
      expect((await server().admin.put(path, restrictions)).status).toBe(200);
      return who;
    }

    beforeEach(async () => {
      const { admin } = server();
      for (const name of readdirSync(drop)) rmSync(join(drop, name), { recursive: true });
      const { data } = (await admin.get<{ data: { id: string }[] }>('/api/v1/libraries')).body;
      for (const { id } of data) await admin.delete(`/api/v1/libraries/${id}`);
      await until(async () => {
        await admin.post(`${base}/check`);
        return [...(await pathsOf(admin)), ...(await pathsOf(admin, 'dismissed=true'))].length === 0;
      });
    });

    test('contains only files for visible libraries', async () => {
      const { admin } = server();
      const hidden = await addScannedLibrary(server(), { 'Saga/Saga 001.cbz': await book('saga') });
      const seen = await addScannedLibrary(server(), { 'Bone/Bone 001.cbz': await book('bone') });
      await put({ 'Saga 002.cbz': '', 'Bone 002.cbz': '', 'unclear.cbz': '' });
      const all = ['Bone 002.cbz', 'Saga 002.cbz', 'unclear.cbz'];
      const unlimited = await signIn(server(), { permissions: ['files:upload'] });
      expect([await pathsOf(admin), await pathsOf(unlimited)]).toEqual([all, all]);
      const limited = await makeUploader({ sharedLibraryIds: [seen.id] });
      expect(await list(limited)).toMatchObject({ total: 1, data: [{ path: 'Bone 002.cbz' }] });
      expect((await limited.get<DropFolder>(base)).body).toMatchObject({ waiting: 1, dismissed: 0 });

      const saga = await idOf('Saga 002.cbz');
      const bone = await idOf('Bone 002.cbz');
      const unclear = await idOf('unclear.cbz');
      for (const id of [saga, unclear]) {
        for (const body of [{ libraryId: seen.id }, { series: 'Mine' }, { isDismissed: true }])
          expect((await edit(limited, id, body)).status).toBe(404);
        expect((await accept(limited, { ids: [id] })).status).toBe(404);
      }
      expect((await edit(admin, saga, { isDismissed: true })).status).toBe(200);
      expect(await pathsOf(limited, 'dismissed=true')).toEqual([]);
      expect((await limited.get<DropFolder>(base)).body).toMatchObject({ waiting: 1, dismissed: 0 });
      await edit(admin, saga, { isDismissed: false });

      const { body } = await accept(limited, { ids: [saga, bone, unclear] });
      expect(body).toMatchObject({ accepted: [{ id: bone, libraryId: seen.id }], refused: [] });
      expect((await accept(limited, {})).body).toEqual({ accepted: [], refused: [] });
      expect(await pathsOf(admin)).toEqual(['Saga 002.cbz', 'unclear.cbz']);
      expect(readdirSync(join(hidden.folder, 'Saga'))).toEqual(['Saga 001.cbz']);
    });

    test('contains no files for hidden series, new series without an allowed tag and books above the age rating', async () => {
      const { admin } = server();
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 001.cbz': await book('saga'),
        'Bone/Bone 001.cbz': await book('bone'),
      });
      const series = await listSeries(admin, library.id);
      const saga = series.find(({ title }) => title === 'Saga')?.id;
      const tag = await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', {
        name: `tag ${library.id}`,
      });
      const tagId = tag.body.id;
      expect((await admin.put(`/api/v1/series/${saga}/sharing-tags`, { tagIds: [tagId] })).status).toBe(200);
      await put({
        'Saga 002.cbz': '',
        'Bone 002.cbz': '',
        'Bone 003.cbz': '<AgeRating>Adults Only 18+</AgeRating>',
        'Fresh 001.cbz': '',
      });
      await edit(admin, await idOf('Fresh 001.cbz'), { libraryId: library.id });
      const limits = { sharedLibraryIds: [], sharingTags: [] };
      const denied = await makeUploader({ ...limits, sharingTags: [{ tagId, access: 'deny' }] });
      expect(await pathsOf(denied)).toEqual(['Bone 002.cbz', 'Bone 003.cbz', 'Fresh 001.cbz']);
      const allowed = await makeUploader({ ...limits, sharingTags: [{ tagId, access: 'allow' }] });
      expect(await pathsOf(allowed)).toEqual(['Saga 002.cbz']);
      const young = await makeUploader({ ...limits, maxAgeRating: 12, allowUnrated: true });
      expect(await pathsOf(young)).toEqual(['Bone 002.cbz', 'Fresh 001.cbz', 'Saga 002.cbz']);

      // A path entered by an administrator may contain the folder of a hidden series.
      await edit(admin, await idOf('Fresh 001.cbz'), { target: 'Saga/Fresh 001' });
      expect(await pathsOf(denied)).toEqual(['Bone 002.cbz', 'Bone 003.cbz']);
    });

    test('keeps a file that the uploader edits, whether or not a hidden series has the title', async () => {
      const { admin } = server();
      const hidden = await addScannedLibrary(server(), { 'Saga/Saga 001.cbz': await book('saga') });
      const seen = await addLibrary(server(), {});
      await put({ 'Fresh 001.cbz': '', 'Fresh 002.cbz': '' });
      const limited = await makeUploader({ sharedLibraryIds: [seen.id] });
      const other = await makeUploader({ sharedLibraryIds: [seen.id] });
      for (const [name, series] of [
        ['Fresh 001.cbz', 'Saga'],
        ['Fresh 002.cbz', 'No such series'],
      ] as const) {
        const id = await idOf(name);
        expect((await edit(limited, id, { series })).status).toBe(404);
        expect((await edit(admin, id, { libraryId: seen.id })).status).toBe(200);
        const answer = await edit(limited, id, { series, libraryId: null });
        expect([answer.status, answer.body]).toMatchObject([
          200,
          { isEdited: true, library: { id: seen.id }, series: null, doubts: [], duplicates: [] },
        ]);
      }
      const toHidden = await edit(limited, await idOf('Fresh 001.cbz'), { libraryId: hidden.id });
      expect(toHidden.status).toBe(404);
      expect(await pathsOf(limited)).toEqual(['Fresh 001.cbz', 'Fresh 002.cbz']);
      expect(await pathsOf(other)).toEqual([]);
      // The administrator's edit now determines the visibility.
      await edit(admin, await idOf('Fresh 002.cbz'), { series: 'Saga', libraryId: hidden.id });
      expect(await pathsOf(limited)).toEqual(['Fresh 001.cbz']);
      expect((await accept(limited, {})).body.accepted).toMatchObject([{ libraryId: seen.id }]);
      expect(existsSync(join(hidden.folder, 'Saga/Saga #001.cbz'))).toBe(false);
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
