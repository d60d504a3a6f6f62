// A maintainer who is restricted to some libraries must not learn about the others through library management.
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Library } from '@lectern/contract/libraries/libraries';
import { expect, test } from 'vitest';
import { addScannedLibrary, listSeries, scan } from './harness/library.ts';
import { withServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { makeCbz } from './makers/books.ts';

withServer(
  'a maintainer of some libraries',
  (server) => {
    async function aWorld() {
      const book = await makeCbz({ mark: 'one' });
      const own = await addScannedLibrary(server(), { 'Own/Own 1.cbz': book });
      const hidden = await addScannedLibrary(server(), { 'Secret/Secret 1.cbz': book });
      const maintainer = await signIn(server(), { role: 'maintainer' });
      const limits = { sharedLibraryIds: [own.id] };
      await server().admin.put(`/api/v1/users/${maintainer.userId}/restrictions`, limits);
      return { own, hidden, maintainer };
    }
    const browse = (path: string) => `/api/v1/filesystem/browse?path=${encodeURIComponent(path)}`;

    test('cannot list or browse the folders of hidden libraries', async () => {
      const { own, hidden, maintainer } = await aWorld();
      const above = await maintainer.get(browse(dirname(hidden.folder)));
      expect(above.status).toBe(200);
      expect(above.bytes.toString()).toContain(own.folder);
      expect(above.bytes.toString()).not.toContain(hidden.folder);
      for (const path of [hidden.folder, join(hidden.folder, 'Secret')])
        expect((await maintainer.get(browse(path))).status).toBe(404);
      expect((await maintainer.get(browse(own.folder))).bytes.toString()).toContain('Own');
      expect((await server().admin.get(browse(hidden.folder))).bytes.toString()).toContain('Secret');
    });

    test('cannot preview the folders of hidden libraries', async () => {
      const { own, hidden, maintainer } = await aWorld();
      const preview = (path: string) =>
        maintainer.post('/api/v1/libraries/preview-scan', { path, seriesStrategy: 'series_folder' });
      for (const path of [hidden.folder, join(hidden.folder, 'Secret'), dirname(hidden.folder)]) {
        const { status, bytes } = await preview(path);
        expect([path, status]).toEqual([path, 400]);
        expect(bytes.toString()).not.toContain('Secret 1');
      }
      expect((await preview(own.folder)).status).toBe(200);
    });

    test('is told that a folder is in use, but not by which library', async () => {
      const { own, hidden, maintainer } = await aWorld();
      const inside = join(hidden.folder, 'Secret');
      for (const path of [hidden.folder, inside]) {
        const { status, bytes } = await maintainer.patch(`/api/v1/libraries/${own.id}`, { path });
        expect(status).toBe(400);
        expect(bytes.toString()).toContain('This folder overlaps with another library');
        expect(bytes.toString()).not.toContain(hidden.name);
        expect(bytes.toString()).not.toContain(hidden.folder);
      }
      const response = await server().admin.patch(`/api/v1/libraries/${own.id}`, { path: inside });
      expect(response.bytes.toString()).toContain(hidden.name);
      mkdirSync(join(own.folder, 'Inner'));
      const mine = { name: 'Inner', path: join(own.folder, 'Inner') };
      expect((await maintainer.post<Library>('/api/v1/libraries', mine)).status).toBe(400);
    });

    test('does not learn which folders exist in hidden libraries', async () => {
      const { own, hidden, maintainer } = await aWorld();
      const asked = async (name: string) => {
        const path = join(hidden.folder, name);
        const answers = [
          await maintainer.post('/api/v1/libraries', { name: 'New', path }),
          await maintainer.patch(`/api/v1/libraries/${own.id}`, { paths: [own.folder, path] }),
          await maintainer.post('/api/v1/libraries/preview-scan', { path, seriesStrategy: 'series_folder' }),
          await maintainer.get(browse(path)),
        ];
        return answers.map(({ status, body }) => [status, JSON.stringify(body).replaceAll(path, '<path>')]);
      };
      const expected = await asked('nothing');
      expect(expected.map(([status]) => status)).toEqual([400, 400, 400, 404]);
      for (const name of ['Secret', 'Secret/Secret 1.cbz', 'Secret/nothing'])
        expect([name, await asked(name)]).toEqual([name, expected]);
      // The same for a folder of a library of which tags or ages hide a part.
      const limits = { sharedLibraryIds: [], maxAgeRating: 12 };
      await server().admin.put(`/api/v1/users/${maintainer.userId}/restrictions`, limits);
      for (const name of ['Secret', 'Secret/Secret 1.cbz'])
        expect([name, await asked(name)]).toEqual([name, await asked('nothing')]);
    });

    test('does not change or delete a library of which tags or ages hide a part', async () => {
      const { own, maintainer } = await aWorld();
      const path = `/api/v1/libraries/${own.id}`;
      const deleter = await signIn(server(), { role: 'admin' });
      for (const who of [maintainer, deleter])
        await server().admin.put(`/api/v1/users/${who.userId}/restrictions`, {
          sharedLibraryIds: [],
          maxAgeRating: 12,
        });
      const refusal = { status: 403, body: { reason: 'library_limited' } };
      for (const body of [{ seriesStrategy: 'flat' }, { groupFormats: true }, { name: 'Mine' }])
        expect(await maintainer.patch(path, body)).toMatchObject(refusal);
      expect(await deleter.delete(path)).toMatchObject(refusal);
      expect((await server().admin.patch(path, { groupFormats: true })).status).toBe(200);
    });

    test('can reuse the name of a hidden library, and gets a conflict for visible ones', async () => {
      const { own, hidden, maintainer } = await aWorld();
      mkdirSync(join(dirname(own.folder), 'New'), { recursive: true });
      const wanted = { name: hidden.name, path: join(dirname(own.folder), 'New') };
      const made = await maintainer.post<Library>('/api/v1/libraries', wanted);
      expect([made.status, made.body.name]).toEqual([201, hidden.name]);
      const renamed = await maintainer.patch<Library>(`/api/v1/libraries/${own.id}`, { name: hidden.name });
      expect(renamed.status).toBe(200);
      await server().admin.patch(`/api/v1/libraries/${own.id}`, { name: 'Own again' });
      const again = { name: 'own AGAIN', path: mkdtempSync(join(dirname(own.folder), 'new-')) };
      expect((await maintainer.post('/api/v1/libraries', again)).status).toBe(409);
      const taken = await server().admin.patch(`/api/v1/libraries/${own.id}`, { name: hidden.name });
      expect(taken.status).toBe(409);
    });

    test('cannot change all books of a library that tags or age ratings partly hide', async () => {
      const { own, maintainer } = await aWorld();
      const { admin } = server();
      await admin.put(`/api/v1/users/${maintainer.userId}/restrictions`, {
        sharedLibraryIds: [],
        maxAgeRating: 12,
      });
      await admin.patch(`/api/v1/users/${maintainer.userId}`, { permissions: ['files:manage'] });
      for (const [method, action] of [
        ['POST', 'files/convert'],
        ['GET', 'files/metadata'],
        ['POST', 'files/metadata'],
        ['DELETE', 'purge-deleted'],
      ] as const) {
        const answer = await maintainer.request(method, `/api/v1/libraries/${own.id}/${action}`, {});
        expect([action, answer]).toMatchObject([
          action,
          { status: 403, body: { reason: 'library_limited' } },
        ]);
      }
    });

    test('does not see tasks of hidden libraries in counts, metrics and the compatibility API', async () => {
      const { hidden, maintainer } = await aWorld();
      const { userId } = maintainer;
      await server().admin.patch(`/api/v1/users/${userId}`, { permissions: ['system:health'] });
      const count = async () => {
        const json = await maintainer.get<{ types: { type: string; count: number }[] }>(
          '/api/v1/metrics/tasks',
        );
        const text = (await maintainer.get('/metrics')).bytes.toString();
        const compat = await maintainer.get<{ measurements: unknown }>(
          '/compat/actuator/metrics/komga.tasks.execution?tag=type:scanning.scan',
        );
        return [
          json.body.types.find(({ type }) => type === 'scanning.scan')?.count,
          text
            .split('\n')
            .filter((line) => line.startsWith('lectern_tasks{') && line.includes('scanning.scan')),
          compat.body.measurements,
        ];
      };
      const before = await count();
      expect(before).toMatchObject([expect.any(Number), [expect.any(String)], expect.any(Array)]);
      await scan(server(), hidden.id);
      expect(await count()).toEqual(before);
    });

    test('does not see tasks, scans, duplicates and errors of hidden libraries', async () => {
      const { hidden, maintainer } = await aWorld();
      const [series] = await listSeries(server().admin, hidden.id);
      for (const path of [
        '/api/v1/tasks?pageSize=500',
        '/api/v1/tasks/stats',
        '/api/v1/scans/active',
        '/api/v1/duplicates',
        '/api/v1/duplicates/series',
        '/api/v1/books/errors',
      ]) {
        const { status, bytes } = await maintainer.get(path);
        expect([path, status]).toEqual([path, 200]);
        for (const secret of [hidden.id, hidden.folder, hidden.name, series?.id ?? 'Secret'])
          expect([path, bytes.toString().includes(secret)]).toEqual([path, false]);
      }
    });
  },
  // A maintainer only chooses folders below configured roots.
  {
    withTasks: true,
    environment: {
      LECTERN_SCANNER_ALLOWED_ROOTS: realpathSync(tmpdir()),
      LECTERN_COMPAT_API_ENABLED: 'true',
    },
  },
);

withServer(
  'conditions on sharing tags',
  (server) => {
    const condition = { not: { allOf: [{ sharingTag: { operator: 'isNotNull' } }] } };
    const preset = { scope: 'list', target: 'series', condition };

    test('require the permission to manage or list sharing tags', async () => {
      const reader = await signIn(server());
      expect((await reader.post('/api/v1/series/list', { condition })).status).toBe(403);
      expect((await reader.post('/api/v1/series/list/alphabetical-groups', { condition })).status).toBe(403);
      expect((await reader.post('/api/v1/filter-presets', { name: 'tagged', ...preset })).status).toBe(403);
      for (const who of [
        await signIn(server(), { permissions: ['users:read'] }),
        await signIn(server(), { role: 'maintainer' }),
      ])
        expect((await who.post('/api/v1/series/list', { condition })).status).toBe(200);
    });

    test('are not evaluated for a user who has lost the permission, and cannot be stored in a collection', async () => {
      const keeper = await signIn(server(), { permissions: ['users:read', 'collections:write'] });
      const made = await keeper.post<{ id: string }>('/api/v1/filter-presets', { name: 'tagged', ...preset });
      expect(made.status).toBe(201);
      const results = `/api/v1/filter-presets/${made.body.id}/results`;
      expect((await keeper.get(results)).status).toBe(200);
      expect((await keeper.post('/api/v1/collections', { name: 'Tagged', condition })).status).toBe(201);
      await server().admin.patch(`/api/v1/users/${keeper.userId}`, { permissions: ['collections:write'] });
      await expect.poll(async () => (await keeper.get(results)).status).toBe(403);
      expect((await keeper.post('/api/v1/collections', { name: 'Tagged too', condition })).status).toBe(403);
    });
  },
  { withTasks: true },
);
