// An uploader who sees only a part of a library, because of tags or age ratings, learns nothing about the other part.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckedFile, Upload } from '@lectern/contract/uploads';
import { expect, test } from 'vitest';
import { addScannedLibrary } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { begin, upload, uploads } from '../../../../test/harness/uploads.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const bytes = Buffer.from('the bytes of a book that nobody reads');

onBothDatabases(
  'uploads to a library that the uploader sees in part',
  (server) => {
    async function aWorld() {
      const adult = '<AgeRating>Adults Only 18+</AgeRating>';
      const files = {
        'Secret/Secret 1.cbz': await makeCbz({ mark: `secret ${server().kind}`, comicInfo: adult }),
        'Open/Open 1.cbz': await makeCbz({ mark: `open ${server().kind}` }),
      };
      const library = await addScannedLibrary(server(), files);
      writeFileSync(join(library.folder, 'Secret/notes'), 'x');
      const me = await signIn(server(), { permissions: ['files:upload'] });
      const restrictions = { sharedLibraryIds: [], maxAgeRating: 12 };
      await server().admin.put(`/api/v1/users/${me.userId}/restrictions`, restrictions);
      const namesIn = (folder: string) => readdirSync(join(library.folder, folder)).toSorted();
      return { library, me, namesIn };
    }

    /** Pairs of a path that matches a hidden file or folder, and one that does not. */
    const paths = [
      'Secret/Secret 1.cbz',
      'secret/SECRET 1.CBZ',
      'Secret/Secret 1.cbz/x.cbz',
      'Secret/notes/x.cbz',
      'secret/new.cbz',
      'Nothing/New 1.cbz',
    ];

    test('checks reveal no hidden files and folders, and show visible books', async () => {
      const { library, me } = await aWorld();
      const check = async (names: readonly string[]) => {
        const body = { libraryId: library.id, files: names.map((path) => ({ path, sizeBytes: 9 })) };
        return (await me.post<{ files: CheckedFile[] }>(`${uploads}/check`, body)).body.files;
      };
      for (const path of paths)
        expect(await check([path])).toEqual([{ path, target: path, problem: null, duplicates: [] }]);
      expect((await check(['Open/open 1.cbz']))[0]?.problem?.reason).toBe('upload_exists');
      const target = { libraryId: library.id, relativePath: 'Open/Open 1.cbz' };
      expect((await begin(me, 9, target)).status).toBe(409);
    });

    test('stores a file under a free name if a hidden file has its name', async () => {
      const { library, me, namesIn } = await aWorld();
      const before = readFileSync(join(library.folder, 'Secret/Secret 1.cbz'));
      for (const relativePath of paths) {
        const answer = await upload(me, bytes, { libraryId: library.id, relativePath });
        expect([relativePath, answer.status]).toEqual([relativePath, 201]);
      }
      const { body } = await me.get<{ uploads: Upload[] }>(uploads);
      expect(body.uploads.map(({ path, state }) => [path, state]).toReversed()).toEqual(
        paths.map((path) => [path, 'finished']),
      );
      expect(readFileSync(join(library.folder, 'Secret/Secret 1.cbz')).equals(before)).toBe(true);
      expect(namesIn('Secret')).toEqual([
        'SECRET 1 (3).CBZ',
        'Secret 1 (2).cbz',
        'Secret 1.cbz',
        'new.cbz',
        'notes',
      ]);
      expect(namesIn('Secret (2)')).toEqual(['Secret 1.cbz', 'notes']);
      expect(namesIn('Secret (2)/Secret 1.cbz')).toEqual(['x.cbz']);
      expect(existsSync(join(library.folder, '.lectern-uploads'))).toBe(false);
    });

    test('reveals no upload of another user in a hidden folder', async () => {
      const { library, me, namesIn } = await aWorld();
      const target = { libraryId: library.id, relativePath: 'Secret/New 1.cbz' };
      expect((await begin(server().admin, bytes.length, target)).status).toBe(201);
      const body = { libraryId: library.id, files: [{ path: target.relativePath, sizeBytes: 9 }] };
      const checked = await me.post<{ files: CheckedFile[] }>(`${uploads}/check`, body);
      expect(checked.body.files[0]?.problem).toBeNull();
      expect((await upload(me, bytes, target)).status).toBe(201);
      expect(namesIn('Secret')).toContain('New 1.cbz');
    });
  },
  { withTasks: true },
);
