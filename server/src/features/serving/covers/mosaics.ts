// What stands for a collection or a read list: the covers of its first members in one picture. Drawn when it is asked
// for; its validator is made of theirs, so that nobody is sent the same twice.
import { createHash } from 'node:crypto';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import { readAll } from '#infrastructure/http/read-all.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { Box, MosaicJob } from './jobs.ts';
import type { CoverService } from './service.ts';
import type { EntityType } from './store.ts';

interface Dependencies {
  service: Pick<CoverService, 'findThumbnail'>;
  pool(): WorkerPool;
  box: Box;
}

/** Undefined where none of them has a picture. */
export type Mosaics = (
  type: EntityType,
  viewer: Viewer,
  ids: readonly string[],
) => Promise<BytesAnswer | undefined>;

const timeoutMs = 30_000;

export function createMosaics({ service, pool, box }: Dependencies): Mosaics {
  async function find(type: EntityType, viewer: Viewer, id: string): Promise<BytesAnswer | undefined> {
    try {
      return await service.findThumbnail(type, viewer, { id, version: undefined });
    } catch (error) {
      // A broken book must not leave the others without a picture.
      if (error instanceof Problem && error.status < 500) return undefined;
      throw error;
    }
  }

  return async (type, viewer, ids) => {
    const found = await Promise.all(ids.map((id) => find(type, viewer, id)));
    const answers = found.filter((answer) => answer !== undefined);
    const [only, ...others] = answers;
    if (!only || answers.length < 4) return only;
    const etag = createHash('sha1')
      .update([only, ...others].map((answer) => answer.etag).join(' '))
      .digest('base64url');
    return bytesAnswer({
      mediaType: 'image/jpeg',
      etag,
      async body() {
        const pictures = await Promise.all(answers.map(readAll));
        const input: MosaicJob = { pictures, box };
        const { bytes } = (await pool().run({
          name: 'covers.mosaic',
          input,
          timeoutMs,
          urgency: 2,
          roots: [],
        })) as {
          bytes: Uint8Array;
        };
        return bytes;
      },
    });
  };
}
