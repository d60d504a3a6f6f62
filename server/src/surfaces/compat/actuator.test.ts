import { expect, test } from 'vitest';
import { addScannedLibrary } from '../../../test/harness/library.ts';
import { withServer } from '../../../test/harness/server.ts';
import { makeCbz } from '../../../test/makers/books.ts';

interface Metric {
  name: string;
  measurements: { statistic: string; value: number }[];
  availableTags: { tag: string; values: string[] }[];
}

withServer(
  'the actuator of the compatibility API',
  (server) => {
    const base = '/compat/actuator';
    const get = <T>(path: string) => server().admin.get<T>(`${base}${path}`);
    const value = async (name: string, query = '') =>
      (await get<Metric>(`/metrics/${name}${query}`)).body.measurements[0]?.value;

    test('returns the version and metrics to administrators', async () => {
      await server().admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
      const library = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: 'actuator' }) });
      expect((await get('/info')).body).toMatchObject({ build: { version: expect.any(String) } });
      const before = (await value('komga.books')) ?? 0;
      expect(before).toBeGreaterThan(0);
      expect(await value('komga.books', `?tag=library:${library.id}`)).toBe(1);
      expect(await value('komga.series', `?tag=library:${library.id}`)).toBe(1);
      expect(await value('komga.books.filesize', `?tag=library:${library.id}`)).toBeGreaterThan(100);
      await server().admin.post('/api/v1/collections', { name: 'actuator' });
      expect(await value('komga.collections')).toBeGreaterThan(0);
      const { body } = await get<Metric>('/metrics/komga.tasks.execution');
      expect(body.measurements.map(({ statistic }) => statistic)).toEqual(['COUNT', 'TOTAL_TIME', 'MAX']);
      expect(body.availableTags[0]?.values).toContain('scanning.scan');
      const { names } = (await get<{ names: string[] }>('/metrics')).body;
      for (const name of names) expect([name, (await get(`/metrics/${name}`)).status]).toEqual([name, 200]);
    });

    test('omits unknown metrics, and rejects users who are not administrators', async () => {
      await server().admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
      for (const path of ['/metrics/__proto__', '/metrics/no.such', '/metrics/komga.books?tag=library:nope'])
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      expect((await server().reader.get(`${base}/info`)).status).toBe(403);
      expect((await server().get(`${base}/info`)).status).toBe(401);
      expect((await server().get(`${base}/health`)).body).toEqual({ status: 'UP' });
    });
  },
  { withTasks: true },
);
