import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '@lectern/contract/identity/users';
import { expect, test } from 'vitest';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub, writeFiles } from '../../../../test/makers/books.ts';
import { carryOut, listAll } from '../../../../test/peers/moving.ts';
import { createRandom, peerPrograms, spoil } from '../../../../test/peers/programs.ts';
import { GivenDatabaseRefused, PeerRefused, readPeer, type Snapshot } from '../sources/index.ts';

async function readUnlessRefused(file: string, scratch: string): Promise<Snapshot | undefined> {
  try {
    return await readPeer(file, scratch);
  } catch (error) {
    if (error instanceof GivenDatabaseRefused || error instanceof PeerRefused) return undefined;
    throw error;
  }
}

const made = peerPrograms.slice(0, 5);

withServer(
  'import of a hostile database',
  (server) => {
    test.each(made)('imports all valid data: $name', { timeout: 120_000 }, async ({ name, make }) => {
      const random = createRandom(name.length);
      const folder = mkdtempSync(join(server().folder, 'hostile-'));
      const media = join(folder, 'media');
      const cbz = await makeCbz({ mark: name });
      const epub = makeEpub();
      writeFiles(media, {
        'Saga/1.cbz': cbz,
        'Saga/2.cbz': cbz,
        'V/One (1)/1.epub': epub,
        'V/Two (2)/2.cbz': cbz,
      });
      for (let round = 0; round < 8; round++) {
        const place = join(folder, String(round));
        mkdirSync(place);
        const file = make(place);
        const where = spoil(file, random, 12);
        const { snapshotImport } = server().app;
        const snapshot = await readUnlessRefused(file, place);
        if (!snapshot) continue;
        const froms = snapshot.libraries.flatMap(({ roots }) => roots);
        const maps = froms.filter((from) => from.length > 1).map((from) => ({ from, to: media }));
        await snapshotImport
          .plan(snapshot, maps)
          .then((plan) => carryOut(server(), plan))
          .catch((cause: unknown) => {
            throw new Error(where.join('; '), { cause });
          });
      }
      // All API reads succeed.
      const users = await listAll<User>(server().admin, '/api/v1/users');
      expect(users.length).toBeGreaterThan(0);
      for (const path of ['books', 'series', 'libraries', 'collections', 'readlists'])
        expect((await server().admin.get(`/api/v1/${path}?pageSize=500`)).status).toBe(200);
    });
  },
  { withTasks: true },
);
