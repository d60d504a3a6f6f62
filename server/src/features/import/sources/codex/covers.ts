// Selected uploaded covers. Codex stores them in the folder `uploads` next to the database.

import { join } from 'node:path';
import { type TheirCover, toText } from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';

/** Returns covers by owner id. */
export function readCovers(database: GivenDatabase, table: string, owner: string): Map<string, TheirCover> {
  const { folder } = database;
  if (folder === undefined) return new Map();
  const rows = database.read(table, [owner, 'path'], { source: 'custom', is_selected: 1 });
  return new Map(
    rows.flatMap((row) => {
      const [, path] = /(?:^|\/)uploads\/(covers\/[\w-]+\/[\w-]+\.\w+)$/.exec(toText(row.path)) ?? [];
      return path === undefined
        ? []
        : [[toText(row[owner]), { file: join(folder, 'uploads', path), within: folder }] as const];
    }),
  );
}
