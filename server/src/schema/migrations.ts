// Every migration, in the order in which they run.
import type { Migration } from './migration.ts';
import { identity } from './migrations/0001-identity.ts';
import { tasks } from './migrations/0002-tasks.ts';
import { library } from './migrations/0003-library.ts';
import { shelves } from './migrations/0004-shelves.ts';

export const migrations: readonly Migration[] = [identity, tasks, library, shelves];
