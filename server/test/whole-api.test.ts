// Walks every route that the API description names, with good, missing and wrong input. The server compares each
// answer with its declaration (checkAnswers) and fails with a 500 when they differ, so no answer here may be one.
import { setTimeout as pause } from 'node:timers/promises';
import type { RouteDescription } from '@lectern/contract/route';
import { expect, test } from 'vitest';
import type { Answer } from './harness/client.ts';
import { good, isWhole, makeWorld, someId, toParams } from './harness/good-calls.ts';
import { waitForScan } from './harness/library.ts';
import { endingRoutes as all, everyRoute as every, toUrl } from './harness/routes.ts';
import { withServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

function expectDeclared(title: string, input: unknown, { status, headers, bytes }: Answer): void {
  const shown = JSON.stringify(input)?.slice(0, 200);
  expect([title, shown, status < 500 || bytes.toString()]).toEqual([title, shown, true]);
  expect(headers.get('x-request-id')).toBeTruthy();
}

/** Takes any JSON under any key: nothing is unknown or senseless there. */
const isOpen = ({ path }: RouteDescription) => path === '/api/v1/user/preferences/{key}';

const evilTexts = ['\u0000', '\ud800', '../../etc/passwd', "'; drop table book; --", '💥'.repeat(20_000), ''];
const evilBodies: unknown[] = [
  null,
  [],
  'text',
  7,
  {},
  { id: someId, name: { $gt: '' }, path: ['/'], title: 5, number: 'x', permissions: 'all', unknown: true },
  ...evilTexts.map((text) => ({
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
const evilRaw = ['{', '{"a":', '\u0000', '{"a":1}{"b":2}', '"\\ud800"', ' '.repeat(100)];
const evilQueries = [
  'page=0&pageSize=0',
  'page=-1',
  'page=x&pageSize=y',
  'page=1000000000&pageSize=500',
  'pageSize=100000',
  'sort=nonsense',
  'sort=title,sideways',
  'sort=%00',
  'libraryId=x&seriesId=%27',
  `libraryId=${someId}`,
  'width=0&format=exe',
  'width=99999',
  'mode=wild&force=maybe',
  'path=%00',
  `path=${'a'.repeat(5_000)}`,
  'v=%00&status=x&type=%00',
  'page=1&page=2',
];

withServer(
  'every described route',
  (server) => {
    test('is mounted, and nothing else is', () => {
      const mounted = server().app.routes.map(({ route }) => `${route.method} ${route.path}`);
      expect(mounted.toSorted()).toEqual(every.map(({ title }) => title).toSorted());
    });

    test('answers good input as it declares', { timeout: 300_000 }, async () => {
      let world = await makeWorld(server());
      for (const { title, route } of all) {
        if (!(await isWhole(world))) world = await makeWorld(server());
        const { params, query, options, client, status } = (await good[title]?.(world)) ?? {};
        const url = toUrl(route.path, { ...(await toParams(route, world)), ...params });
        const needsBody = route.body && !route.optionalBody;
        const answer = await (client ?? server().admin).request(
          route.method,
          query === undefined ? url : `${url}?${query}`,
          options ?? (needsBody ? { body: {} } : {}),
        );
        const expected = status === undefined ? Object.keys(route.answers).map(Number) : [status].flat();
        expect([title, answer.status, expected.includes(answer.status) || answer.bytes.toString()]).toEqual([
          title,
          answer.status,
          true,
        ]);
        // The next call is answered by a library at rest.
        await waitForScan(server().admin, world.library.id).catch(() => pause(0));
      }
    });

    test('knows no ids that do not exist, and takes none that are no ids', { timeout: 120_000 }, async () => {
      for (const { title, route } of all.filter(({ route }) => route.params && !isOpen(route))) {
        for (const id of [someId, 'no-id', '%00', '\u{1F4A5}', `${someId}x`]) {
          const params = { id, number: '1', coverId: someId, path: 'x', name: 'x.css' };
          const url = toUrl(route.path, params);
          const answer = await server().admin.request(route.method, url, route.body ? { body: {} } : {});
          expectDeclared(title, id, answer);
          expect([title, id, answer.status >= 400]).toEqual([title, id, true]);
        }
      }
    });

    test('refuses bodies that make no sense', { timeout: 300_000 }, async () => {
      const world = await makeWorld(server());
      for (const { title, route } of all.filter(
        ({ route }) => (route.body || route.upload) && !isOpen(route),
      )) {
        // Somebody whose own session, password and account may suffer.
        const admin = await signIn(server(), { role: 'admin' });
        const url = toUrl(route.path, await toParams(route, world));
        for (const body of evilBodies) {
          expectDeclared(title, body, await admin.request(route.method, url, { body }));
        }
        for (const raw of evilRaw) {
          for (const type of [
            'application/json',
            'text/plain',
            'multipart/form-data',
            'multipart/form-data; boundary=x',
          ]) {
            const options = { raw, headers: { 'content-type': type } };
            const answer = await admin.request(route.method, url, options);
            expectDeclared(title, [raw, type], answer);
            // Blank is as good as absent, where a body may be absent.
            const isAbsent = route.optionalBody === true && String(raw).trim() === '';
            expect([title, raw, type, isAbsent || answer.status >= 400]).toEqual([title, raw, type, true]);
          }
        }
      }
    });

    test('takes or refuses any query', { timeout: 300_000 }, async () => {
      const world = await makeWorld(server());
      for (const { title, route } of all.filter(({ route }) => route.method === 'GET')) {
        const url = toUrl(route.path, await toParams(route, world));
        for (const query of evilQueries) {
          expectDeclared(title, query, await server().admin.get(`${url}?${query}`));
        }
      }
    });
  },
  { withTasks: true },
);
