// The schema of the first version. Later migrations are forward only.
import type { Migration } from '../migration.ts';
import { createAccounts } from './baseline/accounts.ts';
import { createDevices } from './baseline/devices.ts';
import { createLibraries } from './baseline/libraries.ts';
import { createLists } from './baseline/lists.ts';
import { createMetadata } from './baseline/metadata.ts';
import { createReading } from './baseline/reading.ts';
import { createSystem } from './baseline/system.ts';

export const baseline: Migration = {
  name: '0001-baseline',
  async up(db, t) {
    await createAccounts(db, t);
    await createLibraries(db, t);
    await createMetadata(db, t);
    await createReading(db, t);
    await createLists(db, t);
    await createDevices(db, t);
    await createSystem(db, t);
    await t.createSearch(db);
  },
};
