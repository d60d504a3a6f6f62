import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorBody } from '@lectern/contract/errors';
import type { Library } from '@lectern/contract/libraries/libraries';
import { expect, test } from 'vitest';
import { addLibrary, addScannedLibrary, listBooks, scan } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';

const path = '/api/v1/libraries';

withServer(
  'libraries',
  (server) => {
    const aFolder = () => mkdtempSync(join(server().folder, 'folder-'));
    const create = (body: object) => server().admin.post<Library & ErrorBody>(path, body);

    test('creates a library with defaults and updates single settings', async () => {
      const folder = aFolder();
      const made = await create({ name: 'Usual', path: folder });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        path: folder,
        paths: [folder],
        seriesStrategy: 'series_folder',
        bookStrategy: 'smart',
        numberStrategy: 'smart',
        allowedFormats: [
          'cbz',
          'cbr',
          'cb7',
          'cbt',
          'epub',
          'mobi',
          'azw3',
          'fb2',
          'fbz',
          'htmlz',
          'txtz',
          'pdf',
        ],
        hashing: 'fingerprint',
        bookCount: 0,
        lastScannedAt: null,
      });
      const changed = await server().admin.patch<Library>(`${path}/${made.body.id}`, {
        description: 'Ours',
        scanning: { watch: true, purgeDeletedAfterDays: 30 },
      });
      expect(changed.body).toMatchObject({
        name: 'Usual',
        description: 'Ours',
        scanning: { watch: true, purgeDeletedAfterDays: 30, cronSchedule: null, scanOnStart: false },
      });
      await server().admin.patch(`${path}/${made.body.id}`, { scanning: { watch: false } });
    });

    test('sets defaults by the kind of a library, which the request overrides', async () => {
      const manga = await create({ name: 'Drawn', path: aFolder(), kind: 'manga' });
      expect(manga.body).toMatchObject({
        kind: 'manga',
        seriesStrategy: 'series_volume',
        defaultReadingDirection: 'rtl',
        metadataProviders: { order: ['built-in:mangabaka', 'built-in:anilist', 'built-in:mangaupdates'] },
      });
      expect(manga.body.allowedFormats).not.toContain('mobi');
      const papers = await create({
        name: 'Papers',
        path: aFolder(),
        kind: 'documents',
        allowedFormats: ['pdf'],
      });
      expect(papers.body).toMatchObject({ kind: 'documents', allowedFormats: ['pdf'] });
      const changed = await server().admin.patch<Library>(`${path}/${papers.body.id}`, { kind: 'books' });
      expect(changed.body).toMatchObject({ kind: 'books', allowedFormats: ['pdf'] });
    });

    test('requires readable folders that belong to no other library', async () => {
      const folder = aFolder();
      mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
      writeFileSync(join(folder, 'file.cbz'), 'x');
      expect((await create({ name: 'Deep', path: join(folder, 'deep') })).status).toBe(201);
      const faults: Record<string, object> = {
        'does not exist': { path: join(folder, 'nowhere') },
        'is a file': { path: join(folder, 'file.cbz') },
        'is inside': { path: join(folder, 'deep', 'er') },
        contains: { path: folder },
        'is already listed': { path: join(folder, 'deep') },
        'either `path` or `paths`': { path: folder, paths: [folder] },
      };
      for (const [sentence, body] of Object.entries(faults)) {
        const { status, body: error } = await create({ name: 'Wrong', ...body });
        expect([sentence, status, error.error]).toEqual([sentence, 400, 'validation_failed']);
        expect(error.message).toContain(sentence);
      }
      const twice = await create({ name: 'Twice', paths: [aFolder(), folder, folder] });
      expect([twice.status, twice.body.message.includes('paths.2')]).toEqual([400, true]);
    });

    test('rejects invalid settings', async () => {
      const faults: [RegExp, object][] = [
        [/cronSchedule/, { scanning: { cronSchedule: 'now and then' } }],
        [/cronTimezone/, { scanning: { cronSchedule: '0 4 * * *', cronTimezone: 'Mars/Olympus' } }],
        [/pattern/, { seriesStrategy: 'custom', seriesConfig: { pattern: '(?<title>.+)' } }],
        [/pattern/, { seriesStrategy: 'custom', seriesConfig: { pattern: '(' } }],
        [/pattern/, { seriesStrategy: 'custom', seriesConfig: { pattern: '(?<series>.+)(?=x)' } }],
        [/seriesStrategy/, { seriesStrategy: 'magic' }],
        [/allowedFormats/, { allowedFormats: ['lit'] }],
        [/name/, { name: '   ' }],
      ];
      for (const [place, body] of faults) {
        const { status, body: error } = await create({ name: 'Odd', path: aFolder(), ...body });
        expect([String(place), status]).toEqual([String(place), 400]);
        expect(error.message).toMatch(place);
      }
    });

    test('requires unique names, ignoring case', async () => {
      expect((await create({ name: 'Comics', path: aFolder() })).status).toBe(201);
      const second = await create({ name: 'COMICS', path: aFolder() });
      expect([second.status, second.body.error]).toEqual([409, 'conflict']);
    });

    test('keeps books when a folder moves, and deletes them when a folder is removed', async () => {
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'roots' }),
      });
      const [book] = await listBooks(server().admin, library.id);
      const moved = aFolder();
      writeFiles(moved, { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'roots' }) });
      const second = aFolder();
      writeFiles(second, { 'More/More 001.cbz': await makeCbz({ mark: 'more' }) });
      await server().admin.patch(`${path}/${library.id}`, { paths: [moved, second] });
      expect(await scan(server(), library.id)).toMatchObject({ booksFound: 2, errors: [] });
      expect((await listBooks(server().admin, library.id)).map(({ id }) => id)).toContain(book?.id);
      await server().admin.patch(`${path}/${library.id}`, { paths: [second] });
      await expect.poll(async () => (await listBooks(server().admin, library.id)).length).toBe(1);
    });

    test('returns only libraries the user can see', async () => {
      const one = await addLibrary(server(), {});
      const two = await addLibrary(server(), {});
      await server().admin.put(`/api/v1/users/${server().reader.userId}/restrictions`, {
        sharedLibraryIds: [one.id],
      });
      const { reader } = server();
      const seen = (await reader.get<{ data: Library[]; total: number }>(path)).body;
      expect([seen.data.map(({ id }) => id), seen.total]).toEqual([[one.id], 1]);
      expect((await reader.get(`${path}/${two.id}`)).status).toBe(404);
      expect((await reader.get(`${path}/${two.id}/books`)).status).toBe(404);
      expect((await reader.post(path, { name: 'Mine', path: aFolder() })).status).toBe(403);
      await server().admin.put(`/api/v1/users/${reader.userId}/restrictions`, { sharedLibraryIds: [] });
    });
  },
  { withTasks: true },
);
