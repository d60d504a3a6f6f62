// Uploaded covers were files of the data folder (`covers/<last two digits>/<id>`) before they came into the database: a
// server that starts takes in those that the database lacks, one after the other, so that what is cut off goes on at the
// next start. The files stay, for the way back to the older version.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readChunks } from '#infrastructure/chunks.ts';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { isId, nilId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';

const chunkSize = 200;

/** The bytes of uploaded covers in the database. */
export interface CoverImages {
  /** Covers that lack them, after one of them. */
  listMissing(afterId: string, limit: number): Promise<readonly { id: string; fileSize: number }[]>;
  /** False where another process was sooner, or the cover is gone. */
  insert(coverId: string, bytes: Uint8Array): Promise<boolean>;
}

interface Options {
  images: CoverImages;
  /** Where they were files. */
  folder: string;
  /** Servers on several machines may use the database. */
  isShared: boolean;
  log: Log;
}

/** Throws only where the database does. */
export async function takeInFormerCovers({ images, folder, isShared, log }: Options): Promise<void> {
  let taken = 0;
  const missing: string[] = [];
  const parts = readChunks<{ id: string; fileSize: number }>(chunkSize, (last) =>
    images.listMissing(last?.id ?? nilId, chunkSize),
  );
  for await (const covers of parts) {
    for (const { id, fileSize } of covers) {
      // A database that somebody brought may name any file.
      const bytes = isId(id) ? await readFile(join(folder, id.slice(-2), id)).catch(noneAsCode) : 'no id';
      // One that was cut off while it was written or copied is no picture.
      if (typeof bytes !== 'string' && bytes.length === fileSize) {
        if (await images.insert(id, bytes)) taken++;
      } else
        missing.push(`${id}: ${typeof bytes === 'string' ? bytes : `${bytes.length} of ${fileSize} bytes`}`);
    }
  }
  if (taken > 0)
    log.info(
      { taken, folder },
      'uploaded covers are in the database now; their folder is only needed to go back to the version before, and may be deleted',
    );
  // Where servers share the database, another one has the folder.
  if (missing.length > 0 && (existsSync(folder) || !isShared))
    log.warn(
      { covers: missing.slice(0, 20), count: missing.length, folder },
      'uploaded covers are lost unless their files come back to this folder: the next start takes them in',
    );
}

const noneAsCode = (error: unknown): string => systemCodeOf(error) ?? 'unreadable';
