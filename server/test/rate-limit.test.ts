// The rate limit with valid and forged identities.

import { createHash } from 'node:crypto';
import type { CreatedKoreaderPassword } from '@lectern/contract/devices/koreader';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { RouteDescription } from '@lectern/contract/route';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cookiesOf, toBasic, toCookieHeader } from './compat/app.ts';
import { addScannedLibrary, getBook } from './harness/library.ts';
import { startTestServer, type TestServer, withServer } from './harness/server.ts';
import { signIn, signInAgain } from './harness/sign-in.ts';
import { makeCbz, makeEpub } from './makers/books.ts';

async function aServer() {
  const server = await startTestServer({
    environment: {
      LECTERN_RATE_LIMIT_ENABLED: 'true',
      LECTERN_RATE_LIMIT_ANONYMOUS_BURST: '20',
      LECTERN_RATE_LIMIT_ANONYMOUS_RPS: '0.01',
      LECTERN_RATE_LIMIT_AUTHENTICATED_BURST: '30',
      LECTERN_RATE_LIMIT_AUTHENTICATED_RPS: '0.01',
    },
  });
  onTestFinished(() => server.stop());
  return server;
}

const limitOf = ({ headers }: { headers: Headers }) => headers.get('x-ratelimit-limit');
const remainingOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));

test('treats callers with invalid credentials as anonymous', async () => {
  const server = await aServer();
  const { accessToken, refreshToken } = server.reader.session;
  const [head, body] = accessToken.split('.');
  const claims = Buffer.from(JSON.stringify({ sub: server.admin.userId, sid: 'x', use: 'access', exp: 9e9 }));
  const forged: Record<string, string>[] = [
    { authorization: `Bearer ${head}.${body}.${'A'.repeat(43)}` },
    { authorization: `Bearer ${head}.${claims.toString('base64url')}.${accessToken.split('.')[2]}` },
    { authorization: `Bearer eyJhbGciOiJub25lIn0.${claims.toString('base64url')}.` },
    { authorization: `Bearer ${refreshToken}` },
    { 'x-api-key': `lec_${'A'.repeat(43)}` },
    { cookie: `lectern_session=${accessToken}` },
  ];
  const left: number[] = [];
  for (const headers of forged) {
    const given = await server.request('GET', '/api/v1/user', { headers });
    expect(given.status).toBe(401);
    expect(limitOf(given)).toBe('20');
    left.push(remainingOf(given));
  }
  const [first = 0] = left;
  expect(left).toEqual(forged.map((_, i) => first - i));
  expect(remainingOf(await server.get('/api/v1/info'))).toBe(first - forged.length);
});

test('uses one bucket per user for all sessions, cookies and keys', async () => {
  const server = await aServer();
  const again = await signInAgain(server, server.reader);
  const { body } = await again.post<{ key: string }>('/api/v1/api-keys', { name: 'k' });
  const first = await server.reader.get('/api/v1/user');
  expect(limitOf(first)).toBe('30');
  const left = remainingOf(first);
  expect(remainingOf(await again.get('/api/v1/user'))).toBe(left - 1);
  expect(remainingOf(await server.get('/api/v1/user', { cookie: again.cookie }))).toBe(left - 2);
  expect(remainingOf(await server.get('/api/v1/user', { 'x-api-key': body.key }))).toBe(left - 3);
  expect(remainingOf(await server.admin.get('/api/v1/user'))).toBeGreaterThan(left - 3);
});

test('does not limit a user because of anonymous requests from the same address', async () => {
  const server = await aServer();
  for (let i = 0; i < 25; i++) await server.get('/api/v1/info', { 'x-forwarded-for': `10.0.0.${i}` });
  expect((await server.get('/api/v1/info', { 'x-forwarded-for': '10.9.9.9' })).status).toBe(429);
  expect((await server.reader.get('/api/v1/user')).status).toBe(200);
  expect((await server.get('/health')).status).toBe(200);
});

/** Request of an app. Returns its final status. */
type Send = (path: string) => Promise<number>;

/** Bursts of reader apps, all requests sent together. None of the apps repeats a request after a 429. */
const bursts: { app: string; paths(bookId: string): string[]; by(server: TestServer): Promise<Send> }[] = [
  {
    app: 'Komelia with its cookie: 60 covers and 400 details',
    paths: (id) => [
      ...times(60, `/compat/api/v1/books/${id}/thumbnail`),
      ...times(400, `/compat/api/v1/books/${id}`),
    ],
    async by(server) {
      const login = await server.get('/compat/api/v1/libraries', { authorization: toBasic(server.reader) });
      const cookie = toCookieHeader(cookiesOf(login));
      return async (path) => (await server.get(path, { cookie })).status;
    },
  },
  {
    app: 'Mihon, which sends its password only after a 401: 60 covers and an update of 200 series',
    paths: (id) => [
      ...times(60, `/compat/api/v1/books/${id}/thumbnail`),
      ...times(200, `/compat/api/v1/books/${id}`),
      ...times(200, '/compat/api/v1/series?unpaged=true'),
    ],
    by: async (server) => async (path) => {
      const { status } = await server.get(path);
      return status === 401
        ? (await server.get(path, { authorization: toBasic(server.reader) })).status
        : status;
    },
  },
  {
    app: 'KOReader: 60 covers of a catalog and the positions of 400 documents',
    paths: (id) => [
      ...times(60, `/opds/v1/books/${id}/thumbnail`),
      ...times(400, `/koreader/syncs/progress/${'a'.repeat(32)}`),
    ],
    async by(server) {
      const { body } = await server.reader.post<CreatedKoreaderPassword>('/api/v1/user/koreader', {
        name: 'k',
      });
      const key = createHash('md5').update(body.password).digest('hex');
      const sync = { 'x-auth-user': body.username, 'x-auth-key': key };
      return async (path) =>
        (
          await server.get(
            path,
            path.startsWith('/koreader') ? sync : { authorization: toBasic(server.reader) },
          )
        ).status;
    },
  },
];

const times = (count: number, path: string): string[] => Array<string>(count).fill(path);

describe('with the default limits', () => {
  let server: TestServer;
  let bookId: string;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { LECTERN_RATE_LIMIT_ENABLED: 'true', LECTERN_COMPAT_API_ENABLED: 'true' },
      withTasks: true,
    });
    const library = await addScannedLibrary(server, { 'A/Comic.cbz': await makeCbz({ mark: 'burst' }) });
    bookId = (await getBook(server.admin, library.id, 'Comic.cbz')).id;
  });
  afterAll(() => server.stop());

  test.each(bursts)('refuses no request of $app', async ({ paths, by }) => {
    const send = await by(server);
    const statuses = await Promise.all(paths(bookId).map(send));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});

/** Resources that apps and browsers request in large numbers: images, fonts and parts of an EPUB. */
const isSmall = ({ path, answers }: RouteDescription): boolean =>
  /\/resources?\/\{path\*\}$/.test(path) ||
  Object.values(answers).some(
    (one) => one.kind === 'bytes' && one.mediaTypes.every((type) => /^(image|font)\//.test(type)),
  );

test('counts images and parts of books as a tenth of a token, other requests of the API as one', async () => {
  const { app } = await aServer();
  const every = app.routes.map(({ route }) => route);
  const titlesOf = (kind: RouteDescription['rateLimit']) =>
    every
      .filter(({ rateLimit }) => rateLimit === kind)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted();
  expect(titlesOf('exempt')).toEqual(['GET /api/v1/events', 'GET /health']);
  expect(titlesOf('tenth')).toEqual(
    every
      .filter(isSmall)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  );
});

withServer(
  'the rate limit',
  (server) => {
    let book: BookDto;
    beforeAll(async () => {
      const files = { 'A/Comic.cbz': await makeCbz({ mark: 'a' }), 'A/Novel.epub': makeEpub() };
      const library = await addScannedLibrary(server(), files);
      book = await getBook(server().admin, library.id, 'Comic.cbz');
      const novel = await getBook(server().admin, library.id, 'Novel.epub');
      const { admin } = server();
      await admin.put('/api/v1/admin/settings/rate_limit.enabled', { value: true });
      small.push(
        `/api/v1/books/${book.id}/pages/1`,
        `/api/v1/books/${book.id}/thumbnail`,
        `/api/v1/books/${novel.id}/resources/OEBPS/c1.xhtml`,
        `/opds/v1/books/${book.id}/cover`,
        `/opds/v1/books/${book.id}/pages/0`,
        `/opds/v2/books/${book.id}/thumbnail`,
        `/opds/v2/books/${novel.id}/resources/OEBPS/c1.xhtml`,
        `/compat/api/v1/books/${book.id}/thumbnail`,
        `/compat/api/v1/books/${book.id}/pages/1`,
        `/compat/api/v1/books/${novel.id}/resource/OEBPS/c1.xhtml`,
      );
    });
    const small: string[] = [];

    test('grants ten images or requests of other protocols for one token, including unchanged ones', async () => {
      const me = await signIn(server());
      const before = remainingOf(await me.get('/api/v1/user'));
      let etag = '';
      for (const path of small) {
        const answer = await me.get(path);
        expect([path, answer.status, remainingOf(answer)]).toEqual([path, 200, before - 1]);
        etag = answer.headers.get('etag') ?? '';
      }
      const path = small.at(-1) ?? '';
      const unchanged = await me.get(path, { 'if-none-match': etag });
      expect([unchanged.status, remainingOf(unchanged)]).toEqual([304, before - 2]);
      expect(remainingOf(await me.get('/opds/v1/catalog'))).toBe(before - 2);
      expect(remainingOf(await me.get('/compat/api/v1/libraries'))).toBe(before - 2);
      expect(remainingOf(await me.get(`/api/v1/books/${book.id}`))).toBe(before - 3);
    });

    test('returns the same error on every protocol', async () => {
      const me = await signIn(server());
      for (let left = 200; left > 0; ) left = remainingOf(await me.get('/api/v1/user'));
      for (const path of ['/api/v1/user', '/opds/v1/catalog', '/opds/v2', '/compat/api/v1/libraries']) {
        const { status, body, headers } = await me.get(path);
        const seconds = Number(headers.get('retry-after'));
        expect(seconds).toBeGreaterThan(0);
        expect([path, status, headers.get('content-type'), body]).toEqual([
          path,
          429,
          'application/json; charset=utf-8',
          {
            error: 'rate_limit_exceeded',
            message: expect.stringContaining(String(seconds)),
            retry_after: seconds,
          },
        ]);
      }
    });

    test('rejects no more concurrent requests than a full bucket lacks', async () => {
      const countRefused = async (paths: readonly string[]) => {
        const me = await signIn(server());
        const answers = await Promise.all(paths.map((path) => me.get(path)));
        return answers.filter(({ status }) => status === 429).length;
      };
      expect(await countRefused(Array<string>(400).fill(`/api/v1/books/${book.id}`))).toBe(200);
      const page = [
        ...Array<string>(20).fill('/api/v1/books'),
        ...Array<string>(400).fill(`/api/v1/books/${book.id}/thumbnail`),
      ];
      expect(await countRefused(page)).toBe(0);
    });

    test('prevents password guessing through other protocols', async () => {
      const address = `/opds/v1/books/${book.id}/cover`;
      const guess = async (headers: Record<string, string>) =>
        remainingOf(await server().get(address, headers));
      const wrong = { authorization: toBasic({ username: 'reader', password: 'wrong' }) };
      const first = await guess(wrong);
      expect(await guess({ 'x-api-key': 'wrong' })).toBe(first - 1);
      expect(await guess({ cookie: 'lectern_compat=wrong' })).toBe(first - 2);
      const kobo = await server().get('/kobo/wrong/v1/initialization');
      expect([kobo.status, remainingOf(kobo)]).toEqual([401, first - 3]);
      // Ten requests without credentials cost one token.
      for (let n = 0; n < 10; n++) await guess({});
      expect(await guess(wrong)).toBe(first - 5);
    });
  },
  {
    withTasks: true,
    environment: {
      LECTERN_COMPAT_API_ENABLED: 'true',
      LECTERN_RATE_LIMIT_ANONYMOUS_RPS: '0.01',
      LECTERN_RATE_LIMIT_AUTHENTICATED_RPS: '0.01',
    },
  },
);
