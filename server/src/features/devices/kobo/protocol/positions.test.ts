import type { Progression } from '@lectern/contract/reading/progress';
import { describe, expect, test } from 'vitest';
import { reading, seconds, useKoboLibrary } from '../../../../../test/devices/kobo-library.ts';
import { withServer } from '../../../../../test/harness/server.ts';

withServer(
  'reading positions of a Kobo',
  (server) => {
    const { idOf, aDevice, aReader } = useKoboLibrary(server);

    describe('positions', () => {
      test('are available everywhere, and are returned unchanged to other Kobos', async () => {
        const { me, device, place: position } = await aReader();
        await device.sync();
        const stated = reading(45, 50, 'OEBPS/c2.xhtml');
        expect(await device.read(device.byTitle('Novel'), stated)).toMatchObject({
          RequestResult: 'Success',
          UpdateResults: [{ EntitlementId: idOf('Novel.epub'), StatusInfoResult: { Result: 'Success' } }],
        });
        expect(await position('Novel.epub')).toMatchObject({ progressPercentage: 0.45, completed: false });
        const { body } = await me.get<Progression>(`/api/v1/books/${idOf('Novel.epub')}/progression`);
        expect(body).toMatchObject({
          device: { name: 'Libra' },
          locator: {
            href: 'resources/OEBPS/c2.xhtml',
            locations: { progression: 0.5, totalProgression: 0.45 },
          },
        });
        expect(await device.sync()).toEqual([]);
        const second = await aDevice(me);
        await second.sync();
        expect(second.byTitle('Novel').state).toMatchObject({
          LastModified: stated.LastModified,
          PriorityTimestamp: stated.LastModified,
          StatusInfo: { Status: 'Reading', TimesStartedReading: 2 },
          Statistics: stated.Statistics,
          CurrentBookmark: stated.CurrentBookmark,
        });
      });

      test('are not recorded again when they are sent back unchanged', async () => {
        const { me, device } = await aReader();
        const second = await aDevice(me);
        await device.sync();
        await second.sync();
        await device.read(device.byTitle('Novel'), reading(20, 10, 'OEBPS/c1.xhtml'));
        expect(await second.sync()).toEqual(['ChangedReadingState']);
        const novel = second.byTitle('Novel');
        await second.read(novel, { ...novel.state, LastModified: seconds(Date.now() + 30_000) });
        expect(await device.sync()).toEqual([]);
        expect(await second.sync()).toEqual([]);
      });

      test('of other readers are sent as a chapter and a percentage', async () => {
        const { me, device } = await aReader();
        await device.sync();
        const novel = device.byTitle('Novel');
        await device.read(novel, reading(10, 40, 'OEBPS/c1.xhtml', Date.now() - 60_000));
        await me.put(`/api/v1/books/${idOf('Novel.epub')}/progression`, {
          modified: new Date().toISOString(),
          device: { id: 'web', name: 'Web' },
          locator: {
            href: 'resources/OEBPS/c3.xhtml',
            locations: { progression: 0.25, totalProgression: 0.61 },
          },
        });
        expect(await device.sync()).toEqual(['ChangedReadingState']);
        expect(novel.state).toMatchObject({
          StatusInfo: { Status: 'Reading' },
          CurrentBookmark: {
            ProgressPercent: 61,
            ContentSourceProgressPercent: 25,
            Location: { Value: 'kobo.1.1', Type: 'KoboSpan', Source: 'OEBPS/c3.xhtml' },
          },
        });
        const { body } = await device.callJson('GET', `/v1/library/${idOf('Novel.epub')}/state`);
        expect(body).toEqual([novel.state]);
      });

      test('older than the stored position change nothing, and the newer one is sent', async () => {
        const { me, device, place: position } = await aReader();
        await device.sync();
        await me.put(`/api/v1/books/${idOf('Novel.epub')}/progress`, { progressPercentage: 0.8 });
        const early = reading(10, 40, 'OEBPS/c1.xhtml', Date.now() - 3_600_000);
        await device.read(device.byTitle('Novel'), early);
        expect(await position('Novel.epub')).toMatchObject({ progressPercentage: 0.8 });
        expect(await device.sync()).toEqual(['ChangedReadingState']);
        expect(device.byTitle('Novel').state.CurrentBookmark?.ProgressPercent).toBe(80);
      });

      test('a finished book stays finished, even if a device reports it as open', async () => {
        const { me, device, place: position } = await aReader();
        await device.sync();
        const stated = reading(0, 0, 'OEBPS/c1.xhtml');
        const finished = { ...stated, StatusInfo: { ...stated.StatusInfo, Status: 'Finished' } };
        await device.read(device.byTitle('Novel'), finished);
        expect(await position('Novel.epub')).toMatchObject({ completed: true, progressPercentage: 1 });
        const again = reading(100, 100, 'OEBPS/c4.xhtml', Date.now() + 2_000);
        await device.read(device.byTitle('Novel'), again);
        expect(await position('Novel.epub')).toMatchObject({ completed: false });
        // In the same second as the addition: a device ignores states that are not newer.
        device.byTitle('Other').state.LastModified = seconds(0);
        await me.post(`/api/v1/books/${idOf('Other.epub')}/read`);
        await device.sync();
        expect(device.byTitle('Other').state).toMatchObject({ StatusInfo: { Status: 'Finished' } });
      });

      test('an unopened book has no position, and marking it unread removes its progress', async () => {
        const { me, device } = await aReader();
        await device.sync();
        const path = `/api/v1/books/${idOf('Novel.epub')}/progress`;
        await me.put(path, { progressPercentage: 0.5 });
        const unread = () => ({
          LastModified: seconds(Date.now() + 1_000),
          StatusInfo: { Status: 'ReadyToRead' },
        });
        await device.read(device.byTitle('Novel'), unread());
        expect((await me.get(path)).status).toBe(200);
        device.byTitle('Novel').state.LastModified = seconds(0);
        await device.sync();
        await device.sync();
        await device.read(device.byTitle('Novel'), unread());
        expect((await me.get(path)).status).toBe(404);
        expect(await device.sync()).toEqual([]);
      });
    });
  },
  { withTasks: true },
);
