import { expect, test } from 'vitest';
import { reading, useKoboLibrary } from '../../../../../test/devices/kobo-library.ts';
import { withServer } from '../../../../../test/harness/server.ts';

withServer(
  'invalid requests to the Kobo API',
  (server) => {
    const { idOf, makeDevice, aReader, titles } = useKoboLibrary(server);

    test('are answered without server errors', async () => {
      const { me, device, place: position } = await aReader();
      await device.sync();
      const id = idOf('Novel.epub');
      const path = `/v1/library/${id}/state`;
      const good = { EntitlementId: id, ...reading(30, 30, 'OEBPS/c1.xhtml') };
      const bodies: unknown[] = [
        ...[
          undefined,
          null,
          7,
          'x',
          [],
          {},
          { ReadingStates: 7 },
          { ReadingStates: [] },
          { ReadingStates: [null] },
        ],
        { ReadingStates: [{ ...good, StatusInfo: { Status: 'Eaten' } }] },
        { ReadingStates: [{ ...good, StatusInfo: 'x' }] },
      ];
      for (const body of bodies) {
        const { status, bytes } = await device.call('PUT', path, { body });
        expect([status, bytes.toString().includes('Ignored')]).toEqual([200, true]);
      }
      expect((await me.get(`/api/v1/books/${id}/progress`)).status).toBe(404);
      const odd = (bookmark: object, more: object = {}) =>
        device.call('PUT', path, {
          body: { ReadingStates: [{ ...good, CurrentBookmark: bookmark, ...more }] },
        });
      for (const bookmark of [
        { ProgressPercent: -5, ContentSourceProgressPercent: -5 },
        { ProgressPercent: 1e300, Location: { Source: 'x'.repeat(100_000) } },
        { ProgressPercent: '50', Location: 'x' },
        { ProgressPercent: 20, Location: { Source: '../../etc/passwd', Value: {}, Type: 7 } },
        {
          ProgressPercent: 20,
          Location: { Source: 'OEBPS/c1.xhtml', Value: 'x'.repeat(100_000), Type: null },
        },
        { LastModified: 'yesterday', ProgressPercent: null },
        { LastModified: '+275760-09-13T00:00:00Z' },
        { LastModified: '-000001-01-01T00:00:00Z' },
      ])
        expect((await odd(bookmark)).status).toBe(200);
      expect((await odd({}, { LastModified: '9999-12-31T23:59:59Z', Statistics: [] })).status).toBe(200);
      expect((await position('Novel.epub')).completed).toBe(false);
      for (const [raw, type] of [
        ['{', 'application/json'],
        ['\0', 'application/octet-stream'],
        ['a=b', 'application/x-www-form-urlencoded'],
      ]) {
        const { token } = await makeDevice(me);
        const send = (address: string) =>
          server().request('POST', `/kobo/${token}${address}`, {
            raw: raw ?? '',
            headers: { 'content-type': type ?? '' },
          });
        expect((await send('/v1/analytics/event')).status).toBe(200);
        expect((await send('/v1/auth/device')).status).toBe(200);
      }
      for (const token of [
        'x',
        'e30=',
        Buffer.from('{"p":"x"}').toString('base64'),
        'A'.repeat(2_000),
        '!!!',
      ]) {
        device.setToken(token);
        await device.sync();
        expect(titles(device)).toEqual(['Fixed', 'Novel', 'Other']);
      }
      for (const address of ['/v1/library/x/state', '/v1/library/x/metadata', '/v1/books/x/file/epub'])
        expect((await device.call('GET', address)).status).toBeLessThan(500);
    });
  },
  { withTasks: true },
);
