// The rate limit with valid and forged identities.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { RouteDescription } from '@lectern/contract/route';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addScannedLibrary, getBook } from './harness/library.ts';
import { startTestServer, withServer } from './harness/server.ts';
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

/** Resources that apps and browsers request in large numbers: images, fonts and parts of an EPUB. */
const isSmall = ({ path, answers }: RouteDescription): boolean =>
  /\/resources?\/\{path\*\}$/.test(path) ||
  Object.values(answers).some(
    (one) => one.kind === 'bytes' && one.mediaTypes.every((type) => /^(image|font)\//.test(type)),
  );

test('counts images and parts of books as a tenth of a token on every protocol, other requests as one', async () => {
  const { app } = await aServer();
  const every = [...app.routes, ...app.surfaces.flatMap(({ routes }) => routes)].map(({ route }) => route);
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

    test('grants ten images for one token, including unchanged ones', async () => {
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
      expect(remainingOf(await me.get('/opds/v1/catalog'))).toBe(before - 3);
      expect(remainingOf(await me.get('/compat/api/v1/libraries'))).toBe(before - 4);
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
      const base = `/compat/api/v1/books/${book.id}`;
      expect(await countRefused(Array<string>(400).fill(base))).toBe(200);
      const page = [
        ...Array<string>(20).fill('/compat/api/v1/books'),
        ...Array<string>(400).fill(`${base}/thumbnail`),
      ];
      expect(await countRefused(page)).toBe(0);
    });

    test('prevents password guessing through covers of other protocols', async () => {
      const address = `/opds/v1/books/${book.id}/cover`;
      const first = remainingOf(await server().get(address));
      expect(remainingOf(await server().get(address))).toBe(first - 1);
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
