// The requests of each family of third-party clients, and whether the clients can use the responses. Tests of each
// protocol prove the content.
import { createHash } from 'node:crypto';
import type { CreatedKoboDevice } from '@lectern/contract/devices/kobo';
import type { CreatedKoreaderPassword } from '@lectern/contract/devices/koreader';
import { beforeAll, expect, test } from 'vitest';
import { compatEnvironment, toBasic } from '../compat/app.ts';
import { addShelf } from '../compat/shelf.ts';
import { addScannedLibrary, getBook } from '../harness/library.ts';
import { withServer } from '../harness/server.ts';
import { signIn } from '../harness/sign-in.ts';
import { makeCoveredEpub } from '../makers/books.ts';
import { type Call, findUnusable } from './calls.ts';
import { koboCalls, koreaderCalls } from './devices.ts';
import { komgaCalls } from './komga.ts';
import { opds1Calls, opds2Calls } from './opds.ts';

withServer(
  'third-party clients',
  (server) => {
    const ids: Record<string, string> = { document: 'd'.repeat(32) };
    beforeAll(async () => {
      const shelf = await addShelf(server());
      ids.library = shelf.library.id;
      ids.series = shelf.seriesId('Bone');
      ids.book = shelf.bookId('Bone 1.cbz');
      ids.novel = shelf.bookId('Novel.epub');
      const more = await addScannedLibrary(server(), { 'Covers/Covered.epub': await makeCoveredEpub() });
      ids.covered = (await getBook(server().admin, more.id, 'Covered.epub')).id;
    });

    const send = async (calls: readonly Call[], headers?: Record<string, string>, more = {}) => {
      const person = await signIn(server());
      const senders = {
        reader: server().as(headers ?? { authorization: toBasic(person) }),
        admin: server().as({ authorization: toBasic(server().admin) }),
        nobody: server(),
      };
      expect(await findUnusable(calls, senders, { ...ids, ...more })).toEqual([]);
    };

    test('clients for Komga', () => send(komgaCalls));
    test('readers of OPDS 1.2', () => send(opds1Calls));
    test('readers of OPDS 2', () => send(opds2Calls));

    test('KOReader sync', async () => {
      const me = await signIn(server());
      const { body } = await me.post<CreatedKoreaderPassword>('/api/v1/user/koreader', { name: 'device' });
      const key = createHash('md5').update(body.password).digest('hex');
      await send(koreaderCalls, { 'x-auth-user': body.username, 'x-auth-key': key });
    });

    test('Kobo', async () => {
      const me = await signIn(server());
      const { body } = await me.post<CreatedKoboDevice>('/api/v1/user/kobo', { name: 'Kobo' });
      await send(koboCalls, {}, { token: body.token });
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
