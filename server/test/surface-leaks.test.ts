// Access control of other protocols: calls every route as users who see one of five series, without credentials, and
// with API keys that have one permission.
import type { RouteDescription } from '@lectern/contract/route';
import { type Permission, permissions } from '@lectern/contract/values';
import { beforeAll, expect, test } from 'vitest';
import { makeKey } from './harness/api-key.ts';
import type { Client } from './harness/client.ts';
import { withServer } from './harness/server.ts';
import type { SignedIn } from './harness/sign-in.ts';
import { type HiddenWorld, makeHiddenWorld, secretsOf, type Thing } from './hidden-world.ts';

/** Protocols that authenticate with name and password, token or API key. Others have their own tests. */
const walked = ['opds', 'compat'];
/** Streams that never end. */
const isEndless = ({ path }: RouteDescription) => path.endsWith('/sse/v1/events');

withServer(
  'hidden items, in other protocols',
  (server) => {
    let { reader, steward, allowed, hidden, open, lists } = {} as HiddenWorld;
    let all: readonly RouteDescription[] = [];
    beforeAll(async () => {
      ({ reader, steward, allowed, hidden, open, lists } = await makeHiddenWorld(server()));
      const { admin, app } = server();
      await admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
      all = app.surfaces
        .filter(({ name }) => walked.includes(name))
        .flatMap(({ routes }) => routes.map(({ route }) => route))
        .filter((route) => !isEndless(route));
      expect(all.length).toBeGreaterThan(50);
    }, 60_000);

    const password = ({ username, password: secret }: SignedIn): Client =>
      server().as({ authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` });

    /** Replaces every id in the path with that of the item. The preceding noun selects the kind of id. */
    function toUrl({ path }: RouteDescription, { series, book, libraryId }: Thing): string {
      const parts = path.replace('{prefix}', 'compat').split('/');
      const idOf: Record<string, string> = {
        series: series.id,
        books: book.id,
        book: book.id,
        libraries: libraryId,
        collections: lists.hiddenCollection,
        readlists: lists.hiddenReadList,
      };
      return parts
        .map((part, i) => {
          const name = /^\{(\w+)\*?\}$/.exec(part)?.[1];
          if (name === undefined) return part;
          const noun = parts.slice(0, i).findLast((one) => idOf[one] !== undefined);
          if (/page|number/i.test(name)) return '1';
          if (/file|path|resource/i.test(name)) return 'x';
          return (noun && idOf[noun]) ?? book.id;
        })
        .join('/');
    }

    const namesNothing = ({ path }: RouteDescription) => !path.replace('{prefix}', '').includes('{');

    function expectSilence(where: string, text: string, except: readonly string[] = []): void {
      for (const secret of [...hidden.flatMap(secretsOf), 'Zqhidden']) {
        if (except.includes(secret)) continue;
        expect([where, secret, text.includes(secret)]).toEqual([where, secret, false]);
      }
    }

    test('return an error on every route that takes an id', async () => {
      for (const route of all.filter((one) => !namesNothing(one))) {
        for (const thing of hidden) {
          // The reader can see this library.
          if (/libraries\/\{/.test(route.path) && thing.libraryId === open.libraryId) continue;
          const url = toUrl(route, thing);
          for (const caller of [reader, steward, allowed]) {
            const who = password(caller);
            const answer = await who.request(route.method, url, route.method === 'GET' ? {} : { body: {} });
            const text = answer.bytes.toString('latin1');
            // An error response may repeat the path.
            expectSilence(`${route.method} ${url}`, text, [thing.series.id, thing.book.id]);
            const isRedirect = answer.status === 302;
            const isEmpty =
              answer.status === 200 && route.method === 'GET' && /"content":\s*\[\]|^\[\]$/.test(text);
            const shown = [route.method, url, thing.name, answer.status];
            // Operations that are not available do not use the id.
            const isRefused = answer.status === 501 && '501' in route.answers;
            const isError = (answer.status >= 400 && answer.status < 500) || isRefused;
            const isFine = isError || isRedirect || isEmpty;
            expect([...shown, isFine]).toEqual([...shown, true]);
          }
        }
      }
    }, 240_000);

    test('are missing from feeds, lists, counts, facets and search', async () => {
      for (const caller of [reader, steward, allowed]) {
        const who = password(caller);
        for (const route of all.filter(namesNothing)) {
          const url = toUrl(route, open);
          if (route.method === 'GET') {
            for (const query of ['', '?unpaged=true', '?search=Zq', '?q=Zq', '?query=Zq']) {
              const { status, bytes } = await who.get(url + query);
              expect([url + query, status < 500]).toEqual([url + query, true]);
              if (status === 200) expectSilence(url + query, bytes.toString());
            }
          } else if (/\/(list|alphabetical-groups)$/.test(route.path)) {
            for (const body of [{}, { fullTextSearch: 'Zq' }, { condition: { allOf: [] } }]) {
              const { bytes } = await who.post(url, body);
              expectSilence(url, bytes.toString());
            }
          }
        }
        for (const { name } of hidden) {
          for (const url of [
            `/opds/v1/search/books?q=${name}`,
            `/opds/v1/search/series?q=${name}`,
            `/opds/v2/search?query=${name}`,
            `/compat/api/v1/series?search=${name}`,
            `/compat/api/v1/books?search=${name}`,
          ]) {
            const { status, bytes } = await who.get(url);
            expect([url, status]).toEqual([url, 200]);
            expect([url, bytes.toString().includes(open.book.id)]).toEqual([url, false]);
          }
        }
      }
    }, 240_000);

    test('visible items are returned by the same routes', async () => {
      const who = password(reader);
      expect((await who.get(`/opds/v1/series/${open.series.id}`)).bytes.toString()).toContain(open.book.id);
      expect((await who.get(`/opds/v2/series/${open.series.id}`)).bytes.toString()).toContain(open.book.id);
      const books = await who.get<{ totalElements: number }>('/compat/api/v1/books');
      expect(books.body.totalElements).toBe(1);
      const series = await who.get<{ totalElements: number }>('/compat/api/v1/series');
      expect(series.body.totalElements).toBe(1);
    });

    test('unauthenticated callers receive 401 with a challenge on every route except public ones', async () => {
      for (const route of all) {
        const url = toUrl(route, open);
        const { status, headers } = await server().request(route.method, url);
        if (route.access === 'anyone') expect([url, status]).not.toEqual([url, 401]);
        else {
          expect([route.method, url, status]).toEqual([route.method, url, 401]);
          expect([url, headers.get('www-authenticate')]).toEqual([url, expect.stringMatching(/^Basic /)]);
        }
      }
    });

    test('a key with one permission has no further access', async () => {
      for (const permission of ['series:read', 'books:read'] satisfies Permission[]) {
        const { key } = await makeKey(server().admin, { permissions: [permission] });
        const who = server().as({ 'x-api-key': key });
        for (const route of all) {
          const wanted = [route.access].flat().filter((one) => permissions.some((known) => known === one));
          if (wanted.length === 0) continue;
          const url = toUrl(route, open);
          const { status } = await who.request(route.method, url, route.method === 'GET' ? {} : { body: {} });
          const isAllowed = wanted.includes(permission);
          expect([permission, route.method, url, isAllowed || status === 403]).toEqual([
            permission,
            route.method,
            url,
            true,
          ]);
        }
      }
    });
  },
  { withTasks: true },
);
