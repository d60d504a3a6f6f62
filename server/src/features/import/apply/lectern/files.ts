// The files of each user in an export.
import type { z } from 'zod';
import { personalRecords } from '#features/export/index.ts';
import type { LocalIds, OwnRecords } from '#features/import/snapshot/index.ts';
import { readLines } from '#features/import/untrusted-files/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';

export { personalRecords };

export interface OwnUser {
  viewer: Viewer;
  /** Folder of the user, relative to the export folder. */
  folder: string;
  read<S extends z.ZodType>(name: string, schema: S): AsyncGenerator<z.infer<S>>;
}

/** Returns the users that have an account on this server. */
export const listOwnUsers = ({ folder, users }: OwnRecords, known: Pick<LocalIds, 'users'>): OwnUser[] =>
  users.flatMap((user) => {
    const userId = known.users.get(user.id);
    if (userId === undefined) return [];
    return {
      viewer: { ...system, userId },
      folder: user.folder,
      read: (name, schema) => readLines(folder, `${user.folder}/${name}.jsonl`, schema),
    } satisfies OwnUser;
  });
