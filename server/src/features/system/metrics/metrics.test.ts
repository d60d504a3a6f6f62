import { expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { bearer, openEvents } from '../../../../test/harness/clients/event-stream.ts';
import { addScannedLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

withServer(
  'the Prometheus metrics',
  (server) => {
    /** Value of the line with this prefix; undefined if there is none. */
    const find = (text: string, begin: string) => {
      const line = text.split('\n').find((one) => one.startsWith(begin));
      return line === undefined ? undefined : Number(line.split(' ').at(-1));
    };
    const look = async () => (await server().admin.get('/metrics')).bytes.toString();

    test('are text that an API key with the permission can read', async () => {
      const { admin, reader } = server();
      expect((await server().get('/metrics')).status).toBe(401);
      expect((await reader.get('/metrics')).status).toBe(403);
      const weak = await makeKey(admin, { permissions: ['books:read'] });
      expect((await server().get('/metrics', { 'x-api-key': weak.key })).status).toBe(403);
      const { key } = await makeKey(admin, { permissions: ['system:health'] });
      const answer = await server().get('/metrics', { 'x-api-key': key });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      const text = answer.bytes.toString();
      for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#')))
        expect(line).toMatch(/^[a-z]\w+(\{.*\})? (-?[\d.e+-]+|NaN|\+Inf)$/i);
      expect(find(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
      expect(text).toContain(`lectern_info{`);
      expect(text).toContain(`database="${server().kind}"`);
    });

    test('count requests by route, not by path', async () => {
      const name = 'lectern_http_requests_total{method="GET",route="/api/v1/books/{id}",status="404"}';
      const before = find(await look(), name) ?? 0;
      for (let i = 0; i < 3; i++)
        await server().admin.get(`/api/v1/books/01890000-0000-7000-8000-00000000000${i}`);
      const text = await look();
      expect((find(text, name) ?? 0) - before).toBe(3);
      expect(
        find(text, 'lectern_http_request_duration_seconds_count{method="GET",route="/api/v1/books/{id}"}'),
      ).toBeGreaterThanOrEqual(3);
      await server().get('/nowhere/at/all');
      expect(find(await look(), 'lectern_http_requests_total{method="GET",route="none",status="404"}')).toBe(
        1,
      );
      expect(await look()).not.toContain('nowhere');
    });

    test('count database statements and open event streams', async () => {
      const statements = async () => find(await look(), 'lectern_database_statements_total') ?? 0;
      const before = await statements();
      await server().admin.get('/api/v1/books');
      expect(await statements()).toBeGreaterThan(before);
      expect(find(await look(), 'lectern_event_streams')).toBe(0);
      const stream = await openEvents(server().url, { headers: bearer(server().admin) });
      expect(find(await look(), 'lectern_event_streams')).toBe(1);
      stream.close();
      await expect.poll(async () => find(await look(), 'lectern_event_streams')).toBe(0);
    });

    test('contain the inventory', async () => {
      const library = await addScannedLibrary(
        server(),
        { 'A/1.cbz': await makeCbz({ mark: 'prometheus' }) },
        { name: 'Name with "quotes"\\' },
      );
      expect(library.id).toBeTruthy();
      // Cached for a minute per caller, so another caller reads them.
      const { key } = await makeKey(server().admin, { permissions: ['system:health'] });
      const text = (await server().get('/metrics', { 'x-api-key': key })).bytes.toString();
      expect(find(text, 'lectern_tasks{type="scanning.scan",status="completed"}')).toBe(1);
      expect(find(text, 'lectern_pdf_documents_open')).toBe(0);
    });
  },
  { withTasks: true },
);
