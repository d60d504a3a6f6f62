import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ErrorBody } from '@lectern/contract/errors';
import type { ImportDto, ImportKind } from '@lectern/contract/import/imports';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exportTo } from '#features/export/index.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import { startTestServer, type TestServer, withServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import { type Household, makeHousehold } from '../../../test/household.ts';
import { makeTar } from '../../../test/makers/tar.ts';
import { makeZip } from '../../../test/makers/zip.ts';
import { copySample, hasSampleBooks, layOutBooks, makeScratch } from '../../../test/peers/samples.ts';
import { readPeer, unpackGiven } from './sources/index.ts';

const path = '/api/v1/admin/imports';

/** Lists the relative file paths of a folder. */
const listFiles = (folder: string, top = '') =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => {
      const file = join(one.parentPath, one.name);
      return { name: top + file.slice(folder.length + 1), content: readFileSync(file) };
    });

let old: TestServer;
let household: Household;
let folder: string;

beforeAll(async () => {
  old = await startTestServer({ withTasks: true });
  household = await makeHousehold(old, 'packed');
  folder = join(old.folder, 'export');
  const { config } = loadConfig({ environment: old.environment, cwd: old.folder });
  await exportTo(folder, config, { secrets: true });
}, 120_000);
afterAll(() => old.stop());

withServer(
  'a packed export',
  (server) => {
    const send = async <T = ImportDto>(to: string, bytes: Uint8Array, name: string) => {
      const raw = new FormData();
      raw.append('file', new Blob([new Uint8Array(bytes)]), name);
      return server().admin.request<T>('POST', to, { raw });
    };
    const finish = async ({ id }: ImportDto): Promise<ImportDto> => {
      expect((await server().admin.post(`${path}/${id}/start`)).status).toBe(202);
      const isDone = async () => {
        const now = (await server().admin.get<ImportDto>(`${path}/${id}`)).body;
        return now.status !== 'running' && now;
      };
      return vi.waitUntil(isDone, { timeout: 60_000, interval: 50 });
    };
    const find = ({ outcomes }: ImportDto, kind: ImportKind) => outcomes?.find((one) => one.kind === kind);
    const refusalOf = async (bytes: Uint8Array, name = 'x.zip') => {
      const { status, body } = await send<ErrorBody>(`${path}/upload`, bytes, name);
      return [status, body.reason, body.message];
    };

    test('is uploaded as a zip and imported with covers and fonts', { timeout: 90_000 }, async () => {
      const zip = makeZip(listFiles(folder, 'my export/').map((one) => ({ ...one, method: 'deflate' })));
      const { status, body } = await send(`${path}/upload`, zip, 'my export.zip');
      expect([status, body.program, body.source]).toEqual([
        201,
        'Lectern',
        { kind: 'upload', name: 'my export.zip' },
      ]);
      expect(body.plan).toMatchObject({ obstacle: null, leftOut: [], books: 8, booksFound: 8 });
      const log = await send<ErrorBody>(`${path}/${body.id}/log`, zip, 'x-wal');
      expect([log.status, log.body.reason]).toEqual([409, 'import_no_log']);
      const done = await finish(body);
      expect([done.status, done.failure]).toEqual(['completed', null]);
      expect(find(done, 'users')).toMatchObject({ notes: [] });
      for (const kind of ['bookCovers', 'fonts', 'places', 'settings'] as const)
        expect([kind, find(done, kind)?.notes]).toEqual([kind, []]);
      expect(
        (find(done, 'bookCovers')?.taken ?? 0) + (find(done, 'seriesCovers')?.taken ?? 0),
      ).toBeGreaterThan(0);
      expect(find(done, 'fonts')?.taken).toBeGreaterThan(0);
      const { username, password } = household.anna;
      expect((await server().post('/api/v1/auth/login', { username, password })).status).toBe(200);
      // The temporary folders are removed.
      const left = readdirSync(join(server().folder, 'data', 'imports')).filter((name) =>
        /^reading-/.test(name),
      );
      expect(left).toEqual([]);
    });

    test('is read from a tar.gz path, and imports nothing twice', { timeout: 90_000 }, async () => {
      const file = join(server().folder, 'export.tar.gz');
      writeFileSync(file, gzipSync(makeTar(listFiles(folder), { dialect: 'pax' })));
      const { status, body } = await server().admin.post<ImportDto>(path, { path: file });
      expect([status, body.program, body.source]).toEqual([201, 'Lectern', { kind: 'path', name: file }]);
      // The import uses a copy, so that the file may be deleted.
      writeFileSync(file, 'gone');
      const done = await finish(body);
      expect(done.status).toBe('completed');
      expect(done.outcomes?.filter(({ taken }) => taken > 0)).toEqual([]);
    });

    test('is rejected with a message when it is malicious', async () => {
      const mark = { name: 'export.json', content: '{}' };
      const refused = [
        422,
        'import_archive_refused',
        expect.stringMatching(/^The archive cannot be imported: /),
      ];
      expect(await refusalOf(makeZip([mark, { name: '../x', content: 'x' }]))).toEqual(refused);
      expect(
        await refusalOf(makeZip([mark, { name: 'x', content: '/etc/passwd', unixMode: 0o120777 }])),
      ).toEqual(refused);
      const zeros = {
        name: 'books.jsonl',
        content: Buffer.alloc(300 * 1024 ** 2),
        method: 'deflate',
      } as const;
      expect(await refusalOf(makeZip([mark, zeros]))).toEqual(refused);
      expect(await refusalOf(makeZip([{ name: 'x', content: 'x' }]))).toEqual([
        422,
        'import_not_found_in',
        'x.zip contains no database of a supported server.',
      ]);
      expect(await refusalOf(makeZip([mark]))).toMatchObject([422, 'import_no_export', expect.anything()]);
      const left = readdirSync(join(server().folder, 'data', 'imports')).filter((name) =>
        /^reading-/.test(name),
      );
      expect(left).toEqual([]);
    });
  },
  { withTasks: true },
);

test.skipIf(!hasSampleBooks)('codex export contains the same data as the database', async () => {
  const scratch = makeScratch();
  const ofDatabase = await readPeer(copySample('codex', scratch), scratch);
  const exported = await unpackGiven(copySample('codex/codex-export.tar.gz', scratch), scratch);
  const ofExport = await readPeer(exported, scratch);
  const comparable = (snapshot: typeof ofExport, from: string) =>
    JSON.parse(JSON.stringify(snapshot).replaceAll(JSON.stringify(from).slice(1, -1), '/from'));
  const a = comparable(ofExport, exported);
  const b = comparable(ofDatabase, join(scratch, 'codex'));
  for (const field of Object.keys(b)) {
    const inOrder = (list: unknown) =>
      Array.isArray(list) ? list.map((one) => JSON.stringify(one)).toSorted() : list;
    expect(inOrder(a[field]), field).toEqual(inOrder(b[field]));
  }
  expect(ofExport.books).toHaveLength(21);
});

test.skipIf(!hasSampleBooks)('an uploaded Codex export includes uploaded covers', async () => {
  const server = await startTestServer({ withTasks: true });
  try {
    const scratch = makeScratch();
    const file = copySample('codex/codex-export.tar.gz', scratch);
    const { books } = await readPeer(copySample('codex', scratch), scratch);
    const media = join(server.folder, 'media');
    layOutBooks(
      media,
      books.map((one) => ({ path: one.path.replace('/mnt/', ''), sizeBytes: one.sizeBytes })),
    );
    const raw = new FormData();
    raw.append('file', new Blob([readFileSync(file)]), 'codex.tar.gz');
    const { body } = await server.admin.request<ImportDto>('POST', `${path}/upload`, { raw });
    expect(body).toMatchObject({
      program: 'Codex',
      plan: { books: 21, places: 9, leftOut: expect.anything() },
    });
    const maps = [{ from: '/mnt', to: media }];
    const mapped = await server.admin.patch<ImportDto>(`${path}/${body.id}`, { maps });
    expect(mapped.body.plan).toMatchObject({ booksFound: 21, placesFound: 9 });
    expect((await server.admin.post(`${path}/${body.id}/start`)).status).toBe(202);
    const done = await until(async () => {
      const now = (await server.admin.get<ImportDto>(`${path}/${body.id}`)).body;
      return now.status !== 'running' && now;
    });
    expect(done.outcomes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'seriesCovers', taken: 1, notes: [] }),
        expect.objectContaining({ kind: 'bookCovers', taken: 1, notes: [] }),
      ]),
    );
  } finally {
    await server.stop();
  }
});
