// Writes each user's data to a separate folder.

import { keysOf } from '@lectern/contract/records';
import type { Db } from '#infrastructure/database/dialect.ts';
import { toSafeFileName } from '#infrastructure/files/safe-names.ts';
import { createNames, type Folder } from './files.ts';
import { writeHighlights } from './highlights.ts';
import { listFonts, listUsers, personalLists } from './store/people.ts';

export async function writePeople(
  db: Db,
  folder: Folder,
  { secrets }: { secrets: boolean },
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const add = (name: string, count: number) => {
    counts[name] = (counts[name] ?? 0) + count;
  };
  const toFolderName = createNames();
  const users = (await listUsers(db)).map((user) => ({
    ...user,
    folder: `users/${toFolderName(toSafeFileName(user.username))}`,
    passwordHash: secrets ? user.passwordHash : null,
  }));
  add('users', await folder.writeLines('users.jsonl', users));
  for (const user of users) {
    const own = folder.sub(user.folder);
    for (const name of keysOf(personalLists)) {
      if (name === 'api-keys' && !secrets) continue;
      add(name, await own.writeLines(`${name}.jsonl`, await personalLists[name](db, user.id)));
    }
    add('fonts', await own.writeLines('fonts.jsonl', writeFonts(db, user.id, own)));
    add('highlights', await writeHighlights(db, user.id, own.sub('highlights')));
  }
  return counts;
}

async function* writeFonts(db: Db, userId: string, folder: Folder) {
  for (const { id, name, format, bytes } of await listFonts(db, userId)) {
    const file = `fonts/${id}.${format}`;
    await folder.write(file, bytes);
    yield { name, file };
  }
}
