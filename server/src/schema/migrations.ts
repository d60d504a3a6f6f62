// All migrations, oldest first. New ones are appended and never changed after their release.
import type { Migration } from './migration.ts';
import { initial } from './migrations/0001-initial.ts';

export const migrations: readonly Migration[] = [initial];
