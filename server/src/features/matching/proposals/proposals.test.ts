// Proposed matches over the API, for one series and for a library.

import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { MatchCandidates, MatchProposal, MatchState } from '@lectern/contract/matching';
import { expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { addScannedLibrary, listBooks, listSeries } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { addPlugin, online, patchPlugin } from '../../../../test/plugins/plugin-calls.ts';

const known = [
  { externalId: 'n', title: 'Vinland', year: 2005, format: 'novel', authors: ['Makoto Yukimura'] },
  { externalId: 'm', title: 'Vinland', year: 2005, format: 'manga', authors: ['Makoto Yukimura'] },
  { externalId: 'k', title: 'Kingdom', year: 2006, format: 'manga', authors: ['Yasuhisa Hara'] },
  { externalId: 'h', title: 'Kingdom Hearts', year: 2003, format: 'manga', authors: ['Shiro Amano'] },
];
const manifest = { capabilities: { metadataProvider: ['series', 'book'] } };
const methods = `
  'metadata/series/search': ({ query }) => ({ results: ${JSON.stringify(known)}
    .filter(({ title }) => title.toLowerCase().includes(query.toLowerCase().split(' ')[0]))
    .map(({ format, authors, ...one }) => ({ ...one, preview: { format, authors } })) }),
  'metadata/series/get': ({ externalId }) => {
    const found = ${JSON.stringify(known)}.find((one) => one.externalId === externalId);
    if (!found) fail(-32002, 'There is no such series');
    return { ...found, format: undefined, summary: 'About ' + found.title, genres: ['From outside'] };
  },
  'metadata/book/match': ({ isbn }) => ({ match: isbn === '9780306406157' ? { externalId: 'b', title: 'Else' } : null }),
  'metadata/book/search': () => ({ results: [] }),
  'metadata/book/get': ({ externalId }) => ({ externalId, title: 'Else', summary: 'A book', isbns: ['9780306406157'] }),`;

let made = 0;

withServer(
  'match proposals',
  (server) => {
    const makeLibrary = async () => {
      const mark = `proposed ${++made}`;
      const manga = (series: string, year: number) =>
        `<Series>${series}</Series><Manga>Yes</Manga><Year>${year}</Year>`;
      const library = await addScannedLibrary(server(), {
        'Vinland/1.cbz': await makeCbz({ mark: `${mark} v`, comicInfo: manga('Vinland', 2005) }),
        'Kingdom/1.cbz': await makeCbz({ mark: `${mark} k`, comicInfo: manga('Kingdom', 2020) }),
        'Nowhere/1.cbz': await makeCbz({
          mark: `${mark} n`,
          comicInfo: '<Series>Nowhere</Series><GTIN>9780306406157</GTIN>',
        }),
      });
      const series = await listSeries(server().admin, library.id);
      const idOf = (title: string) => series.find((one) => one.title === title)?.id ?? '';
      return { library, idOf };
    };
    const addProvider = () => addPlugin(server().admin, { name: `proposer-${++made}`, manifest, methods });
    const list = async (libraryId: string, query = '') =>
      (
        await server().admin.get<{ data: MatchProposal[]; total: number }>(
          `/api/v1/match/proposals?libraryId=${libraryId}${query}`,
        )
      ).body;
    const run = async (libraryId: string, body: object) => {
      const { admin } = server();
      const { status, body: started } = await admin.post<{ taskId: string }>(
        `/api/v1/libraries/${libraryId}/match`,
        body,
      );
      expect(status).toBe(202);
      const task = async () =>
        (
          await admin.get<{ status: string; result: Record<string, unknown> }>(
            `/api/v1/tasks/${started.taskId}`,
          )
        ).body;
      await until(async () => ['completed', 'failed'].includes((await task()).status));
      return task();
    };

    test('list candidates of all providers with reasons, even if one provider fails', async () => {
      const { admin, reader } = server();
      const { idOf } = await makeLibrary();
      const provider = await addProvider();
      const broken = await addPlugin(admin, {
        name: `broken-${++made}`,
        manifest,
        methods: `'metadata/series/search': () => fail(-32603, 'It is broken'),`,
      });
      const path = `/api/v1/series/${idOf('Vinland')}/match`;
      const { body } = await admin.post<MatchCandidates>(`${path}/candidates`);
      const own = body.candidates.filter((one) => one.provider === provider.package);
      expect(own.map(({ externalId }) => externalId)).toEqual(['m', 'n']);
      expect(own[0]?.score).toBeGreaterThan(0.9);
      expect(own[0]?.reasons).toMatchObject([
        { kind: 'title', isFor: true },
        { kind: 'kind', isFor: true, detail: 'manga' },
        { kind: 'year', isFor: true, detail: '2005' },
      ]);
      expect(own[1]?.score).toBeLessThan(0.7);
      expect(body.failures).toMatchObject([{ provider: broken.package, message: expect.any(String) }]);
      const asked = await admin.post<MatchCandidates>(`${path}/candidates`, {
        query: 'Kingdom',
        provider: provider.package,
      });
      expect(asked.body.candidates.map(({ externalId }) => externalId).toSorted()).toEqual(['h', 'k']);
      expect((await reader.post(`${path}/candidates`)).status).toBe(403);
      for (const { id } of [provider, broken]) await patchPlugin(admin, id, { isEnabled: false });
    });

    test('wait for review, and can be accepted by field, dismissed, undone or refused permanently', async () => {
      const { admin, reader } = server();
      const { library, idOf } = await makeLibrary();
      const provider = await addProvider();
      const ended = await run(library.id, { noun: 'series' });
      expect([ended.status, ended.result]).toEqual([
        'completed',
        { done: 3, failed: 0, proposed: 2, accepted: 0 },
      ]);
      const { data, total } = await list(library.id);
      expect(total).toBe(2);
      expect(data).toMatchObject([
        { subject: { title: 'Vinland' }, candidate: { externalId: 'm' }, state: 'pending' },
        {
          subject: { title: 'Kingdom' },
          candidate: { externalId: 'k' },
          alternatives: [{ externalId: 'h' }],
        },
      ]);
      expect(data[0]?.changes).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({
            field: 'summary',
            before: null,
            after: 'About Vinland',
            effect: 'changes',
          }),
        ]),
      );
      const metadata = async (title: string) =>
        (await admin.get<SeriesMetadata>(`/api/v1/series/${idOf(title)}/metadata`)).body;
      const path = (i: number) => `/api/v1/match/proposals/${data[i]?.id}`;
      expect((await reader.post(`${path(0)}/accept`)).status).toBe(403);
      expect((await metadata('Vinland')).summary).toBeNull();
      await admin.post(`${path(0)}/accept`, { fields: ['summary'] });
      expect(await metadata('Vinland')).toMatchObject({ summary: 'About Vinland', genres: [] });
      expect((await admin.post(`${path(0)}/accept`)).status).toBe(409);
      const undone = await admin.post<MatchProposal>(`${path(0)}/undo`);
      expect([undone.body.state, (await metadata('Vinland')).summary]).toEqual(['pending', null]);
      const dismissed = await admin.post<MatchProposal>(`${path(1)}/dismiss`, { never: true });
      expect(dismissed.body).toMatchObject({ state: 'dismissed', isRefused: true });
      const accepted = await admin.post<{ accepted: number }>('/api/v1/match/proposals/accept', {
        noun: 'series',
        libraryId: library.id,
        fromScore: 0.9,
      });
      expect(accepted.body.accepted).toBe(1);
      expect(await metadata('Vinland')).toMatchObject({ summary: 'About Vinland', genres: ['From outside'] });
      expect((await list(library.id)).total).toBe(0);
      expect((await list(library.id, '&state=accepted')).total).toBe(1);
      // Series that were already searched are skipped unless `again` is set; refused series are always skipped.
      expect((await run(library.id, { noun: 'series' })).result).toMatchObject({ done: 0 });
      expect((await run(library.id, { noun: 'series', again: true })).result).toMatchObject({
        done: 1,
        proposed: 0,
      });
      const state = await admin.get<MatchState>(`/api/v1/series/${idOf('Kingdom')}/match`);
      expect(state.body).toMatchObject({ isRefused: true, matches: [] });
      await patchPlugin(admin, provider.id, { isEnabled: false });
    });

    test("are accepted automatically from the library's minimum score, also by ISBN", async () => {
      const { admin } = server();
      const { library, idOf } = await makeLibrary();
      const provider = await addProvider();
      await admin.patch(`/api/v1/libraries/${library.id}`, { metadataProviders: { acceptFrom: 0.9 } });
      expect((await run(library.id, { noun: 'series' })).result).toMatchObject({ proposed: 1, accepted: 1 });
      const { body } = await admin.get<SeriesMetadata>(`/api/v1/series/${idOf('Vinland')}/metadata`);
      expect(body).toMatchObject({ summary: 'About Vinland', origins: { summary: { from: 'provider' } } });
      expect((await run(library.id, { noun: 'books' })).result).toMatchObject({ done: 3, accepted: 1 });
      const book = (await listBooks(admin, library.id)).find(({ path }) => path.includes('Nowhere'));
      const read = await admin.get<BookMetadata>(`/api/v1/books/${book?.id}/metadata`);
      expect(read.body).toMatchObject({ summary: 'A book', title: 'Else' });
      await patchPlugin(admin, provider.id, { isEnabled: false });
    });

    test('wait while a service is rate limited, and are visible only to users who see the series', async () => {
      const { admin } = server();
      const { library } = await makeLibrary();
      const provider = await addPlugin(admin, {
        name: `patient-${++made}`,
        manifest,
        begin: 'globalThis.asked = 0;',
        methods: methods.replace(
          "'metadata/series/search': ({ query }) =>",
          `'metadata/series/search': ({ query }) => ++globalThis.asked === 2 ? fail(-32001, 'Slower', { retryAfterSeconds: 1 }) :`,
        ),
      });
      expect((await run(library.id, { noun: 'series' })).result).toMatchObject({
        done: 3,
        failed: 0,
        proposed: 2,
      });
      const [first] = (await list(library.id)).data;
      const limited = await signIn(server(), { role: 'maintainer' });
      const other = await addScannedLibrary(server(), { 'A/1.cbz': await makeCbz({ mark: `lib ${made}` }) });
      await admin.put(`/api/v1/users/${limited.userId}/restrictions`, { sharedLibraryIds: [other.id] });
      expect((await limited.get<{ total: number }>('/api/v1/match/proposals')).body.total).toBe(0);
      expect((await limited.post(`/api/v1/match/proposals/${first?.id}/accept`)).status).toBe(404);
      expect((await limited.post(`/api/v1/libraries/${library.id}/match`, { noun: 'series' })).status).toBe(
        404,
      );
      await patchPlugin(admin, provider.id, { isEnabled: false });
    });

    test('start only for the noun that the caller can edit', async () => {
      const { library } = await makeLibrary();
      const provider = await addProvider();
      const permissions = ['libraries:read', 'series:read', 'series:write', 'books:read'];
      const { key } = await makeKey(server().admin, { permissions });
      const start = async (path: string, noun: string) =>
        (await server().as({ 'x-api-key': key }).post(`/api/v1/libraries/${library.id}/${path}`, { noun }))
          .status;
      for (const path of ['match', 'match/refresh']) {
        expect([path, await start(path, 'books')]).toEqual([path, 403]);
        expect([path, await start(path, 'series')]).toEqual([path, 202]);
      }
      await patchPlugin(server().admin, provider.id, { isEnabled: false });
    });
  },
  { withTasks: true, environment: online },
);
