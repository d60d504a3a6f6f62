// Sends fixed invalid input to every route of every protocol: no response is a 5xx. The server compares each API
// response with its declared schema and fails with a 500 if they differ. Random input is in fuzz/fuzz.slow.test.ts.
import type { RouteDescription } from '@lectern/contract/route';
import { expect, test } from 'vitest';
import { expectClients } from './compat/clients.ts';
import { makeWorld, someId, toParams } from './harness/calls/good-calls.ts';
import { endingRoutes as all, toUrl } from './harness/calls/routes.ts';
import { listSurfaceRoutes, toIds, toSurfaceParams } from './harness/calls/surface-routes.ts';
import type { Answer } from './harness/client.ts';
import { withServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

function expectNoFault(title: string, input: unknown, { status, headers, bytes }: Answer): void {
  const shown = JSON.stringify(input)?.slice(0, 200);
  expect([title, shown, status < 500 || bytes.toString()]).toEqual([title, shown, true]);
  expect(headers.get('x-request-id')).toBeTruthy();
}

/** Accepts any JSON under any key, so that no input is invalid. */
const isOpen = ({ path }: RouteDescription) => path === '/api/v1/user/preferences/{key}';

const oddTexts = ['\u0000', '\ud800', '../../etc/passwd', "'; drop table book; --", '💥'.repeat(20_000), ''];
const oddBodies: unknown[] = [
  null,
  [],
  'text',
  7,
  {},
  { id: someId, name: { $gt: '' }, path: ['/'], title: 5, number: 'x', permissions: 'all', unknown: true },
  { condition: [], fullTextSearch: 7 },
  { condition: { allOf: [[]] } },
  ...oddTexts.map((text) => ({
    name: text,
    title: text,
    path: text,
    username: text,
    email: text,
    password: text,
  })),
  { number: 1e308, title: null, name: null, paths: Array.from({ length: 500 }, () => '/x') },
  JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
];
const oddRaw = ['{', '{"a":', '\u0000', '{"a":1}{"b":2}', '"\\ud800"', ' '.repeat(100)];
const otherTypes = ['text/plain', 'multipart/form-data', 'multipart/form-data; boundary=x'];
/** A body and its content type. */
const oddUploads = [
  ...oddRaw.map((raw) => [raw, 'application/json'] as const),
  ...otherTypes.map((type) => ['{"a":', type] as const),
];
const oddQueries = [
  'page=0&pageSize=0',
  'page=-1&size=abc&sort=,,&sort=__proto__,asc',
  'page=x&pageSize=y',
  'page=1000000000&pageSize=500',
  'page=99999999999999999999&size=999999999&pageSize=100000',
  'sort=nonsense',
  'sort=title,sideways',
  'sort=%00',
  'libraryId=x&seriesId=%27',
  `libraryId=${someId}`,
  'width=0&format=exe',
  'width=99999',
  'mode=wild&force=maybe&unpaged=maybe',
  'path=%00',
  `path=${'a'.repeat(5_000)}`,
  'v=%00&status=x&type=%00',
  'page=1&page=2',
  `search=${encodeURIComponent('"((^~*:\\ AND NOT')}&search_regex=${encodeURIComponent('(((,')}`,
  'library_id=x&collection_id=x&series_id=x&readlist_id=x&read_status=x&status=x&age_rating=x&release_year=x',
  'author=,&author=,,&released_after=x&media_status=x',
  'library_id=%00',
  'search=%F0%9F%90%89&genre=%ED%A0%80',
];

withServer(
  'odd requests',
  (server) => {
    test('the API refuses unknown and malformed ids', {
      timeout: 120_000,
    }, async () => {
      for (const { title, route } of all.filter(({ route }) => route.params && !isOpen(route))) {
        for (const id of [someId, 'no-id', '%00', '\u{1F4A5}', `${someId}x`]) {
          const params = { id, number: '1', coverId: someId, path: 'x', name: 'x.css' };
          const url = toUrl(route.path, params);
          const answer = await server().admin.request(route.method, url, route.body ? { body: {} } : {});
          expectNoFault(title, id, answer);
          expect([title, id, answer.status >= 400]).toEqual([title, id, true]);
        }
      }
    });

    test('the API refuses invalid bodies', { timeout: 300_000 }, async () => {
      const world = await makeWorld(server());
      for (const { title, route } of all.filter(
        ({ route }) => (route.body || route.upload) && !isOpen(route),
      )) {
        // A separate account: the requests may end its session, change its password or delete it.
        const admin = await signIn(server(), { role: 'admin' });
        const url = toUrl(route.path, await toParams(route, world));
        for (const body of oddBodies) {
          expectNoFault(title, body, await admin.request(route.method, url, { body }));
        }
        for (const [raw, type] of oddUploads) {
          const options = { raw, headers: { 'content-type': type } };
          const answer = await admin.request(route.method, url, options);
          expectNoFault(title, [raw, type], answer);
          // A blank body counts as omitted where the body is optional.
          const isAbsent = route.optionalBody === true && raw.trim() === '';
          expect([title, raw, type, isAbsent || answer.status >= 400]).toEqual([title, raw, type, true]);
        }
      }
    });

    test('the API answers any query without a server error', { timeout: 300_000 }, async () => {
      const world = await makeWorld(server());
      for (const { title, route } of all.filter(({ route }) => route.method === 'GET')) {
        const url = toUrl(route.path, await toParams(route, world));
        for (const query of oddQueries) {
          expectNoFault(title, query, await server().admin.get(`${url}?${query}`));
        }
      }
    });

    test('the other protocols answer any query and body without a server error', {
      timeout: 300_000,
    }, async () => {
      const { admin } = server();
      await admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
      const ids = toIds(await makeWorld(server()));
      const noIds = { library: 'not-an-id', series: 'not-an-id', book: 'not-an-id' };
      const ending = listSurfaceRoutes(server()).filter(({ path }) => !/logout|events$/.test(path));
      expect(ending.length).toBeGreaterThan(100);
      for (const route of ending) {
        const title = `${route.method} ${route.path}`;
        const check = (input: unknown, answer: Answer) => {
          expectNoFault(title, input, answer);
          if (route.path.startsWith('/{prefix}/') && answer.status >= 400)
            expectClients('error', answer.body);
        };
        if (route.method === 'GET') {
          const url = toUrl(route.path, toSurfaceParams(route, noIds));
          for (const query of oddQueries) check(query, await admin.get(`${url}?${query}`));
        } else if (route.body !== undefined) {
          const url = toUrl(route.path, toSurfaceParams(route, ids));
          for (const body of oddBodies) check(body, await admin.request(route.method, url, { body }));
        }
      }
    });
  },
  { withTasks: true },
);
