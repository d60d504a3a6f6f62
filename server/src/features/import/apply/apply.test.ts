import { mkdirSync, mkdtempSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '@lectern/contract/identity/users';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { expect, test } from 'vitest';
import { createClient } from '../../../../test/harness/client.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';
import type { PeerRows } from '../../../../test/peers/fill.ts';
import { aSmallKomga, komgaPassword, makeKomgaDatabase } from '../../../../test/peers/komga.ts';
import { carryOut, listNotes } from '../../../../test/peers/moving.ts';
import { readPeer } from '../sources/index.ts';
import type { Outcome } from './index.ts';

let made = 0;

withServer(
  'import',
  (server) => {
    /** A Komga database with a separate books folder and unique names. */
    async function aKomga(change: (rows: PeerRows) => PeerRows = (rows) => rows) {
      const mark = `m${++made}`;
      const folder = mkdtempSync(join(server().folder, 'komga-'));
      const media = join(folder, 'media');
      writeFiles(media, {
        'Saga/1.cbz': await makeCbz({ mark: `${mark} one`, pages: 3 }),
        'Saga/2.cbz': await makeCbz({ mark: `${mark} two`, pages: 4 }),
      });
      const sizeOf = (name: string) => statSync(join(media, 'Saga', name)).size;
      const names = [['boss@', `boss-${mark}@`] as const, ['anna@', `anna-${mark}@`] as const];
      const rename = (text: string) => names.reduce((all, [from, to]) => all.replace(from, to), text);
      const rows = change(aSmallKomga('/mnt/comics', [sizeOf('1.cbz'), sizeOf('2.cbz')]));
      const own: PeerRows = {
        ...rows,
        USER: (rows.USER ?? []).map((row) => ({ ...row, EMAIL: rename(String(row.EMAIL)) })),
        LIBRARY: (rows.LIBRARY ?? []).map((row) => ({ ...row, NAME: `Comics ${mark}` })),
        READLIST: (rows.READLIST ?? []).map((row) => ({ ...row, NAME: `Evenings ${mark}` })),
      };
      let copies = 0;
      const move = async (more: (rows: PeerRows) => PeerRows = (all) => all): Promise<Outcome[]> => {
        const file = makeKomgaDatabase(join(folder, `${++copies}.sqlite`), more(own));
        const snapshot = await readPeer(file, folder);
        const plan = await server().app.snapshotImport.plan(snapshot, [{ from: '/mnt/comics', to: media }]);
        const outcomes = await carryOut(server(), plan);
        await waitForQuiet(server());
        return outcomes;
      };
      const client = async (name: string) => {
        const body = { username: `${name}-${mark}@example.com`, password: komgaPassword.typed };
        const { status, body: session } = await server().post<{ accessToken: string }>(
          '/api/v1/auth/login',
          body,
        );
        expect(status).toBe(200);
        return createClient(server().url, { authorization: `Bearer ${session.accessToken}` });
      };
      const findBook = async (name: string) => {
        const { body } = await server().admin.get<{ data: BookDto[] }>('/api/v1/books?pageSize=500');
        return body.data.find(({ path }) => path.startsWith(media) && path.endsWith(name));
      };
      const bookOf = async (name: string) => (await findBook(name))?.id ?? name;
      return { mark, media, move, client, findBook, bookOf };
    }
    const newOf = (outcomes: readonly Outcome[], what: string) =>
      outcomes.find((one) => one.what === what)?.taken;

    test('imports users with their passwords, positions and lists', async () => {
      const komga = await aKomga();
      const outcomes = await komga.move();
      expect(newOf(outcomes, 'reading positions')).toBe(2);
      const anna = await komga.client('anna');
      const placeOf = async (name: string) =>
        (await anna.get<ReadProgress>(`/api/v1/books/${await komga.bookOf(name)}/progress`)).body;
      expect(await placeOf('1.cbz')).toMatchObject({ completed: true });
      expect(await placeOf('2.cbz')).toMatchObject({
        currentPage: 2,
        completed: false,
        updatedAt: '2026-01-03T10:00:00.500Z',
      });
      const { data } = (
        await anna.get<{ data: { name: string; memberCount: number }[] }>(
          `/api/v1/readlists?search=${komga.mark}`,
        )
      ).body;
      expect(data).toMatchObject([{ name: `Evenings ${komga.mark}`, memberCount: 2 }]);
      const boss = await komga.client('boss');
      expect((await boss.get<{ role: string }>('/api/v1/user')).body.role).toBe('admin');
      expect((await anna.get<{ role: string }>('/api/v1/user')).body.role).toBe('reader');
    });

    test('imports only new data the second time, and never replaces a later position', async () => {
      const komga = await aKomga();
      await komga.move();
      const anna = await komga.client('anna');
      const path = `/api/v1/books/${await komga.bookOf('2.cbz')}/progress`;
      await anna.put(path, { currentPage: 4 });
      const again = await komga.move();
      expect(again.filter(({ taken }) => taken > 0)).toEqual([]);
      expect((await anna.get<ReadProgress>(path)).body.currentPage).toBe(4);
      const later = await komga.move((rows) => ({
        ...rows,
        READ_PROGRESS: [
          ...(rows.READ_PROGRESS ?? []),
          { BOOK_ID: 'b1', USER_ID: 'u1', PAGE: 1, COMPLETED: 0, READ_DATE: '2026-02-02 10:00:00' },
        ],
      }));
      expect(newOf(later, 'reading positions')).toBe(1);
    });

    test('keeps existing accounts and values set on this server', async () => {
      const komga = await aKomga();
      const existing = await signIn(server(), {
        username: `anna-${komga.mark}`,
        email: `anna-${komga.mark}@example.com`,
        role: 'maintainer',
      });
      await komga.move();
      const users = (await server().admin.get<{ data: User[] }>('/api/v1/users?pageSize=500')).body.data;
      expect(users.filter(({ email }) => email === existing.email)).toMatchObject([{ role: 'maintainer' }]);
      const place = await existing.get<ReadProgress>(`/api/v1/books/${await komga.bookOf('2.cbz')}/progress`);
      expect(place.body).toMatchObject({ currentPage: 2 });
      const metadata = `/api/v1/series/${(await komga.findBook('1.cbz'))?.seriesId}/metadata`;
      expect((await server().admin.get<SeriesMetadata>(metadata)).body).toMatchObject({
        title: 'The Saga',
        // Not locked: a value of the provider Komga.
        summary: 'x',
        locks: { title: true },
      });
      await server().admin.patch(metadata, { title: 'Our title' });
      await komga.move();
      expect((await server().admin.get<SeriesMetadata>(metadata)).body.title).toBe('Our title');
    });

    test('disables users without access to any library, and never shows them everything', async () => {
      const komga = await aKomga((rows) => ({
        ...rows,
        USER: (rows.USER ?? []).map((row) =>
          row.ID === 'u2' ? { ...row, SHARED_ALL_LIBRARIES: 0, AGE_RESTRICTION: 12 } : row,
        ),
      }));
      const notes = listNotes(await komga.move());
      expect(notes).toContain(
        `anna-${komga.mark} had access to none of the imported libraries. The account is disabled`,
      );
      const users = (await server().admin.get<{ data: User[] }>('/api/v1/users?pageSize=500')).body.data;
      expect(users.find(({ username }) => username === `anna-${komga.mark}`)?.isActive).toBe(false);
    });

    test('reports missing books and users without a password', async () => {
      const komga = await aKomga((rows) => ({
        ...rows,
        USER: (rows.USER ?? []).map((row) => (row.ID === 'u2' ? { ...row, PASSWORD: '$2a$31$x' } : row)),
        BOOK: (rows.BOOK ?? []).map((row) =>
          row.ID === 'b2' ? { ...row, URL: 'file:/mnt/comics/Saga/Gone.cbz', FILE_SIZE: 1 } : row,
        ),
      }));
      const outcomes = await komga.move();
      const notes = listNotes(outcomes);
      const missing = outcomes.flatMap((one) => one.missing ?? []);
      expect(missing.map(({ path }) => path)).toEqual(['/mnt/comics/Saga/Gone.cbz']);
      expect(notes).toContain('Not imported, because the book was not found: 1');
      expect(notes).toContain(`Evenings ${komga.mark}: 1 of 2 were not found`);
      expect(notes).toContain(`anna-${komga.mark} has no password. Set one under Administration → Users`);
    });

    test('restricts every series that holds a book of a restricted series, and uses the metadata of one source series', async () => {
      const komga = await aKomga();
      mkdirSync(join(komga.media, 'Other'));
      renameSync(join(komga.media, 'Saga', '2.cbz'), join(komga.media, 'Other', '2.cbz'));
      writeFileSync(join(komga.media, 'Other', '3.cbz'), await makeCbz({ mark: `${komga.mark} three` }));
      const tag = `adults ${komga.mark}`;
      await komga.move((rows) => ({
        ...rows,
        SERIES: [
          ...(rows.SERIES ?? []),
          { ID: 's2', NAME: 'Other', URL: 'file:/mnt/comics/Other/', LIBRARY_ID: 'l1' },
        ],
        SERIES_METADATA: [
          { SERIES_ID: 's1', TITLE: 'The Saga', TITLE_LOCK: 1, AGE_RATING: 18, AGE_RATING_LOCK: 1 },
          { SERIES_ID: 's2', TITLE: 'The Other', TITLE_LOCK: 1, AGE_RATING: 6, AGE_RATING_LOCK: 1 },
        ],
        SERIES_METADATA_SHARING: [{ LABEL: tag, SERIES_ID: 's1' }],
        BOOK: [
          ...(rows.BOOK ?? []),
          {
            ID: 'b3',
            URL: 'file:/mnt/comics/Other/3.cbz',
            SERIES_ID: 's2',
            LIBRARY_ID: 'l1',
            FILE_SIZE: statSync(join(komga.media, 'Other', '3.cbz')).size,
          },
        ],
      }));
      for (const [book, title] of [
        ['1.cbz', 'The Saga'],
        ['3.cbz', 'The Other'],
      ] as const) {
        const path = `/api/v1/series/${(await komga.findBook(book))?.seriesId}`;
        const { body } = await server().admin.get<SeriesMetadata>(`${path}/metadata`);
        expect(body).toMatchObject({ title, ageRating: 18 });
        const tags = await server().admin.get(`${path}/sharing-tags`);
        expect(tags.body).toMatchObject({ sharingTags: [{ name: tag }] });
      }
    });

    test('matches a moved file by name and size', async () => {
      const komga = await aKomga();
      mkdirSync(join(komga.media, 'Elsewhere'));
      writeFileSync(join(komga.media, 'Elsewhere', 'x.cbz'), await makeCbz({ mark: 'another' }));
      const outcomes = await komga.move((rows) => ({
        ...rows,
        BOOK: (rows.BOOK ?? []).map((row) => ({
          ...row,
          URL: String(row.URL).replace('Saga', 'Old folder'),
        })),
      }));
      expect(newOf(outcomes, 'reading positions')).toBe(2);
    });
  },
  { withTasks: true },
);
