// The pictures of covers that are not in the files of books. It writes nothing.
import type { Db } from '#infrastructure/database/dialect.ts';

/** The bytes of a cover; undefined where there is no such cover, or none that is whole. */
export async function findImage(db: Db, id: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('coverImage')
    .innerJoin('cover', 'cover.id', 'coverImage.coverId')
    .select(['coverImage.bytes', 'cover.fileSize'])
    .where('coverImage.coverId', '=', id)
    .executeTakeFirst();
  return row?.bytes.length === row?.fileSize ? row?.bytes : undefined;
}
