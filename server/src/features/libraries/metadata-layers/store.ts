// Reads the provider order of libraries. Writes nothing.
import type { Db } from '#infrastructure/database/dialect.ts';
import { noOrder, type ProviderOrder } from './provided.ts';

/** Provider orders by library id. */
export async function listOrders(
  db: Db,
  libraryIds: readonly string[],
): Promise<(libraryId: string) => ProviderOrder> {
  const ids = [...new Set(libraryIds)];
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom('library').select(['id', 'metadataProviders']).where('id', 'in', ids).execute();
  const orders = new Map(
    rows.map(({ id, metadataProviders }) => [
      id,
      metadataProviders === null ? noOrder : { ...noOrder, ...JSON.parse(metadataProviders) },
    ]),
  );
  return (libraryId) => orders.get(libraryId) ?? noOrder;
}
