import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { CheckedFile, Upload } from '@lectern/contract/ingest/uploads';
import { describe, expect, test } from 'vitest';
import {
  append,
  askOffset,
  begin,
  toUploadId,
  tus,
  upload,
  uploads,
} from '../../../../test/harness/clients/uploads.ts';
import { addLibrary, addScannedLibrary, listBooks, scan } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const bytes = Buffer.from('the bytes of a book that nobody reads');

withServer(
  'uploads',
  (server) => {
    const uploader = () => signIn(server(), { permissions: ['files:upload'] });

    test('publishes a file sent in parts when it is complete, and scans its folder immediately', async () => {
      const library = await addLibrary(server(), {});
      const me = await uploader();
      const book = await makeCbz({ mark: 'uploaded' });
      writeFileSync(join(library.folder, 'Elsewhere 1.cbz'), await makeCbz({ mark: 'elsewhere' }));
      const half = Math.floor(book.length / 2);
      const begun = await begin(me, book.length, {
        libraryId: library.id,
        relativePath: 'Saga/Saga 001.cbz',
      });
      expect(begun.status).toBe(201);
      expect(begun.headers.get('location')).toMatch(/^\/api\/v1\/uploads\/[\da-f-]{36}$/);
      const id = toUploadId(begun);
      const first = await append(me, id, 0, book.subarray(0, half));
      expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)]);
      const path = join(library.folder, 'Saga', 'Saga 001.cbz');
      expect(existsSync(path)).toBe(false);
      expect(await askOffset(me, id)).toBe(String(half));
      expect((await me.get<Upload>(`${uploads}/${id}`)).body).toMatchObject({
        path: 'Saga/Saga 001.cbz',
        sizeBytes: book.length,
        receivedBytes: half,
        state: 'receiving',
      });
      expect((await append(me, id, half, book.subarray(half))).status).toBe(204);
      expect(readFileSync(path).equals(book)).toBe(true);
      expect((await me.get<Upload>(`${uploads}/${id}`)).body.state).toBe('finished');
      await until(async () => (await listBooks(server().admin, library.id)).length === 1);
      expect(readdirSync(library.folder).toSorted()).toEqual(['Elsewhere 1.cbz', 'Saga']);
      // Only a scan of the whole library finds the other file.
      await scan(server(), library.id);
      expect((await listBooks(server().admin, library.id)).map(({ title }) => title).toSorted()).toEqual([
        'Elsewhere 1',
        'Saga 001',
      ]);
    });

    test('rejects a part with a wrong offset, and one longer than the file', async () => {
      const library = await addLibrary(server(), {});
      const me = await uploader();
      const id = toUploadId(await begin(me, 10, { libraryId: library.id, filename: 'a.cbz' }));
      const wrong = await append(me, id, 5, bytes.subarray(0, 5));
      expect([wrong.status, wrong.body.reason]).toEqual([409, 'upload_offset']);
      const long = await append(me, id, 0, bytes);
      expect([long.status, long.body.reason]).toEqual([413, 'upload_beyond']);
      expect(await askOffset(me, id)).toBe('0');
      expect((await append(me, id, 0, bytes.subarray(0, 10))).status).toBe(204);
    });

    test('never overwrites: a second file with the name is a conflict, ignoring case', async () => {
      const library = await addLibrary(server(), { 'Saga/One.cbz': 'first' });
      const me = await uploader();
      for (const relativePath of ['Saga/One.cbz', 'saga/ONE.CBZ']) {
        const again = await upload(me, bytes, { libraryId: library.id, relativePath });
        expect([again.status, again.body.reason]).toEqual([409, 'upload_exists']);
      }
      // The file is created during the upload.
      const id = toUploadId(
        await begin(me, bytes.length, { libraryId: library.id, relativePath: 'saga/Two.cbz' }),
      );
      const taken = await begin(me, 5, { libraryId: library.id, relativePath: 'Saga/TWO.cbz' });
      expect([taken.status, taken.body.reason]).toEqual([409, 'upload_taken']);
      writeFileSync(join(library.folder, 'Saga', 'two.cbz'), 'another');
      const late = await append(me, id, 0, bytes);
      expect([late.status, late.body.reason]).toEqual([409, 'upload_exists']);
      expect((await append(me, id, 0, bytes)).status).toBe(410);
      expect((await me.get<Upload>(`${uploads}/${id}`)).body).toMatchObject({
        state: 'failed',
        reason: { reason: 'upload_exists' },
      });
      expect(readdirSync(join(library.folder, 'Saga')).sort()).toEqual(['One.cbz', 'two.cbz']);
      expect(readFileSync(join(library.folder, 'Saga', 'One.cbz'), 'utf8')).toBe('first');
      expect(readdirSync(library.folder)).toEqual(['Saga']);
    });

    test('accepts one of several concurrent uploads with the same name', async () => {
      const library = await addLibrary(server(), {});
      const me = await uploader();
      const answers = await Promise.all(
        ['Twin.cbz', 'twin.cbz', 'TWIN.cbz'].map((filename) =>
          upload(me, bytes, { libraryId: library.id, filename }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect(readdirSync(library.folder)).toHaveLength(1);
    });

    test.each([
      ['../up.cbz', 'upload_name'],
      ['a/../../up.cbz', 'upload_name'],
      ['/etc/up.cbz', 'upload_name'],
      ['a//b.cbz', 'upload_name'],
      ['a/ . /b.cbz', 'upload_name'],
      [`${'x/'.repeat(20)}b.cbz`, 'upload_name'],
      ['', 'upload_name'],
      ['evil.exe', 'upload_format'],
      ['cover.jpg', 'upload_format'],
      ['notes.txt', 'upload_format'],
      ['@eaDir/a.cbz', 'upload_excluded'],
      ['Left out/a.cbz', 'upload_excluded'],
    ])('rejects the path %j: %s', async (relativePath, reason) => {
      const library = await addLibrary(server(), {}, { excludedPatterns: ['Left out'] });
      const answer = await upload(await uploader(), bytes, { libraryId: library.id, relativePath });
      const issues = (answer.body as { details?: { issues?: { code: string }[] } }).details?.issues;
      expect([answer.status, answer.body.reason ?? issues?.[0]?.code]).toEqual([400, reason]);
      expect(readdirSync(library.folder)).toEqual([]);
    });

    test.each([
      ['a\\b:c*?.cbz', 'a_b_c__.cbz'],
      ['con.cbz', '_con.cbz'],
      ['.hidden.cbz', 'hidden.cbz'],
      ['a\u0000\u001f\u202eb.cbz', undefined],
      ['a\u001f\u202eb.cbz', 'ab.cbz'],
      ['LPT1/nul.cbz', '_LPT1/_nul.cbz'],
      ['Saga. /x.cbz', 'Saga/x.cbz'],
      [`${'あ'.repeat(200)}.cbz`, `${'あ'.repeat(65)}.cbz`],
    ])('converts %j to a portable name', async (relativePath, expected) => {
      const library = await addLibrary(server(), {});
      const me = await uploader();
      const answer = await upload(me, bytes, { libraryId: library.id, relativePath });
      expect(answer.status).toBe(expected === undefined ? 400 : 201);
      if (expected === undefined) return;
      expect((await me.get<Upload>(`${uploads}/${toUploadId(answer)}`)).body.path).toBe(expected);
      expect(existsSync(join(library.folder, expected))).toBe(true);
    });

    test('follows links inside the folder, but not links to the outside', async () => {
      const library = await addLibrary(server(), { 'In/here.cbz': 'x' });
      const outside = join(server().folder, `outside-${library.id}`);
      mkdirSync(outside);
      symlinkSync(outside, join(library.folder, 'Out'));
      symlinkSync('In', join(library.folder, 'Alias'));
      symlinkSync('/nowhere', join(library.folder, 'Dangling.cbz'));
      const me = await uploader();
      const put = (relativePath: string) => upload(me, bytes, { libraryId: library.id, relativePath });
      const out = await put('Out/a.cbz');
      expect([out.status, out.body.reason]).toEqual([403, 'upload_outside']);
      expect((await put('Dangling.cbz')).status).toBe(409);
      expect((await put('Alias/b.cbz')).status).toBe(201);
      expect(readdirSync(outside)).toEqual([]);
      expect(readdirSync(join(library.folder, 'In')).sort()).toEqual(['b.cbz', 'here.cbz']);
      // Nor a link in place of the upload folder.
      symlinkSync(outside, join(library.folder, '.lectern-uploads'));
      expect((await put('c.cbz')).status).toBe(403);
      expect(readdirSync(outside)).toEqual([]);
    });

    describe('a body without a Content-Length that is longer than the upload', () => {
      const send = (me: SignedIn, path: string, headers: Record<string, string>, body: Blob) =>
        fetch(`${server().url}${path}`, {
          method: path === uploads ? 'POST' : 'PATCH',
          headers: {
            authorization: `Bearer ${me.session.accessToken}`,
            ...tus,
            'content-type': 'application/offset+octet-stream',
            ...headers,
          },
          body: body.stream(),
          duplex: 'half',
        });
      const refusal = { error: 'payload_too_large', reason: 'upload_beyond' };

      test.each([
        ['one chunk', 10, 0],
        ['more than is written between two syncs', 65 * 1024 ** 2, 3],
      ])('returns 413 and writes nothing: %s', async (name, sizeBytes, offset) => {
        const library = await addLibrary(server(), {});
        const me = await uploader();
        const target = { libraryId: library.id, filename: 'Saga 1.cbz' };
        const id = toUploadId(await begin(me, sizeBytes, target));
        if (offset > 0) expect((await append(me, id, 0, Buffer.alloc(offset))).status).toBe(204);
        const body = new Blob([new Uint8Array(sizeBytes - offset), 'x']);
        const answer = await send(me, `${uploads}/${id}`, { 'upload-offset': String(offset) }, body);
        expect([name, answer.status, await answer.json()]).toMatchObject([name, 413, refusal]);
        expect(await askOffset(me, id)).toBe(String(offset));
        const part = join(library.folder, '.lectern-uploads', `${id}.part`);
        expect(statSync(part).size).toBe(offset);
        expect(existsSync(join(library.folder, 'Saga 1.cbz'))).toBe(false);
        // The upload continues with a correct body.
        expect((await append(me, id, offset, Buffer.alloc(1))).status).toBe(204);
        await me.delete(`${uploads}/${id}`);
      });

      test('returns 413 for a creation with bytes, and creates no upload', async () => {
        const library = await addLibrary(server(), {});
        const me = await uploader();
        const metadata = `libraryId ${btoa(library.id)},filename ${btoa('Saga 1.cbz')}`;
        const headers = { 'upload-length': '10', 'upload-metadata': metadata };
        const answer = await send(me, uploads, headers, new Blob(['more than ten bytes']));
        expect([answer.status, await answer.json()]).toMatchObject([413, refusal]);
        expect((await me.get<{ uploads: Upload[] }>(uploads)).body.uploads).toEqual([]);
        expect(readdirSync(library.folder)).toEqual([]);
      });
    });

    test('requires the permission and a visible library, and hides uploads from other users', async () => {
      const library = await addLibrary(server(), {});
      const hidden = await addLibrary(server(), {});
      const me = await uploader();
      const path = `/api/v1/users/${me.userId}/restrictions`;
      expect((await server().admin.put(path, { sharedLibraryIds: [library.id] })).status).toBe(200);
      const target = { libraryId: library.id, filename: 'a.cbz' };
      for (const role of ['reader', 'maintainer'] as const)
        expect((await upload(await signIn(server(), { role }), bytes, target)).status).toBe(403);
      expect((await upload(server().as({}), bytes, target)).status).toBe(401);
      expect((await upload(me, bytes, { ...target, libraryId: hidden.id })).status).toBe(404);
      expect((await upload(me, bytes, { ...target, libraryId: 'x' })).status).toBe(404);
      const id = toUploadId(await begin(me, bytes.length, target));
      for (const who of [await uploader(), server().admin]) {
        expect((await append(who, id, 0, bytes)).status).toBe(404);
        expect((await who.request('HEAD', `${uploads}/${id}`, { headers: tus })).status).toBe(404);
        expect((await who.get(`${uploads}/${id}`)).status).toBe(404);
        expect((await who.delete(`${uploads}/${id}`)).status).toBe(404);
        expect(
          (await who.get<{ uploads: Upload[] }>(uploads)).body.uploads.map((one) => one.id),
        ).not.toContain(id);
      }
      // A library that becomes hidden during the upload.
      await server().admin.put(path, { sharedLibraryIds: [hidden.id] });
      expect((await append(me, id, 0, bytes)).status).toBe(404);
    });

    test('rejects writes with the cookie from another site', async () => {
      const library = await addLibrary(server(), {});
      const me = await uploader();
      const byCookie = server().as({ cookie: me.cookie });
      const target = { libraryId: library.id, filename: 'a.cbz' };
      for (const origin of ['https://evil.example', 'null']) {
        expect((await upload(byCookie.as({ origin }), bytes, target)).status).toBe(403);
        const id = toUploadId(await begin(me, bytes.length, { ...target, filename: `${origin.length}.cbz` }));
        expect((await append(byCookie.as({ origin }), id, 0, bytes)).status).toBe(403);
        expect((await byCookie.as({ origin }).delete(`${uploads}/${id}`)).status).toBe(403);
      }
      expect((await upload(byCookie.as({ origin: new URL(me.url).origin }), bytes, target)).status).toBe(201);
      // A method override header is ignored.
      const id = toUploadId(await begin(me, 5, { ...target, filename: 'kept.cbz' }));
      await me.as({ 'x-http-method-override': 'DELETE' }).get(`${uploads}/${id}`);
      await me.request('HEAD', `${uploads}/${id}`, {
        headers: { ...tus, 'x-http-method-override': 'DELETE' },
      });
      expect(await askOffset(me, id)).toBe('0');
    });

    test('deletes all files of a canceled upload', async () => {
      const library = await addLibrary(server(), {});
      const me = await uploader();
      const id = toUploadId(await begin(me, 100, { libraryId: library.id, filename: 'a.cbz' }));
      await append(me, id, 0, bytes);
      expect(readdirSync(join(library.folder, '.lectern-uploads'))).toEqual([`${id}.part`]);
      expect((await me.request('DELETE', `${uploads}/${id}`, { headers: tus })).status).toBe(204);
      expect(readdirSync(library.folder)).toEqual([]);
      expect((await me.get(`${uploads}/${id}`)).status).toBe(404);
      expect((await upload(me, bytes, { libraryId: library.id, filename: 'a.cbz' })).status).toBe(201);
    });

    test('gives new files and folders the permissions of the library folder', async () => {
      const library = await addLibrary(server(), {});
      chmodSync(library.folder, 0o755);
      await upload(await uploader(), bytes, { libraryId: library.id, relativePath: 'New/a.cbz' });
      const modeOf = (path: string) => (statSync(join(library.folder, path)).mode & 0o777).toString(8);
      expect([modeOf('New'), modeOf('New/a.cbz')]).toEqual(['755', '644']);
    });

    test('an empty file is complete immediately', async () => {
      const library = await addLibrary(server(), {});
      const answer = await begin(await uploader(), 0, { libraryId: library.id, filename: 'empty.cbz' });
      expect(answer.status).toBe(201);
      expect(readdirSync(library.folder)).toEqual(['empty.cbz']);
    });

    test.each([
      ['another version', { 'tus-resumable': '0.2.0' }, 412],
      ['no version', { 'tus-resumable': '' }, 412],
      ['no length', { 'upload-length': '' }, 400],
      ['a negative length', { 'upload-length': '-5' }, 400],
      ['a length beyond the number range', { 'upload-length': '9'.repeat(30) }, 400],
      ['a length beyond the file size limit', { 'upload-length': String(200 * 1024 ** 3) }, 413],
      ['no metadata', { 'upload-metadata': '' }, 404],
      ['broken metadata', { 'upload-metadata': 'libraryId !!!' }, 400],
      ['a deferred length', { 'upload-length': '', 'upload-defer-length': '1' }, 400],
    ])('rejects invalid headers: %s', async (_, headers, status) => {
      const library = await addLibrary(server(), {});
      const me = await uploader();
      const all: Record<string, string> = {
        ...tus,
        'upload-length': '5',
        'upload-metadata': `libraryId ${btoa(library.id)},filename ${btoa('a.cbz')}`,
        ...headers,
      };
      const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
      const answer = await me.request('POST', uploads, { headers: sent });
      expect([answer.status, typeof answer.body.error]).toEqual([status, 'string']);
    });

    test('checks files in advance', async () => {
      const book = await makeCbz({ mark: 'known' });
      const library = await addScannedLibrary(server(), { 'Saga/One.cbz': book });
      const me = await uploader();
      const files = [
        { path: 'saga/one.CBZ', sizeBytes: 5 },
        { path: 'Saga/Two?.cbz', sizeBytes: book.length },
        { path: 'Saga/two_.cbz', sizeBytes: 1 },
        { path: 'readme.exe', sizeBytes: 1 },
        { path: '../x.cbz', sizeBytes: 1 },
      ];
      const { status, body } = await me.post<{ files: CheckedFile[]; problem: unknown }>(`${uploads}/check`, {
        libraryId: library.id,
        files,
      });
      expect([status, body.problem]).toEqual([200, null]);
      expect(body.files.map(({ target, problem }) => [target, problem?.reason ?? null])).toEqual([
        ['Saga/one.CBZ', 'upload_exists'],
        ['Saga/Two_.cbz', null],
        ['Saga/two_.cbz', 'upload_exists'],
        ['readme.exe', 'upload_format'],
        [null, 'upload_name'],
      ]);
      expect(body.files[1]?.duplicates.map(({ libraryId }) => libraryId)).toEqual([library.id]);
      // The user's own unfinished upload is resumed; that of another user blocks the name.
      await begin(me, 7, { libraryId: library.id, filename: 'Mine.cbz' });
      for (const [who, reason] of [
        [me, undefined],
        [server().admin, 'upload_taken'],
      ] as const) {
        const again = await who.post<{ files: CheckedFile[] }>(`${uploads}/check`, {
          libraryId: library.id,
          files: [{ path: 'mine.cbz', sizeBytes: 7 }],
        });
        expect(again.body.files[0]?.problem?.reason).toBe(reason);
      }
      const folders = `/api/v1/libraries/${library.id}/folders`;
      expect((await me.get(folders)).body).toEqual({ folders: ['Saga'] });
      expect((await me.get(`${folders}?folder=../..`)).body).toEqual({ folders: [] });
      const restrictions = { sharedLibraryIds: [], maxAgeRating: 12 };
      await server().admin.put(`/api/v1/users/${me.userId}/restrictions`, restrictions);
      expect((await me.get(folders)).body).toEqual({ folders: [] });
    });
  },
  { withTasks: true },
);
