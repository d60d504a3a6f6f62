import type { PdfHandles } from '@lectern/contract/serving/pdf-cache';
import type { Setting, SettingChange } from '@lectern/contract/system/settings';
import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import {
  startRival,
  startSecondServer,
  startTestServer,
  withServer,
} from '../../../../test/harness/server.ts';
import { makeCbz, makePage, makePdf } from '../../../../test/makers/books.ts';

const base = '/api/v1/admin/settings';

withServer(
  'settings',
  (server) => {
    const set = (key: string, value: unknown) => server().admin.put<Setting>(`${base}/${key}`, { value });
    const reset = (key: string) => server().admin.post<Setting>(`${base}/${key}/reset`);
    const get = async (key: string) => (await server().admin.get<Setting>(`${base}/${key}`)).body;
    const historyOf = async (key: string) =>
      (await server().admin.get<{ data: SettingChange[]; total: number }>(`${base}/${key}/history`)).body;

    test('are listed with types, ranges and configured values', async () => {
      const { admin, reader } = server();
      const { settings } = (await admin.get<{ settings: Setting[] }>(base)).body;
      expect(settings.length).toBeGreaterThan(15);
      const of = (key: string) => settings.find((one) => one.key === key);
      expect(of('rate_limit.enabled')).toMatchObject({
        type: 'boolean',
        value: false,
        default: false,
        minimum: null,
        maximum: null,
        choices: null,
        isDefault: true,
        updatedAt: null,
        updatedBy: null,
      });
      expect(of('pdf.handle_cache.capacity')).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000 });
      expect(of('rate_limit.anonymous_rps')).toMatchObject({ type: 'number', minimum: 0.01, maximum: 1e6 });
      expect(of('images.max_upload_size')).toMatchObject({ type: 'size', value: 20 * 1024 ** 2, minimum: 0 });
      expect(of('compat_api.prefix')).toMatchObject({ type: 'text', value: 'compat', choices: null });
      expect(of('log.level')?.choices).toContain('warn');
      expect((await admin.get(`${base}/pdf.page_width`)).body).toEqual(of('pdf.page_width'));
      expect((await admin.get(`${base}/server.port`)).status).toBe(404);
      expect((await set('server.port', 80)).status).toBe(404);
      for (const path of [base, `${base}/log.level`, `${base}/log.level/history`])
        expect((await reader.get(path)).status).toBe(403);
      expect((await reader.put(`${base}/log.level`, { value: 'info' })).status).toBe(403);
    });

    test('are rejected if the type is wrong or the value is out of range', async () => {
      const wrong: [string, unknown][] = [
        ['rate_limit.enabled', 'true'],
        ['rate_limit.enabled', 1],
        ['rate_limit.anonymous_burst', 0],
        ['rate_limit.anonymous_burst', 1.5],
        ['rate_limit.anonymous_burst', '5'],
        ['rate_limit.anonymous_rps', 1e7],
        ['images.max_upload_size', -1],
        ['images.max_upload_size', '5MB'],
        ['log.level', 'loud'],
        ['compat_api.prefix', 'api'],
        ['compat_api.prefix', 'opds'],
        ['compat_api.prefix', 'presets'],
        ['compat_api.prefix', 'a/b'],
        ['compat_api.prefix', ''],
        ['compat_api.prefix', 7],
      ];
      for (const [key, value] of wrong) {
        const { status, body } = await set(key, value);
        expect([key, value, status]).toEqual([key, value, 400]);
        expect(body).toMatchObject({
          error: 'validation_failed',
          details: { issues: [{ path: 'body.value' }] },
        });
      }
      expect((await server().admin.put(`${base}/log.level`, {})).status).toBe(400);
      expect((await historyOf('log.level')).total).toBe(0);
    });

    test('record the user of a change, and ignore equal values', async () => {
      const { admin } = server();
      const before = await get('activity.keep_days');
      const changed = (await set('activity.keep_days', 30)).body;
      expect(changed).toMatchObject({
        value: 30,
        default: before.value,
        isDefault: false,
        updatedBy: { id: admin.userId, username: admin.username },
      });
      await set('activity.keep_days', 30);
      await set('activity.keep_days', 31);
      await reset('activity.keep_days');
      await reset('activity.keep_days');
      expect(await get('activity.keep_days')).toEqual(before);
      const { data, total } = await historyOf('activity.keep_days');
      expect(total).toBe(3);
      expect(data.map(({ oldValue, newValue, isReset }) => [oldValue, newValue, isReset])).toEqual([
        [31, 365, true],
        [30, 31, false],
        [365, 30, false],
      ]);
      expect(data[0]?.changedBy).toEqual({ id: admin.userId, username: admin.username });
    });

    test('apply immediately: registration', async () => {
      const account = (name: string) => ({
        username: name,
        email: `${name}@example.org`,
        password: 'long enough',
      });
      const register = async (name: string) =>
        (await server().post('/api/v1/auth/register', account(name))).status;
      const isOpen = async () => (await server().get('/api/v1/setup/status')).body.registrationEnabled;
      expect([await register('stranger-1'), await isOpen()]).toEqual([403, false]);
      await set('auth.registration_enabled', true);
      expect([await register('stranger-2'), await isOpen()]).toEqual([201, true]);
      await reset('auth.registration_enabled');
      expect([await register('stranger-3'), await isOpen()]).toEqual([403, false]);
    });

    test('apply immediately: the rate limit', async () => {
      const limit = async () => (await server().get('/api/v1/info')).headers.get('x-ratelimit-limit');
      expect(await limit()).toBeNull();
      await set('rate_limit.anonymous_burst', 7);
      await set('rate_limit.enabled', true);
      expect(await limit()).toBe('7');
      await set('rate_limit.anonymous_burst', 9);
      expect(await limit()).toBe('9');
      await reset('rate_limit.enabled');
      expect(await limit()).toBeNull();
    });

    test('apply immediately: uploads and the API reference', async () => {
      const { admin } = server();
      const library = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: 'settings' }) });
      const [book] = await listBooks(admin, library.id);
      const page = await makePage(1);
      const upload = async () => {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(page)]), 'cover.jpg');
        return (await admin.request('POST', `/api/v1/books/${book?.id}/cover`, { raw: form })).status;
      };
      await set('images.max_upload_size', page.length - 1);
      expect(await upload()).toBe(413);
      await reset('images.max_upload_size');
      expect(await upload()).toBe(201);
      await set('api_docs.enabled', false);
      expect((await server().get('/api/openapi.json')).status).toBe(404);
      await reset('api_docs.enabled');
      expect((await server().get('/api/openapi.json')).status).toBe(200);
    });

    test('apply immediately: PDF documents beyond a reduced capacity are closed', async () => {
      const { admin } = server();
      const files: Record<string, Buffer> = {};
      for (const name of ['A', 'B', 'C']) files[`P/${name}.pdf`] = makePdf({ info: { Title: name } });
      const library = await addScannedLibrary(server(), files);
      for (const { id } of await listBooks(admin, library.id)) await admin.get(`/api/v1/books/${id}/pages/1`);
      const handles = async () => (await admin.get<PdfHandles>('/api/v1/admin/pdf-cache/handles')).body;
      const before = await handles();
      expect(before.currentSize).toBe(3);
      await set('pdf.handle_cache.capacity', 1);
      expect(await handles()).toMatchObject({ capacity: 1, currentSize: 1, evictions: before.evictions + 2 });
      await set('pdf.handle_cache.enabled', false);
      expect(await handles()).toMatchObject({ enabled: false, currentSize: 0 });
      await reset('pdf.handle_cache.enabled');
      await reset('pdf.handle_cache.capacity');
    });

    test('apply in every process, and after a restart', async () => {
      await set('pdf.page_width', 1234);
      await waitForQuiet(server());
      const second = await startSecondServer(server());
      const valueIn = async (client: typeof second) => {
        const as = client.as({ authorization: `Bearer ${server().admin.session.accessToken}` });
        return (await as.get<Setting>(`${base}/pdf.page_width`)).body.value;
      };
      expect(await valueIn(second)).toBe(1234);
      await second.stop();
      const rival = await startRival(server());
      await set('pdf.page_width', 1300);
      await expect.poll(() => valueIn(rival)).toBe(1300);
      await reset('pdf.page_width');
      await expect.poll(() => valueIn(rival)).toBe(1600);
      await rival.stop();
    });
  },
  { withTasks: true },
);

test('include the log level', async () => {
  const lines: string[] = [];
  const server = await startTestServer({ onLogLine: (line) => lines.push(line) });
  const failing = () => server.post('/api/v1/auth/login', { username: 'nobody', password: 'is not right' });
  const told = () => lines.filter((line) => line.includes('sign-in failed')).length;
  await failing();
  expect(told()).toBe(0);
  await server.admin.put(`${base}/log.level`, { value: 'warn' });
  await failing();
  expect(told()).toBe(1);
  await server.admin.post(`${base}/log.level/reset`);
  await failing();
  expect(told()).toBe(1);
  await server.stop();
});
