// Counts only include visible items: every route of the API and of the other protocols gives a restricted reader the
// same numbers whether hidden series and libraries exist or not. Readers also receive no paths of libraries or of the
// server's data.
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { Library } from '@lectern/contract/libraries/libraries';
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Client } from './harness/client.ts';
import { addLibrary, addScannedLibrary, listBooks, listSeries, scan } from './harness/library.ts';
import { startTestServer, type TestServer, withServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { makeCbz } from './makers/books.ts';

interface World {
  reader: Client;
  /** The same caller, signed in with a password as in other protocols. */
  byPassword: Client;
  /** Ids of visible items by their noun in the API. */
  ids: Record<string, string>;
  server: TestServer;
}

const comicInfo = (series: string, number: number, age = '') =>
  `<Title>${series} ${number}</Title><Series>${series}</Series><Number>${number}</Number><Genre>Adventure</Genre>` +
  `<Tags>far</Tags><Writer>Ann Author</Writer><Publisher>House</Publisher><LanguageISO>en</LanguageISO>${age}`;
const forAll = '<AgeRating>Everyone</AgeRating>';

async function makeWorld(server: TestServer, withHidden: boolean): Promise<World> {
  const { admin } = server;
  const book = (series: string, number: number, age?: string) =>
    makeCbz({ mark: `${series} ${number}`, pages: 2, comicInfo: comicInfo(series, number, age) });
  const open = {
    'Open/Open 1.cbz': await book('Open', 1, forAll),
    'Open/Open 2.cbz': await book('Open', 2, forAll),
    'Other/Other 1.cbz': await book('Other', 1, forAll),
  };
  const hidden = {
    'Opal/Opal 1.cbz': await book('Opal', 1, '<AgeRating>Adults Only 18+</AgeRating>'),
    'Orb/Orb 1.cbz': await book('Orb', 1, forAll),
    'Oslo/Oslo 1.cbz': await book('Oslo', 1),
    'Broken/Broken 1.cbz': 'no comic at all',
  };
  const library = await addScannedLibrary(server, { ...open, ...(withHidden && hidden) }, { name: 'Shown' });
  if (withHidden) await addScannedLibrary(server, { 'Away/Away 1.cbz': await book('Away', 1, forAll) });
  const books = (await listBooks(admin, library.id)).toSorted((a, b) => a.path.localeCompare(b.path));
  const series = (await listSeries(admin, library.id)).toSorted((a, b) => a.title.localeCompare(b.title));
  const make = async (path: string, body: object) => (await admin.post<{ id: string }>(path, body)).body.id;
  const tagId = await make('/api/v1/admin/sharing-tags', { name: 'grown-ups' });
  for (const { id, title } of series)
    if (title === 'Orb') await admin.put(`/api/v1/series/${id}/sharing-tags`, { tagIds: [tagId] });
  const members = { ids: series.map(({ id }) => id) };
  const ids: Record<string, string> = {
    libraries: library.id,
    series: series.find(({ title }) => title === 'Open')?.id ?? '',
    books: books.find(({ title }) => title === 'Open 1')?.id ?? '',
    collections: await make('/api/v1/collections', { name: 'All', ...members }),
    readlists: await make('/api/v1/readlists', { name: 'All', ids: books.map(({ id }) => id) }),
  };
  if (withHidden) {
    const isOut = ({ title }: { title: string }) => !/^(Open|Other)/.test(title);
    await make('/api/v1/collections', { name: 'Out', ids: series.filter(isOut).map(({ id }) => id) });
    await make('/api/v1/readlists', { name: 'Out', ids: books.filter(isOut).map(({ id }) => id) });
  }
  const reader = await signIn(server, {
    username: 'the-reader',
    permissions: ['users:read', 'system:health'],
  });
  for (const { id, title } of books) {
    if (title === 'Open 2') continue;
    await reader.put(`/api/v1/books/${id}/progress`, { currentPage: title === 'Other 1' ? 1 : 2 });
    await reader.post(`/api/v1/want-to-read/books/${id}`);
  }
  for (const { id } of series) await reader.put(`/api/v1/series/${id}/rating`, { rating: 50 });
  for (const target of ['series', 'books'] as const) {
    ids['filter-presets'] = (
      await reader.post<{ id: string }>('/api/v1/filter-presets', {
        name: target,
        scope: 'list',
        target,
        pinned: true,
        condition: { genre: { operator: 'is', value: 'Adventure' } },
      })
    ).body.id;
  }
  const limits = {
    sharedLibraryIds: [library.id],
    sharingTags: [{ tagId, access: 'deny' }],
    maxAgeRating: 12,
    allowUnrated: false,
  };
  expect((await admin.put(`/api/v1/users/${reader.userId}/restrictions`, limits)).status).toBe(200);
  await admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
  const basic = Buffer.from(`${reader.username}:${reader.password}`).toString('base64');
  return { server, ids, reader, byPassword: server.as({ authorization: `Basic ${basic}` }) };
}

/**
 * Routes whose responses depend on the time or the account and not on the library. Statistics keep books that the
 * reader has read and can no longer see; tasks are reported with their durations.
 */
const isAside = ({ path }: RouteDescription) =>
  /\/events|\/reading-stats$|\/metrics\/tasks|\/tasks|\/sse\/|\/api\/docs|openapi|\/random|\/auth\/|\/thumbnail|\/image|\/file$|\/download$|\/opds-token/.test(
    path,
  );

function toUrl(path: string, ids: Record<string, string>): string {
  const parts = path.replace('{prefix}', 'compat').split('/');
  return parts
    .map((part, i) => {
      if (!part.startsWith('{')) return part;
      const noun = parts.slice(0, i).findLast((one) => ids[one] !== undefined);
      if (/page|number/i.test(part)) return '1';
      return (noun && ids[noun]) || ids.books || '';
    })
    .join('/');
}

/** Returns the numbers in a response without values specific to this server or moment. */
const toNumbers = (text: string): string[] =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(Z|[+-]\d\d:\d\d)/g, 'TIME')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')
    .replaceAll(/person-\d+/g, 'PERSON')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/[?&](amp;)?v=[\w-]+/g, '')
    .replaceAll(
      /"(coverVersion|thumbHash|libraryName|lastModified|path|paths|root|url|fileHash|readerHash)":\s*("[^"]*"|\[[^\]]*\])/g,
      '',
    )
    .match(/(?:[\w -]{0,24}["=>:\s]{0,4})?(?<![\w.])\d+(?:\.\d+)?/g) ?? [];

withServer(
  'numbers in responses to a restricted reader',
  (server) => {
    let whole: World;
    let without: World;
    let answered = 0;
    /** Routes that returned a path of the server. */
    let tellers: string[] = [];
    beforeEach(() => {
      answered = 0;
      tellers = [];
    });
    afterEach(() => expect(tellers).toEqual([]));
    beforeAll(async () => {
      whole = await makeWorld(server(), true);
      without = await makeWorld(await startTestServer({ kind: server().kind, withTasks: true }), false);
    }, 120_000);
    afterAll(() => without.server.stop());

    /** Sends the same request as both readers and compares the responses. */
    async function compare(method: string, path: string, options: object = {}): Promise<void> {
      const reported = [];
      for (const { reader, byPassword, ids, server: world } of [whole, without]) {
        const who = path.startsWith('/api/') ? reader : byPassword;
        const { status, bytes, headers } = await who.request(method, toUrl(path, ids), options);
        const isText = /json|xml|text/.test(headers.get('content-type') ?? '');
        if (bytes.includes(world.folder)) tellers.push(path);
        reported.push({ path, status, numbers: isText ? toNumbers(bytes.toString()) : [] });
      }
      expect(reported[0]).toEqual(reported[1]);
      if (reported[0]?.status === 200) answered++;
    }

    test('equal those of a server without hidden items on every API route', async () => {
      for (const noun of nouns) {
        for (const route of Object.values(noun.table) as RouteDescription[])
          if (route.method === 'GET' && !isAside(route)) await compare('GET', route.path);
      }
      for (const target of ['series', 'books'])
        for (const body of [
          {},
          { fullTextSearch: 'Adventure' },
          { fullTextSearch: 'o' },
          { includeDeleted: true },
        ])
          await compare('POST', `/api/v1/${target}/list`, { body });
      await compare('POST', '/api/v1/series/list/alphabetical-groups', { body: {} });
      expect(answered).toBeGreaterThan(60);
    }, 120_000);

    test('equal those of a server without hidden items on every route of the other protocols', async () => {
      const routes = server()
        .app.surfaces.filter(({ name }) => name === 'opds' || name === 'compat')
        .flatMap(({ routes: all }) => all.map(({ route }) => route));
      expect(routes.length).toBeGreaterThan(50);
      for (const route of routes.filter((one) => !isAside(one))) {
        if (route.method === 'GET') await compare('GET', route.path);
        else if (/\/(list|alphabetical-groups)$/.test(route.path))
          await compare('POST', route.path, { body: {} });
      }
      expect(answered).toBeGreaterThan(60);
    }, 120_000);

    test('a failed scan reports its path only to users who manage the library', async () => {
      const { admin } = server();
      const lost = await addLibrary(server(), {});
      rmSync(lost.folder, { recursive: true });
      expect((await scan(server(), lost.id)).errors.join()).toContain(lost.folder);
      const reader = await signIn(server());
      const { body, bytes } = await reader.get<ScanStatus>(`/api/v1/libraries/${lost.id}/scan-status`);
      expect(body).toMatchObject({ status: 'failed', errors: [expect.any(String)] });
      expect(bytes.toString()).not.toContain(server().folder);
      const shown = await reader.get<Library>(`/api/v1/libraries/${lost.id}`);
      expect(shown.body).toMatchObject({ path: basename(lost.folder), paths: [basename(lost.folder)] });
      const whole = await admin.get<Library>(`/api/v1/libraries/${lost.id}`);
      expect(whole.body).toMatchObject({ path: lost.folder, paths: [lost.folder] });
    });
  },
  { withTasks: true },
);
