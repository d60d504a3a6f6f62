// Folders of the server cannot be in a library: backups and keys would become downloadable books.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorBody } from '@lectern/contract/errors';
import type { Library } from '@lectern/contract/libraries/libraries';
import { expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { addLibrary, addScannedLibrary, getBook, listBooks, scan } from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { startSecondServer, startTestServer, withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';
import { makeZip } from '../../../../test/makers/zip.ts';

const path = '/api/v1/libraries';

const toBearer = ({ session }: SignedIn) => ({ authorization: `Bearer ${session.accessToken}` });

withServer(
  'folders of the server itself',
  (server) => {
    const dataDir = () => join(server().folder, 'data');
    const aFolder = () => mkdtempSync(join(server().folder, 'folder-'));

    test('rejects them as library folders, including folders inside and around them and links', async () => {
      mkdirSync(join(dataDir(), 'backups'), { recursive: true });
      const links = aFolder();
      symlinkSync(dataDir(), join(links, 'data'));
      symlinkSync(server().folder, join(links, 'around'));
      const { admin } = server();
      const library = await addLibrary(server(), {});
      for (const folder of [
        dataDir(),
        join(dataDir(), 'backups'),
        join(links, 'data'),
        join(links, 'data', 'backups'),
        join(links, 'around'),
        server().folder,
        '/',
      ]) {
        for (const answer of [
          await admin.post<ErrorBody>(path, { name: 'Ours', path: folder }),
          await admin.patch<ErrorBody>(`${path}/${library.id}`, { paths: [library.path, folder] }),
        ]) {
          expect([folder, answer.status]).toEqual([folder, 400]);
          expect(answer.body.message).toMatch(/server itself/);
        }
        await expect(server().app.libraries.check([folder])).rejects.toThrow(/--library: .*server itself/);
      }
    });

    test('rejects a preview of them and skips them in a preview of a parent folder', async () => {
      writeFiles(join(dataDir(), 'backups'), { 'Own.cbz': await makeCbz({ mark: 'previewed' }) });
      const preview = (folder: string) =>
        server().admin.post<ErrorBody>(`${path}/preview-scan`, { path: folder, seriesStrategy: 'flat' });
      expect((await preview(join(dataDir(), 'backups'))).body.message).toMatch(/server itself/);
      const around = await preview(server().folder);
      expect(around.status).toBe(200);
      expect(JSON.stringify(around.body)).not.toContain('Own');
    });

    test('hides them in the folder browser', async () => {
      const browse = (folder: string) =>
        server().admin.get<{ entries: { name: string }[] }>(
          `/api/v1/filesystem/browse?path=${encodeURIComponent(folder)}`,
        );
      mkdirSync(join(dataDir(), 'backups'), { recursive: true });
      const { entries } = (await browse(server().folder)).body;
      expect(entries.map(({ name }) => name)).not.toContain('data');
      expect((await browse(join(dataDir(), 'backups'))).status).toBe(404);
    });

    test('skips them in a scan, also when a root was replaced by a link to them or to a parent', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'own' }),
      });
      writeFiles(join(dataDir(), 'backups'), { 'Own 1.cbz': await makeCbz({ mark: 'backups' }) });
      renameSync(library.folder, `${library.folder}-moved`);
      symlinkSync(server().folder, library.folder);
      const around = await scan(server(), library.id);
      expect(around.errors.join()).toContain(
        `Skipped ${library.folder}/data, which is used by the server itself.`,
      );
      const paths = (await listBooks(server().admin, library.id)).map((book) => book.path);
      expect(paths.filter((one) => one.includes('Own 1.cbz'))).toEqual([]);
      expect(paths.some((one) => one.endsWith('Saga 1.cbz'))).toBe(true);

      renameSync(library.folder, `${library.folder}-around`);
      symlinkSync(join(dataDir(), 'backups'), library.folder);
      const inside = await scan(server(), library.id, 'confirmRemovals=true');
      expect([inside.status, inside.errors.join()]).toEqual([
        'failed',
        expect.stringContaining('server itself'),
      ]);
    });

    test('returns 404 for their files, even if existing rows list them as books', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'before' }),
      });
      const book = await getBook(server().admin, library.id, 'Saga 1.cbz');
      const addresses = [
        `/api/v1/books/${book.id}/file`,
        `/api/v1/books/${book.id}/pages/1`,
        `/api/v1/series/${book.seriesId}/download`,
      ];
      const ask = async (from: Client) => {
        const client = from.as(toBearer(server().admin));
        return Promise.all(addresses.map(async (address) => (await client.get(address)).status));
      };
      expect(await ask(server())).toEqual([200, 200, 200]);
      await waitForQuiet(server());
      const second = await startSecondServer(server(), {
        environment: { LECTERN_PDF_PAGE_CACHE_DIR: library.folder },
      });
      try {
        expect(await ask(second)).toEqual([404, 404, 404]);
      } finally {
        await second.stop();
      }
    });

    test('does not add a backup in a library folder as a book', async () => {
      const book = await makeCbz({ mark: 'beside' });
      const library = await addLibrary(server(), { 'Saga/Saga 1.cbz': book });
      if (server().kind === 'sqlite') {
        await server().admin.post('/api/v1/admin/backups');
        const backups = join(dataDir(), 'backups');
        const [name = ''] = readdirSync(backups).filter((one) => one.endsWith('.zip'));
        cpSync(join(backups, name), join(library.folder, 'Saga/Saga 2.cbz'));
      } else {
        const likeOne = makeZip([
          { name: 'manifest.json', content: '{"program":"lectern"}' },
          { name: 'lectern.db', content: 'rows' },
          { name: 'covers/0f/1.jpg', content: 'x' },
        ]);
        writeFiles(library.folder, { 'Saga/Saga 2.cbz': likeOne });
      }
      const done = await scan(server(), library.id);
      expect(done.errors).toEqual(['Saga/Saga 2.cbz is a backup of the server, not a book.']);
      const { result } = (await server().admin.get(`/api/v1/tasks/${done.taskId}`)).body;
      expect(result).toMatchObject({ booksFound: 1, notes: 1 });
      expect(JSON.stringify(result)).not.toContain('Saga');
      expect(
        (await listBooks(server().admin, library.id)).map(({ path: one }) => one.split('/').at(-1)),
      ).toEqual(['Saga 1.cbz']);
    });

    test('requires an administrator for new folders unless allowed roots are configured', async () => {
      const maintainer = await signIn(server(), { role: 'maintainer' });
      const folder = aFolder();
      const refused = await maintainer.post<ErrorBody>(path, { name: 'Mine', path: folder });
      expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
      expect(refused.body.message).toMatch(/system:admin.*scanner\.allowed_roots/);
      const library = await addLibrary(server(), {});
      const change = (body: object) => maintainer.patch<Library>(`${path}/${library.id}`, body);
      expect((await change({ paths: [library.path, folder] })).status).toBe(403);
      expect((await change({ path: folder })).status).toBe(403);
      expect((await change({ path: library.path, name: 'Renamed' })).body.name).toBe('Renamed');

      const bounded = await startTestServer({
        kind: server().kind,
        environment: { LECTERN_SCANNER_ALLOWED_ROOTS: folder },
      });
      try {
        mkdirSync(join(folder, 'inside'));
        const other = await signIn(bounded, { role: 'maintainer' });
        expect((await other.post(path, { name: 'Inside', path: join(folder, 'inside') })).status).toBe(201);
      } finally {
        await bounded.stop();
      }
    });
  },
  { withTasks: true },
);
