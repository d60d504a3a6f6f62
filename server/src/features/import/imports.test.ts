import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ErrorBody } from '@lectern/contract/errors';
import type { User } from '@lectern/contract/identity/users';
import type { ImportDto, ImportKind } from '@lectern/contract/import/imports';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { waitForQuiet } from '../../../test/harness/quiet.ts';
import { startTestServer, withServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import type { PeerRows } from '../../../test/peers/fill.ts';
import { aSmallKomga, komgaPassword, layOutKomga, makeKomgaDatabase } from '../../../test/peers/komga.ts';

const path = '/api/v1/admin/imports';
let made = 0;

const writeForever = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { utimesSync } = require('node:fs');
  for (let n = workerData.first; ; n++) {
    utimesSync(workerData.file, n, n);
    if (n === workerData.first) parentPort.postMessage('writing');
  }`;

withServer(
  'imports over the API',
  (server) => {
    async function aKomga(change?: (rows: PeerRows) => PeerRows) {
      const mark = `i${++made}`;
      const folder = mkdtempSync(join(server().folder, 'komga-'));
      const { media, file } = await layOutKomga(folder, mark, change);
      return { mark, folder, media, file, maps: [{ from: '/mnt/comics', to: media }] };
    }
    const send = <T = ImportDto>(to: string, file: string, name = 'database.sqlite') => {
      const raw = new FormData();
      raw.append('file', new Blob([readFileSync(file)]), name);
      return server().admin.request<T>('POST', to, { raw });
    };
    const upload = async (file: string): Promise<ImportDto> => {
      const { status, body } = await send(`${path}/upload`, file);
      expect([status, body]).toEqual([201, expect.anything()]);
      return body;
    };
    const show = async (id: string) => (await server().admin.get<ImportDto>(`${path}/${id}`)).body;
    async function carryOut(id: string): Promise<ImportDto> {
      expect((await server().admin.post(`${path}/${id}/start`)).status).toBe(202);
      await until(async () => (await show(id)).status !== 'running');
      await waitForQuiet(server());
      return show(id);
    }
    const newOf = ({ outcomes }: ImportDto, kind: ImportKind) =>
      outcomes?.find((one) => one.kind === kind)?.taken;
    const listUsers = async () =>
      (await server().admin.get<{ data: User[] }>('/api/v1/users?pageSize=500')).body.data;
    /** Lists the stored files of all imports. */
    const listKept = () => {
      const folder = join(server().folder, 'data', 'imports');
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map(({ name }) => name);
    };

    test('recognizes an uploaded database, maps folders, shows the plan, imports, and deletes the upload', async () => {
      const { mark, file, maps, media } = await aKomga();
      const given = await upload(file);
      expect(given).toMatchObject({
        status: 'ready',
        program: 'Komga',
        source: { kind: 'upload', name: 'database.sqlite' },
        plan: {
          libraries: [{ name: `Comics ${mark}`, existing: null, roots: [{ from: '/mnt/comics', to: null }] }],
          counts: { users: 2, places: 2, readLists: 1 },
          obstacle: { reason: 'import_no_books' },
        },
      });
      const blocked = await server().admin.post<ErrorBody>(`${path}/${given.id}/start`);
      expect([blocked.status, blocked.body.reason]).toEqual([409, 'import_no_books']);
      const mapped = await server().admin.patch<ImportDto>(`${path}/${given.id}`, { maps });
      expect(mapped.body.plan).toMatchObject({
        libraries: [{ roots: [{ from: '/mnt/comics', to: media }], books: 2, booksFound: 2 }],
        users: [
          { username: `boss-${mark}`, isAdmin: true, isKnown: false, places: 0 },
          { username: `anna-${mark}`, isAdmin: false, places: 2, placesFound: 2 },
        ],
        obstacle: null,
      });
      if (server().kind === 'sqlite') {
        expect(listKept()).toEqual(expect.arrayContaining(['database', 'snapshot', 'state']));
        const kept = join(server().folder, 'data', 'imports', given.id, 'database');
        expect(statSync(kept).mode & 0o777).toBe(0o600);
      }

      const done = await carryOut(given.id);
      expect(done).toMatchObject({ status: 'completed', expiresAt: null, failure: null });
      expect([newOf(done, 'users'), newOf(done, 'places'), newOf(done, 'readLists')]).toEqual([2, 2, 1]);
      expect(done.backup === null).toBe(server().kind === 'postgres');
      expect(listKept().filter((name) => name !== 'state' && name !== 'missing')).toEqual([]);
      const login = { username: `anna-${mark}@example.com`, password: komgaPassword.typed };
      expect((await server().post('/api/v1/auth/login', login)).status).toBe(200);
      const over = await server().admin.post<ErrorBody>(`${path}/${given.id}/start`);
      expect([over.status, over.body.reason]).toEqual([409, 'import_ended']);
    });

    test('imports only new data when the same path is imported again', async () => {
      const { file, maps, mark } = await aKomga();
      const create = async () => {
        const { status, body } = await server().admin.post<ImportDto>(path, { path: join(file, '..'), maps });
        expect(status).toBe(201);
        return body;
      };
      const first = await carryOut((await create()).id);
      expect([newOf(first, 'users'), newOf(first, 'places')]).toEqual([2, 2]);
      const database = new SqliteDatabase(file);
      database.exec(
        `insert into READ_PROGRESS (BOOK_ID, USER_ID, PAGE, COMPLETED, READ_DATE) values ('b1', 'u1', 1, 0, '2026-02-02 10:00:00')`,
      );
      database.close();
      const second = await create();
      expect(second.plan.users).toMatchObject([
        { username: `boss-${mark}`, isKnown: true },
        { isKnown: true },
      ]);
      const again = await carryOut(second.id);
      expect(again.outcomes?.filter(({ taken }) => taken > 0)).toMatchObject([{ kind: 'places', taken: 1 }]);
    });

    test('imports the latest changes from the log of an uploaded database', async () => {
      const { file, folder, maps } = await aKomga();
      const database = new SqliteDatabase(file);
      database.pragma('journal_mode = WAL');
      database.exec(
        `insert into READ_PROGRESS (BOOK_ID, USER_ID, PAGE, COMPLETED, READ_DATE) values ('b1', 'u1', 1, 0, '2026-02-02 10:00:00')`,
      );
      for (const suffix of ['', '-wal']) copyFileSync(file + suffix, join(folder, `copy${suffix}`));
      database.close();
      const { id, plan } = await upload(join(folder, 'copy'));
      expect(plan.places).toBe(2);
      const torn = join(folder, 'torn-wal');
      writeFileSync(torn, 'a letter');
      const added = await send(`${path}/${id}/log`, join(folder, 'copy-wal'), 'copy-wal');
      expect([added.status, added.body.hasLog, added.body.plan.places]).toEqual([200, true, 3]);
      const byPath = await server().admin.post<ImportDto>(path, { path: file, maps });
      const refused = await send<ErrorBody>(`${path}/${byPath.body.id}/log`, torn, 'x-wal');
      expect([refused.status, refused.body.reason]).toEqual([409, 'import_no_log']);
      for (const one of [id, byPath.body.id])
        expect((await server().admin.delete(`${path}/${one}`)).status).toBe(204);
    });

    test('rejects unsupported files with a message, and stores nothing', async () => {
      const { folder, file } = await aKomga();
      const at = (name: string) => join(folder, name);
      const before = (await server().admin.get<{ imports: unknown[] }>(path)).body.imports.length;
      writeFileSync(at('letter'), 'a letter');
      writeFileSync(at('encrypted'), Buffer.alloc(8_192, 7));
      const newer = makeKomgaDatabase(at('newer'), aSmallKomga('/mnt', [1, 1]), {
        version: '20990101000000',
      });
      const foreign = new SqliteDatabase(at('foreign'));
      foreign.exec('create table letters (x)');
      foreign.close();
      copyFileSync(file, at('torn'));
      truncateSync(at('torn'), 20_000);
      const hostile = new SqliteDatabase(at('hostile'));
      hostile.exec(`create view flyway_schema_history as select load_extension('x') as version;
        create view READ_PROGRESS as select 1; create view USER as select 1`);
      hostile.close();
      for (const [name, reason] of [
        ['letter', 'import_no_database'],
        ['encrypted', 'import_no_database'],
        ['newer', 'import_too_new'],
        ['foreign', 'import_unknown_program'],
        ['torn', 'import_cut_off'],
        ['hostile', 'import_unknown_program'],
      ] as const) {
        const byUpload = await send<ErrorBody>(`${path}/upload`, at(name), `${name}.sqlite`);
        expect([name, byUpload.status, byUpload.body.reason]).toEqual([name, 422, reason]);
        // Messages do not contain the temporary path.
        expect(byUpload.body.message).not.toContain(server().folder);
        const byPath = await server().admin.post<ErrorBody>(path, { path: at(name) });
        expect([name, byPath.status, byPath.body.reason]).toEqual([name, 422, reason]);
      }
      expect(newer).toBe(at('newer'));
      expect((await server().admin.get<{ imports: unknown[] }>(path)).body.imports).toHaveLength(before);
    });

    test('rejects a database that is constantly written, without affecting its program', async () => {
      const { folder, file } = await aKomga();
      const busy = join(folder, 'busy.sqlite');
      writeFileSync(busy, Buffer.concat([readFileSync(file), Buffer.alloc(64 * 1024 ** 2)]));
      // Separate threads write without waiting.
      const writers = [0, 1, 2].map(
        (first) => new Worker(writeForever, { eval: true, workerData: { file: busy, first } }),
      );
      await Promise.all(writers.map((one) => once(one, 'message')));
      const { status, body } = await server().admin.post<ErrorBody>(path, { path: busy });
      await Promise.all(writers.map((one) => one.terminate()));
      expect([status, body.reason]).toEqual([422, 'import_busy']);
    });

    test('reports data that cannot be imported, as data and in English', async () => {
      const { file, maps, mark } = await aKomga((rows) => ({
        ...rows,
        LIBRARY: (rows.LIBRARY ?? []).map((row) => ({ ...row, ONESHOTS_DIRECTORY: 'One-Shots' })),
        THUMBNAIL_BOOK: [
          {
            ID: 't1',
            BOOK_ID: 'b1',
            TYPE: 'USER_UPLOADED',
            SELECTED: 1,
            THUMBNAIL: new Uint8Array([1, 2, 3]),
          },
        ],
      }));
      const { body } = await server().admin.post<ImportDto>(path, { path: file, maps });
      expect(body.plan.leftOut).toContainEqual({
        reason: 'import_left_oneshots',
        params: { count: 1 },
        message: expect.stringMatching(/^One-shot folders \(1\): /),
      });
      const user = `anna-${mark}`;
      expect(body.plan.users.flatMap(({ notes }) => notes)).toContainEqual({
        reason: 'import_user_may_download',
        params: { user, program: 'Komga' },
        message: `${user} can download files, which Komga did not allow`,
      });
      const { outcomes } = await carryOut(body.id);
      const [note] = outcomes?.find(({ kind }) => kind === 'bookCovers')?.notes ?? [];
      expect(note).toMatchObject({
        reason: 'import_note_cover',
        params: { name: expect.stringMatching(/\.cbz$/), why: note?.cause?.message },
        cause: { reason: 'not_a_picture' },
      });
    });

    test('accepts only paths on the server and existing mapped folders', async () => {
      const { folder, file, maps } = await aKomga();
      const refusal = async (body: object) => {
        const answer = await server().admin.post<ErrorBody & { details: { issues: { code: string }[] } }>(
          path,
          body,
        );
        return [answer.status, answer.body.details?.issues?.[0]?.code ?? answer.body.reason];
      };
      mkdirSync(join(folder, 'empty'));
      expect(await refusal({ path: join(folder, 'nowhere') })).toEqual([422, 'import_file_missing']);
      expect(await refusal({ path: join(folder, 'empty') })).toEqual([422, 'import_not_found_in']);
      for (const special of ['/dev/zero', '/proc/self/mem', '/proc/self/maps', '/proc/self'])
        expect([special, ...(await refusal({ path: special }))]).toEqual([special, 400, 'import_no_file']);
      expect(await refusal({ path: join(server().folder, 'data', 'lectern.db') })).toEqual([
        422,
        server().kind === 'sqlite' ? 'import_file_of_server' : 'import_file_missing',
      ]);
      const nowhere = [{ from: '/mnt/comics', to: join(folder, 'nowhere') }];
      expect(await refusal({ path: file, maps: nowhere })).toEqual([400, 'folder_missing']);
      expect(maps).toHaveLength(1);
      expect((await server().reader.post(path, { path: file })).status).toBe(403);
    });

    test('lists missing books with their paths, and renames users whose name is taken', async () => {
      const { maps, file, mark } = await aKomga((rows) => ({
        ...rows,
        BOOK: (rows.BOOK ?? []).map((row) =>
          row.ID === 'b2' ? { ...row, URL: 'file:/mnt/comics/Saga/Gone.cbz', FILE_SIZE: 1 } : row,
        ),
      }));
      const taken = {
        username: `anna-${mark}`,
        email: `other-${mark}@example.com`,
        password: 'long enough 1',
        role: 'reader',
      };
      expect((await server().admin.post('/api/v1/users', taken)).status).toBe(201);
      const { body } = await server().admin.post<ImportDto>(path, { path: file, maps });
      const listed = async () => (await server().admin.get(`${path}/${body.id}/missing?pageSize=10`)).body;
      const missing = { total: 1, data: [{ path: '/mnt/comics/Saga/Gone.cbz', library: `Comics ${mark}` }] };
      expect(await listed()).toMatchObject(missing);
      const done = await carryOut(body.id);
      expect(done.outcomes).toContainEqual({
        kind: 'books',
        taken: 0,
        known: 1,
        lost: 1,
        notes: [],
        noteCount: 1,
      });
      expect(await listed()).toMatchObject(missing);
      const names = (await listUsers()).filter(({ email }) => email === `anna-${mark}@example.com`);
      expect(names).toMatchObject([{ username: `anna-${mark}-2` }]);
    });

    test('runs one import at a time, and restarts a canceled one', async () => {
      const first = await aKomga();
      const second = await aKomga();
      const [a, b] = await Promise.all(
        [first, second].map(
          async ({ file, maps }) => (await server().admin.post<ImportDto>(path, { path: file, maps })).body,
        ),
      );
      if (!a || !b) throw new Error('Two were given');
      expect((await server().admin.post(`${path}/${a.id}/start`)).status).toBe(202);
      const refused = await server().admin.post<ErrorBody>(`${path}/${b.id}/start`);
      expect([refused.status, refused.body.reason]).toEqual([409, 'import_running']);
      const removed = await server().admin.delete<ErrorBody>(`${path}/${a.id}`);
      expect([removed.status, removed.body.reason]).toEqual([409, 'import_running']);
      expect((await server().admin.post(`${path}/${a.id}/cancel`)).status).toBe(202);
      await until(async () => (await show(a.id)).status === 'cancelled');
      const idle = await server().admin.post<ErrorBody>(`${path}/${a.id}/cancel`);
      expect([idle.status, idle.body.reason]).toEqual([409, 'import_not_running']);
      const done = await carryOut(a.id);
      expect([done.status, newOf(done, 'places')]).toEqual(['completed', 2]);
      expect((await server().admin.delete(`${path}/${a.id}`)).status).toBe(204);
      expect((await server().admin.get(`${path}/${a.id}`)).status).toBe(404);
      expect((await carryOut(b.id)).status).toBe('completed');
    });
  },
  // With a single task slot, the import must let the scans run.
  { withTasks: true, environment: { LECTERN_TASKS_WORKERS: '1' } },
);

test('rejects a path outside the allowed folders, whether it exists or not', async () => {
  const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'lectern-allowed-'));
  const server = await startTestServer({ environment: { LECTERN_SCANNER_ALLOWED_ROOTS: folder } });
  try {
    for (const given of ['/etc/passwd', '/nowhere/at/all', join(folder, '..')]) {
      const { status, body } = await server.admin.post<ErrorBody>(path, { path: given });
      expect([given, status, body.reason]).toEqual([given, 422, 'import_file_elsewhere']);
    }
  } finally {
    await server.stop();
  }
});

test.each([
  [23, ['database', 'missing', 'snapshot', 'state']],
  [25, []],
])('keeps uploads for a day: after %i hours, %j remain', async (hours, parts) => {
  let nowMs = Date.now();
  const server = await startTestServer({ clock: () => nowMs });
  try {
    const { file } = await layOutKomga(mkdtempSync(join(server.folder, 'komga-')), 'day');
    const raw = new FormData();
    raw.append('file', new Blob([readFileSync(file)]), 'database.sqlite');
    const { body } = await server.admin.request<ImportDto>('POST', `${path}/upload`, { raw });
    expect(Date.parse(body.expiresAt ?? '') - nowMs).toBe(24 * 3_600_000);
    nowMs += hours * 3_600_000;
    await server.app.startTasks();
    const folder = join(server.folder, 'data', 'imports', body.id);
    expect(existsSync(folder) ? readdirSync(folder).toSorted() : []).toEqual(parts);
  } finally {
    await server.stop();
  }
});
