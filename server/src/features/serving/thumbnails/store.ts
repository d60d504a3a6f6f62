// Reads the image data of uploaded covers and provider covers. Writes nothing.
import type { Db } from '#infrastructure/database/dialect.ts';

/** Image data of a cover; undefined if the cover does not exist or its data is incomplete. */
export async function findImage(db: Db, id: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('coverImage')
    .innerJoin('cover', 'cover.id', 'coverImage.coverId')
    .select(['coverImage.bytes', 'cover.fileSize'])
    .where('coverImage.coverId', '=', id)
    .executeTakeFirst();
  return row?.bytes.length === row?.fileSize ? row?.bytes : undefined;
}
