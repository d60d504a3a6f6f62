// Imports uploaded covers that an older version stored as files (`covers/<last two digits>/<id>` in the data folder).
// Each start imports the covers that the database does not contain, one by one, so that an interrupted import
// continues. The files remain for a downgrade.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readChunks } from '#infrastructure/chunks.ts';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { isId, nilId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';

const chunkSize = 200;

/** Image data of uploaded covers in the database. */
export interface CoverImages {
  /** One page of covers without image data, starting after `afterId`. */
  listMissing(afterId: string, limit: number): Promise<readonly { id: string; fileSize: number }[]>;
  /** Returns false if another process inserted it first, or the cover was deleted. */
  insert(coverId: string, bytes: Uint8Array): Promise<boolean>;
}

interface Options {
  images: CoverImages;
  /** Folder of the cover files. */
  folder: string;
  /** Whether servers on several machines may use the database. */
  isShared: boolean;
  log: Log;
}

/** Throws only if the database fails. */
export async function takeInFormerCovers({ images, folder, isShared, log }: Options): Promise<void> {
  let taken = 0;
  const missing: string[] = [];
  const parts = readChunks<{ id: string; fileSize: number }>(chunkSize, (last) =>
    images.listMissing(last?.id ?? nilId, chunkSize),
  );
  for await (const covers of parts) {
    for (const { id, fileSize } of covers) {
      // The database of a foreign backup may contain any path.
      const bytes = isId(id) ? await readFile(join(folder, id.slice(-2), id)).catch(noneAsCode) : 'no id';
      // A file with another size was truncated while it was written or copied.
      if (typeof bytes !== 'string' && bytes.length === fileSize) {
        if (await images.insert(id, bytes)) taken++;
      } else
        missing.push(`${id}: ${typeof bytes === 'string' ? bytes : `${bytes.length} of ${fileSize} bytes`}`);
    }
  }
  if (taken > 0)
    log.info(
      { taken, folder },
      'uploaded covers were imported into the database; their folder is only needed for a downgrade and can be deleted',
    );
  // If servers share the database, the folder may be on another server.
  if (missing.length > 0 && (existsSync(folder) || !isShared))
    log.warn(
      { covers: missing.slice(0, 20), count: missing.length, folder },
      'files of uploaded covers are missing; restore them to this folder and restart the server',
    );
}

const noneAsCode = (error: unknown): string => systemCodeOf(error) ?? 'unreadable';
