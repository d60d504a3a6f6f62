// Provider covers over the API: chosen by users, or set automatically. A loopback server sends the images, and data
// that is not an image.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import type { MatchCovers, MatchState } from '@lectern/contract/matching';
import type { Cover } from '@lectern/contract/serving/covers';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { isQuiet } from '../../../../test/harness/is-quiet.ts';
import { addScannedLibrary, listBooks, scan } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { until } from '../../../../test/harness/until.ts';
import { makeCbz, makeEpub } from '../../../../test/makers/books.ts';
import { makeImage } from '../../../../test/makers/images.ts';
import { addPlugin, online, pluginsPath } from '../../../../test/plugins/plugin-calls.ts';

async function listen(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const asked: string[] = [];
const answers = new Map<string, (response: Parameters<RequestListener>[1]) => unknown>();
const origin = await listen((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const answer = answers.get(path);
  if (!answer) return void response.writeHead(404).end();
  answer(response);
});
/** A server in the same private network, which must not be contacted. */
const inner: string[] = [];
const innerOrigin = await listen((request, response) => {
  inner.push(request.url ?? '');
  response.end();
});

const squares = await Promise.all([1, 2, 3].map((n) => makeImage({ width: 100 * n, height: 100 * n })));
const [small, middle, large] = squares;
const send = (bytes: Uint8Array | string | undefined) => (response: Parameters<RequestListener>[1]) =>
  response.end(bytes);

beforeEach(() => {
  asked.length = 0;
  answers.clear();
  answers.set('/1', send(small)).set('/2', send(middle)).set('/3', send(large));
});

/** A PNG of 60,000 × 60,000 pixels in a few kilobytes. */
function makeBomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.from([0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 1, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const { crc32: crc } = await import('node:zlib');

let made = 0;
const environment = { ...online, LECTERN_ONLINE_ALLOWED_ORIGINS: origin };

withServer(
  'provider covers',
  (server) => {
    /** Adds a provider with covers. The id selects which ones. */
    const addProvider = () =>
      addPlugin(server().admin, {
        name: `covers-${++made}`,
        manifest: { capabilities: { metadataProvider: ['series', 'book'] } },
        methods: (['series', 'book'] as const)
          .map(
            (kind) => `'metadata/${kind}/get': ({ externalId }) => {
              const [coverUrl, ...covers] = externalId.split(' ')
                .map((one) => (one.startsWith('/') ? ${JSON.stringify(origin)} + one : one));
              return { externalId, title: 'Saga', coverUrl, covers: covers.map((url) => ({ url })) };
            },`,
          )
          .join('\n'),
      });
    const makeLibrary = async (covers?: string, files?: Record<string, string | Buffer>) => {
      const library = await addScannedLibrary(
        server(),
        files ?? { 'Saga/1.cbz': await makeCbz({ mark: `covers ${++made}` }) },
      );
      const { admin } = server();
      if (covers) await admin.patch(`/api/v1/libraries/${library.id}`, { metadataProviders: { covers } });
      const [book] = await listBooks(admin, library.id);
      if (!book) throw new Error('Nothing was found');
      return {
        library,
        book,
        paths: { books: `/api/v1/books/${book.id}`, series: `/api/v1/series/${book.seriesId}` },
      };
    };
    const listCovers = async (path: string) =>
      (await server().admin.get<{ covers: Cover[] }>(`${path}/covers`)).body.covers;
    const shown = async (path: string) => (await listCovers(path)).find(({ isSelected }) => isSelected);
    const match = (path: string, provider: string, externalId: string, client: Client = server().admin) =>
      client.put<MatchState>(`${path}/match`, { provider, externalId });
    const settled = () => until(() => isQuiet(server().admin));
    const widthOf = async (path: string) =>
      (await sharp((await server().reader.get(`${path}/thumbnail`)).bytes).metadata()).width;

    test('are fetched with their dimensions, and selected by editors', async () => {
      const { admin, reader } = server();
      const plugin = await addProvider();
      const { paths } = await makeLibrary();
      for (const path of Object.values(paths)) {
        await match(path, plugin.package, '/1 /2 /gone');
        expect((await reader.post(`${path}/match/covers`)).status).toBe(403);
        const { status, body } = await admin.post<MatchCovers>(`${path}/match/covers`);
        expect([status, body.failures]).toMatchObject([
          200,
          [{ provider: plugin.package, reason: { reason: 'cover_gone' } }],
        ]);
        const provided = body.covers.filter(({ source }) => source === 'provider');
        expect(provided).toMatchObject([
          { providerName: plugin.displayName, isSelected: false, mediaType: 'image/jpeg' },
          { providerName: plugin.displayName, isSelected: false, mediaType: 'image/jpeg' },
        ]);
        expect(provided.map(({ width }) => width).toSorted()).toEqual([100, 200]);
        const two = provided.find(({ width }) => width === 200)?.id;
        expect((await admin.put(`${path}/covers/${two}/select`)).status).toBe(200);
        expect(await shown(path)).toMatchObject({ id: two, source: 'provider' });
        const image = await reader.get(`${path}/covers/${two}/image`);
        expect(image.bytes.equals(middle ?? Buffer.alloc(0))).toBe(true);
        // Stored covers are not downloaded again; missing ones are not requested for a day.
        asked.length = 0;
        await admin.post(`${path}/match/covers`);
        expect(asked).toEqual([]);
        // The provider returns another cover. The unused one is removed.
        await match(path, plugin.package, '/3');
        const now = (await admin.post<MatchCovers>(`${path}/match/covers`)).body.covers;
        const widths = now.flatMap(({ source, width }) => (source === 'provider' ? [width] : []));
        expect(widths.toSorted()).toEqual([200, 300]);
      }
    });

    test('replace automatic covers if the library prefers provider covers, until the match is removed', async () => {
      const { admin } = server();
      const plugin = await addProvider();
      const { library, paths } = await makeLibrary('preferred');
      for (const path of Object.values(paths)) {
        const before = await shown(path);
        await match(path, plugin.package, '/1');
        await until(async () => (await shown(path))?.source === 'provider');
        expect(await shown(path)).toMatchObject({ width: 100, providerName: plugin.displayName });
        expect(await widthOf(path)).toBe(100);
        await scan(server(), library.id, 'mode=deep');
        expect((await shown(path))?.width).toBe(100);
        // Another match has another cover, which replaces the first.
        await match(path, plugin.package, '/2');
        await until(async () => (await shown(path))?.width === 200);
        const provided = async () => (await listCovers(path)).filter(({ source }) => source === 'provider');
        await until(async () => (await provided()).length === 1);
        expect((await admin.post(`${path}/match/undo`)).status).toBe(200);
        await until(async () => (await shown(path))?.width === 100);
        await admin.delete(`${path}/match`);
        await until(async () => (await shown(path))?.id === before?.id);
        expect((await listCovers(path)).some(({ source }) => source === 'provider')).toBe(false);
      }
    });

    test('never replace a cover that a user chose, including the cover of the file', async () => {
      const { admin } = server();
      const plugin = await addProvider();
      const { paths } = await makeLibrary('preferred');
      const upload = async (path: string) => {
        const form = new FormData();
        form.append('file', new Blob([new Uint8Array(await makeImage({ width: 70, height: 70 }))]), 'a');
        return admin.request<Cover>('POST', `${path}/cover`, { raw: form });
      };
      await upload(paths.books);
      await match(paths.books, plugin.package, '/1');
      await admin.put(`${paths.series}/covers/first_book/select`);
      await match(paths.series, plugin.package, '/1');
      await settled();
      expect([(await shown(paths.books))?.width, (await shown(paths.series))?.id]).toEqual([
        70,
        'first_book',
      ]);
      expect(asked).toEqual([]);
      // Without a user's choice, the next refresh sets the provider cover.
      await admin.delete(`${paths.series}/covers/selected`);
      await admin.post(`${paths.series}/match/refresh`);
      await until(async () => (await shown(paths.series))?.source === 'provider');
      // The user selects the book's cover permanently.
      await admin.put(`${paths.series}/covers/first_book/select`);
      await admin.post(`${paths.series}/match/refresh`);
      await settled();
      expect((await shown(paths.series))?.id).toBe('first_book');
    });

    test('fill missing covers, unless the library setting forbids it', async () => {
      const plugin = await addProvider();
      const { admin } = server();
      const { paths } = await makeLibrary();
      const files = (name: string) => ({
        [`${name}/No cover.epub`]: makeEpub({ metadata: `<dc:title>${name}</dc:title>` }),
      });
      const bare = await makeLibrary(undefined, files('A'));
      const other = await makeLibrary(undefined, files('B'));
      const bares = [bare.paths.books, other.paths.series];
      for (const path of [...Object.values(paths), ...bares]) await match(path, plugin.package, '/1');
      for (const path of bares) await until(async () => (await shown(path))?.source === 'provider');
      await settled();
      expect([(await shown(paths.books))?.source, (await shown(paths.series))?.source]).toEqual([
        'embedded',
        'first_book',
      ]);
      expect(await widthOf(bare.paths.books)).toBe(100);
      const change = (covers: string, id: string) =>
        admin.patch(`/api/v1/libraries/${id}`, { metadataProviders: { covers } });
      await change('never', bare.library.id);
      await change('never', other.library.id);
      await until(async () => (await shown(other.paths.series))?.source === 'first_book');
      await until(async () => (await shown(bare.paths.books))?.source === 'embedded');
      await change('preferred', bare.library.id);
      await until(async () => (await shown(bare.paths.books))?.source === 'provider');
      expect((await change('always', bare.library.id)).status).toBe(400);
    });

    test('are removed with their plugin, except those chosen by a user', async () => {
      const { admin } = server();
      const plugin = await addProvider();
      const { paths } = await makeLibrary('preferred');
      for (const path of Object.values(paths)) {
        await match(path, plugin.package, '/1');
        await until(async () => (await shown(path))?.source === 'provider');
      }
      const chosen = await shown(paths.books);
      await admin.put(`${paths.books}/covers/${chosen?.id}/select`);
      await admin.delete(`${pluginsPath}/${plugin.id}`);
      await until(async () => (await shown(paths.series))?.source === 'first_book');
      await settled();
      expect((await shown(paths.books))?.id).toBe(chosen?.id);
    });

    test('are rejected if they are not an image, too large, or in a private network', async () => {
      const { admin } = server();
      const plugin = await addProvider();
      const { paths } = await makeLibrary('preferred');
      const bomb = makeBomb();
      const hostile: Record<string, (response: Parameters<RequestListener>[1]) => unknown> = {
        '/html': (response) =>
          response.setHeader('content-type', 'image/png').end('<!doctype html><title>Sign in</title>'),
        '/svg': send('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
        '/huge': (response) => {
          const more = () => {
            while (!response.destroyed && response.write(Buffer.alloc(256 * 1024)));
          };
          response.write('GIF89a');
          response.on('drain', more);
          more();
        },
        '/bomb': send(bomb),
        '/cut': send(small?.subarray(0, 60)),
        '/inner': (response) => response.writeHead(302, { location: `${innerOrigin}/secret` }).end(),
        '/metadata': (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
        '/fault': (response) => response.writeHead(500).end(small),
      };
      for (const [path, answer] of Object.entries(hostile)) answers.set(path, answer);
      const names = [...Object.keys(hostile), `${innerOrigin}/direct`];
      const before = await shown(paths.books);
      await match(paths.books, plugin.package, names.join(' '));
      const { body } = await admin.post<MatchCovers>(`${paths.books}/match/covers`);
      expect(body.failures).toHaveLength(names.length);
      const reasons = body.failures.map(({ reason }) => reason?.reason).toSorted();
      expect(new Set(reasons)).toEqual(new Set(['cover_no_picture', 'cover_not_fetched']));
      expect(inner).toEqual([]);
      for (const name of names) {
        await match(paths.books, plugin.package, name);
        await settled();
        expect(await shown(paths.books)).toEqual(before);
      }
      expect((await admin.get('/health')).status).toBe(200);
    });

    test('stay until a replacement is decoded, and are scaled down if they are very large', async () => {
      const { admin } = server();
      const plugin = await addProvider();
      const { paths } = await makeLibrary('preferred');
      await match(paths.books, plugin.package, '/1');
      await until(async () => (await shown(paths.books))?.width === 100);
      answers.set('/broken', send(middle?.subarray(0, 80)));
      await match(paths.books, plugin.package, '/broken');
      await settled();
      expect((await shown(paths.books))?.width).toBe(100);
      answers.set('/wide', send(await makeImage({ width: 4_000, height: 3_000, format: 'jpeg' })));
      await match(paths.books, plugin.package, '/wide');
      await until(async () => (await shown(paths.books))?.width !== 100);
      expect(await shown(paths.books)).toMatchObject({
        width: 2_400,
        height: 1_800,
        mediaType: 'image/jpeg',
      });
      expect((await admin.delete(`${paths.books}/covers/${(await shown(paths.books))?.id}`)).status).toBe(
        204,
      );
      // A cover that was deleted is not set automatically again.
      await admin.post(`${paths.books}/match/refresh`);
      await settled();
      expect((await shown(paths.books))?.source).toBe('embedded');
    });
  },
  { withTasks: true, environment },
);
