// Deleted files for tests.
import type { TrashedFile } from '@lectern/contract/ingest/trash';
import type { Client } from './client.ts';
import { listBooks } from './library.ts';

interface World {
  server: { admin: Client };
  library: { id: string };
  books: Record<string, { id: string }>;
}

export const trashBook = (who: Client, id: string) => who.delete<TrashedFile>(`/api/v1/books/${id}/file`);

export const listTrash = async (who: Client): Promise<TrashedFile[]> =>
  (await who.get<{ data: TrashedFile[] }>('/api/v1/trash?pageSize=500')).body.data;

/** Returns the id of a deleted file of this world that no other test needs. Undefined if no file is left to delete. */
export async function aTrashedFile({ server, library, books }: World): Promise<string | undefined> {
  const known = (await listTrash(server.admin)).find(({ libraryId }) => libraryId === library.id);
  if (known) return known.id;
  const needed = Object.values(books).map(({ id }) => id);
  const live = (await listBooks(server.admin, library.id)) ?? [];
  const spare = live.find(({ id }) => !needed.includes(id));
  return spare && (await trashBook(server.admin, spare.id)).body.id;
}

/** Valid input for the routes of the trash. */
export const trashCalls = {
  'POST /api/v1/trash/restore': async (world: World) => {
    const id = await aTrashedFile(world);
    return { options: { body: { ids: [id ?? world.library.id] } } };
  },
};
