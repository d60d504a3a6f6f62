// All SQL of the table of imported items.
import { chunks } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { ImportedItemTable } from '#schema/tables/imported-item.ts';

type Row = Pick<ImportedItemTable, 'theirId' | 'ourId' | 'isMade'>;

export const list = (db: Db, source: string, kind: string): Promise<Row[]> =>
  db
    .selectFrom('importedItem')
    .select(['theirId', 'ourId', 'isMade'])
    .where('source', '=', source)
    .where('kind', '=', kind)
    .execute();

const rowsAtOnce = 500;

/** Replaces existing rows of the same items. */
export async function save(
  db: Db,
  source: string,
  kind: string,
  items: readonly { theirId: string; ourId: string; isMade: boolean }[],
): Promise<void> {
  const rows = new Map(
    items.map(({ theirId, ourId, isMade }) => [
      theirId,
      { source, kind, theirId, ourId, isMade: isMade ? 1 : 0 },
    ]),
  );
  for (const part of chunks([...rows.values()], rowsAtOnce))
    await db
      .insertInto('importedItem')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'kind', 'theirId'])
          .doUpdateSet((eb) => ({ ourId: eb.ref('excluded.ourId'), isMade: eb.ref('excluded.isMade') })),
      )
      .execute();
}
