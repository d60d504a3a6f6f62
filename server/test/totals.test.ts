// Data that requests add is bounded: every table declares its bound, and tables with a limit per account reject further
// rows.

import { maxSessions } from '@lectern/contract/identity/auth';
import type { Series } from '@lectern/contract/libraries/series';
import { maxAnnotations } from '@lectern/contract/reading/annotations';
import { maxLists } from '@lectern/contract/reading/book-lists';
import { maxReadingSessions } from '@lectern/contract/reading/reading-sessions';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import { newId } from '#infrastructure/ids.ts';
import type { Schema } from '#schema/schema.ts';
import { addScannedLibrary, getBook } from './harness/library.ts';
import { openQuietDatabaseOf } from './harness/open-database.ts';
import { withServer } from './harness/server.ts';
import { signIn, signInAgain } from './harness/sign-in.ts';
import { makeCbz } from './makers/books.ts';

/**
 * The bound on the rows of a table. `library`: the files of libraries and their content. `pairs`: one row per
 * user or device and book or series. `count`: a limit at which the server rejects requests or deletes the oldest rows.
 * `staff`: only users who manage users, settings or series add rows.
 */
const ends: Record<keyof Schema, 'library' | 'pairs' | 'count' | 'staff'> = {
  user: 'staff',
  mailServer: 'staff',
  refreshToken: 'count',
  session: 'count',
  // One per session.
  browserSession: 'count',
  apiKey: 'count',
  serverSecret: 'staff',
  // One per account of a sign-in provider.
  oidcIdentity: 'staff',
  // They last for minutes, and each is a request that counts towards the rate limit.
  oidcFlow: 'count',
  // At most 100 open ones of a user.
  invitation: 'staff',
  // One per account.
  passwordReset: 'staff',
  // At most 1,000.
  quickConnect: 'count',
  // One per account.
  profilePin: 'staff',
  // At most 20 of a user.
  lockedProfile: 'staff',
  library: 'staff',
  libraryRoot: 'staff',
  series: 'library',
  book: 'library',
  bookContent: 'library',
  bookMetadata: 'library',
  bookError: 'library',
  readProgress: 'pairs',
  seriesProgress: 'pairs',
  forgottenProgress: 'pairs',
  annotation: 'count',
  koboDevice: 'count',
  koboBook: 'pairs',
  koboChange: 'pairs',
  koboPosition: 'pairs',
  koreaderKey: 'count',
  // At most 2,000 for documents without a known book.
  koreaderPosition: 'count',
  cover: 'staff',
  coverImage: 'staff',
  // At most a thousand per user and book.
  readHistory: 'count',
  readingSession: 'count',
  term: 'library',
  bookTerm: 'library',
  seriesTerm: 'library',
  searchWord: 'library',
  bookEdit: 'staff',
  seriesMetadata: 'library',
  sharingTag: 'staff',
  seriesSharingTag: 'staff',
  filterPreset: 'count',
  collection: 'count',
  collectionSeries: 'count',
  readList: 'count',
  readListBook: 'count',
  wantToRead: 'pairs',
  seriesRating: 'pairs',
  userPreference: 'count',
  userFont: 'count',
  // Deleted after a day.
  importPart: 'staff',
  // One per imported item.
  importedItem: 'staff',
  // One per series or book.
  metadataMatch: 'library',
  coverChoice: 'library',
  // They expire after a day.
  missingPicture: 'library',
  // At most a thousand per user at a time; they expire after some days.
  upload: 'count',
  // One per file, until the trash is emptied.
  trashedFile: 'library',
  // At most twenty per book.
  fileMatch: 'library',
  // One per file in the drop folder.
  droppedFile: 'count',
  // One per comic with hashes of its pages, and at most twenty similar pairs per book.
  bookPageHash: 'library',
  similarBook: 'library',
  // Pairs that users have marked as different.
  differentBook: 'library',
  // Repeated pages, and the books that contain them.
  creditPage: 'library',
  creditPageBook: 'library',
  // One per page, by users who may edit books.
  panelCorrection: 'staff',
  // One per book and metadata write, and at most two for files made from it.
  otherReaderHash: 'library',
  // At most fifty, plus the built-in plugins.
  plugin: 'count',
  pluginArchive: 'count',
  pluginAccount: 'count',
  trackingAccount: 'count',
  trackingLink: 'count',
  trackingLog: 'count',
  releaseSource: 'count',
  release: 'count',
  releaseFollow: 'count',
  releaseMark: 'count',
  releaseChoice: 'count',
  // At most a hundred per plugin and per user's instance.
  pluginValue: 'count',
  // At most five hundred lines per plugin.
  pluginLog: 'count',
  // One per resource of a provider.
  providerPace: 'staff',
  // They expire.
  providerAnswer: 'count',
  setting: 'staff',
  settingChange: 'staff',
  // The oldest are deleted.
  activity: 'count',
  task: 'library',
  schedule: 'library',
};

withServer(
  'tables that grow',
  (server) => {
    let bookId: string;
    beforeAll(async () => {
      const library = await addScannedLibrary(server(), { 'Saga/Saga 1.cbz': await makeCbz({ mark: '1' }) });
      bookId = (await getBook(server().admin, library.id, 'Saga 1.cbz')).id;
    });

    async function withDatabase<T>(work: (database: OpenedDatabase) => Promise<T>): Promise<T> {
      const database = await openQuietDatabaseOf(server());
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    }

    /** Ids of copies; digits 0 to 9 give disjoint ids. */
    const toId = (family: number) => {
      const text = `'0000000${family}-0000-7000-8000-' || (100000000000 + n.i)`;
      return server().kind === 'postgres' ? `cast(${text} as uuid)` : text;
    };

    /** Copies the row that matches the condition, with different values for some columns. */
    const multiply = (table: keyof Schema, more: number, change: Record<string, string>, which: string) =>
      withDatabase(async ({ db }) => {
        const tables = await db.introspection.getTables();
        const columns = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
        const comparedColumns = columns.filter((name) => name !== 'rowNumber');
        const values = comparedColumns.map((name) =>
          change[name] ? sql.raw(change[name]) : sql`t.${sql.ref(name)}`,
        );
        const source = sql.id(table);
        await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(more)})
        insert into ${source} (${sql.join(comparedColumns.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from n, ${source} t where ${sql.raw(which)}`.execute(db);
      });

    test('declare their bound', async () => {
      const tables = await withDatabase(({ db }) => db.introspection.getTables());
      const ours = tables.filter(({ schema }) => schema === undefined || schema === 'public');
      const names = ours
        .map(({ name }) => name)
        .filter((name) => !/^(book|series)Search|^migration|^bookLetters/i.test(name));
      expect(names.sort()).toEqual(Object.keys(ends).sort());
    });

    const anAnnotation = { kind: 'bookmark', locator: { href: 'p', locations: { totalProgression: 0.5 } } };
    test('limit annotations', { timeout: 120_000 }, async () => {
      const me = await signIn(server());
      const put = (id: string) => me.put(`/api/v1/books/${bookId}/annotations/${id}`, anAnnotation);
      const first = newId();
      expect((await put(first)).status).toBe(201);
      // Annotations deleted long ago, which count towards the total for only a month.
      const change = { id: toId(0), deletedAt: '1000' };
      await multiply('annotation', maxAnnotations - 1, change, `t.id = '${first}'`);
      expect((await put(newId())).status).toBe(201);
      const left = { id: toId(1), deletedAt: String(Date.now()) };
      await multiply('annotation', maxAnnotations - 2, left, `t.id = '${first}'`);
      const refused = await put(newId());
      expect([refused.status, refused.body]).toMatchObject([409, { error: 'conflict' }]);
      expect((await put(first)).status).toBe(200);
    });

    test('limit reading sessions', { timeout: 120_000 }, async () => {
      const me = await signIn(server());
      const record = async (...ids: string[]) => {
        const sessions = ids.map((id) => ({
          id,
          bookId,
          startedAt: '2026-01-01T10:00:00Z',
          endedAt: '2026-01-01T10:10:00Z',
        }));
        return (await me.post('/api/v1/reading-sessions', { sessions })).body;
      };
      const first = newId();
      const second = newId();
      expect(await record(first)).toMatchObject({ recorded: 1 });
      await multiply('readingSession', maxReadingSessions - 1, { id: toId(0) }, `t.id = '${first}'`);
      expect(await record(first, second)).toEqual({
        recorded: 0,
        known: 1,
        rejected: [{ id: second, reason: 'too_many' }],
      });
    });

    test('limit sign-ins by ending the session that was used least recently', {
      timeout: 120_000,
    }, async () => {
      const me = await signIn(server());
      const { userId } = me;
      const mine = `t."userId" = '${userId}'`;
      await multiply('session', maxSessions - 1, { id: toId(0), seenAt: 't."seenAt" - 1 + n.i' }, mine);
      const token = {
        id: toId(0),
        familyId: toId(0),
        tokenHash: `'${userId}' || n.i`,
      };
      await multiply('refreshToken', maxSessions - 1, token, mine);
      const alive = () =>
        withDatabase(async ({ db }) => {
          const rows = await db
            .selectFrom('refreshToken')
            .select('familyId')
            .where('userId', '=', userId)
            .where('revokedAt', 'is', null)
            .execute();
          return new Set(rows.map(({ familyId }) => familyId));
        });
      const before = await alive();
      expect(before.size).toBe(maxSessions);
      const again = await signInAgain(server(), me);
      const after = await alive();
      expect(after.size).toBe(maxSessions);
      const ended = [...before].filter((id) => !after.has(id));
      expect(ended).toHaveLength(1);
      expect((await again.get('/api/v1/auth/me')).status).toBe(200);
    });

    test.each([
      ['collection', '/api/v1/collections'],
      ['readList', '/api/v1/readlists'],
    ] as const)('limit each kind of list: %s', async (table, path) => {
      const { admin } = server();
      const made = await admin.post<Series>(path, { name: `First ${table}` });
      expect(made.status).toBe(201);
      const copies = { id: toId(0), nameFolded: `'${table}' || n.i` };
      await multiply(table, maxLists - 1, copies, `t.id = '${made.body.id}'`);
      const refused = await admin.post(path, { name: 'One more' });
      expect([refused.status, refused.body]).toMatchObject([409, { error: 'conflict' }]);
      expect(JSON.stringify(refused.body)).toContain('at most');
    });
  },
  { withTasks: true },
);
