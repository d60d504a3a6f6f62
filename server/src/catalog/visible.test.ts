import { beforeAll, expect, test } from 'vitest';
import { passesRule, system, type Viewer } from '#infrastructure/access/viewer.ts';
import { LocalBus, messagesMissed } from '#infrastructure/events/bus.ts';
import { OwnFolders } from '#infrastructure/files/own-folders.ts';
import { silentLog } from '#infrastructure/log.ts';
import { addLibrary, addScannedLibrary, listBooks, listSeries } from '../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../test/harness/open-database.ts';
import { fc } from '../../test/harness/property.ts';
import { onBothDatabases } from '../../test/harness/server.ts';
import { makeCbz } from '../../test/makers/books.ts';
import { Catalog } from './catalog.ts';
import { readMarks } from './visible.ts';

const ages = ['', 'Everyone', 'Teen', 'Mature 17+', 'Adults Only 18+'];

onBothDatabases(
  'visibility of series',
  (server) => {
    let seriesIds: string[];
    let bookIds: string[];
    let tagIds: string[];

    beforeAll(async () => {
      const files: Record<string, Buffer> = {};
      for (const [i, age] of [...ages, ...ages].entries()) {
        const comicInfo = age && `<AgeRating>${age}</AgeRating>`;
        files[`Series ${i}/1.cbz`] = await makeCbz({ mark: `sight ${i}`, pages: 1, comicInfo });
      }
      const library = await addScannedLibrary(server(), files);
      seriesIds = (await listSeries(server().admin, library.id)).map(({ id }) => id);
      bookIds = (await listBooks(server().admin, library.id)).map(({ id }) => id);
      const { admin } = server();
      const made = ['a', 'b', 'c'].map((name) =>
        admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name }),
      );
      tagIds = (await Promise.all(made)).map(({ body }) => body.id);
      for (const [i, id] of seriesIds.entries())
        await admin.put(`/api/v1/series/${id}/sharing-tags`, {
          tagIds: tagIds.filter((_, n) => (i >> n) & 1),
        });
    });

    const aRule = () =>
      fc.record({
        allowTagIds: fc.subarray(tagIds),
        denyTagIds: fc.subarray(tagIds),
        maxAgeRating: fc.option(fc.constantFrom(0, 13, 17, 18, 99)),
        allowUnrated: fc.boolean(),
      });

    async function withCatalog(work: (parts: Awaited<ReturnType<typeof open>>) => Promise<void>) {
      const parts = await open();
      await work(parts).finally(() => parts.database.close());
    }
    async function open() {
      const database = await openQuietDatabaseOf(server());
      const catalog = new Catalog({
        own: new OwnFolders([]),
        database,
        events: new LocalBus(silentLog),
        clock: Date.now,
      });
      return { database, ...catalog };
    }

    test('is equal in SQL and in memory', () =>
      withCatalog(async ({ database, visibility }) => {
        const marks = await readMarks(database.db, seriesIds);
        expect(marks.size).toBe(10);
        await fc.assert(
          fc.asyncProperty(aRule(), async (seriesRule) => {
            const viewer: Viewer = { ...system, seriesRule };
            const visible = await visibility.visibleSeries(viewer, seriesIds);
            const passing = [...marks].filter(([, one]) => passesRule(seriesRule, one)).map(([id]) => id);
            expect([...visible].sort()).toEqual(passing.sort());
          }),
          { numRuns: 100 },
        );
      }));

    test('is equal in previews of restrictions, which count only series that the viewer sees', () =>
      withCatalog(async ({ database, visibility }) => {
        const marks = [...(await readMarks(database.db, seriesIds)).values()];
        await fc.assert(
          fc.asyncProperty(aRule(), aRule(), async (own, wanted) => {
            const viewer: Viewer = { ...system, seriesRule: own };
            const preview = await visibility.preview(viewer, { ...system, seriesRule: wanted });
            const seen = marks.filter((one) => passesRule(own, one));
            const hidden = seen.filter((one) => !passesRule(wanted, one));
            expect(preview).toMatchObject({
              visible: { seriesCount: seen.length - hidden.length, bookCount: seen.length - hidden.length },
              hidden: { seriesCount: hidden.length, bookCount: hidden.length },
              hiddenUnratedCount: hidden.filter(({ ageRating }) => ageRating === null).length,
            });
          }),
          { numRuns: 50 },
        );
      }));

    test('of a library is read again when events of other processes were missed', async () => {
      const database = await openQuietDatabaseOf(server());
      const events = new LocalBus(silentLog);
      // The clock is stopped, so that no cache entry expires.
      const { libraries } = new Catalog({ own: new OwnFolders([]), database, events, clock: () => 0 });
      const before = (await libraries.all()).size;
      await addLibrary(server(), {});
      expect((await libraries.all()).size).toBe(before);
      events.publish(messagesMissed, {});
      expect((await libraries.all()).size).toBe(before + 1);
      await database.close();
    });

    test('of many series is decided by a few witnesses', () =>
      withCatalog(async ({ visibility, books }) => {
        const few = await visibility.findWitnesses('series', seriesIds);
        // Two series of each age, some with the same tags.
        expect(few.length).toBeLessThanOrEqual(10);
        await fc.assert(
          fc.asyncProperty(aRule(), fc.subarray(bookIds), async (seriesRule, ids) => {
            const viewer: Viewer = { ...system, seriesRule };
            const seen = await books.listByIds(viewer, ids);
            const witnesses = await visibility.findWitnesses('book', ids);
            const byWitness = await visibility.visibleSeries(viewer, witnesses);
            expect(byWitness.size > 0).toBe(seen.length > 0);
          }),
          { numRuns: 50 },
        );
      }));
  },
  { withTasks: true },
);
