// The schema of version 0.1.0.

import { createAccounts } from '../initial/accounts.ts';
import { createDevices } from '../initial/devices.ts';
import { createFiles } from '../initial/files.ts';
import { createLibraries } from '../initial/libraries.ts';
import { createLists } from '../initial/lists.ts';
import { createMetadata } from '../initial/metadata.ts';
import { createPlugins } from '../initial/plugins.ts';
import { createReading } from '../initial/reading.ts';
import { createSameBooks } from '../initial/same-books.ts';
import { createSystem } from '../initial/system.ts';
import type { Migration } from '../migration.ts';

export const initial: Migration = {
  name: '0001-initial',
  async up(db, t) {
    await createAccounts(db, t);
    await createLibraries(db, t);
    await createMetadata(db, t);
    await createReading(db, t);
    await createLists(db, t);
    await createDevices(db, t);
    await createFiles(db, t);
    await createSameBooks(db, t);
    await createPlugins(db, t);
    await createSystem(db, t);
    await t.createSearch(db);
  },
};
