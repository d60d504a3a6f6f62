// The inventory visible to a viewer: books and series by library.
import { fileFormats } from '@lectern/contract/values';
import type { Catalog } from '#catalog/catalog.ts';
import { toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Holding, MetricStore } from './store.ts';

const nothing = { bookCount: 0, seriesCount: 0, bytes: 0, pageCount: 0 };

export interface Inventory {
  libraries: ({ id: string; name: string } & typeof nothing)[];
  /** `library` is the library's name. */
  holdings: (Holding & { library: string })[];
}

export async function readInventory(
  catalog: Catalog,
  store: MetricStore,
  viewer: Viewer,
): Promise<Inventory> {
  const scope = await toScope(catalog.libraries, viewer);
  if (scope.libraryIds.length === 0) return { libraries: [], holdings: [] };
  const [holdings, series, known] = await Promise.all([
    store.listHoldings(scope),
    store.countSeries(scope),
    catalog.libraries.all(),
  ]);
  const nameOf = (id: string) => known.get(id)?.name ?? '';
  const seriesOf = new Map(series.map((row) => [row.libraryId, row.count]));
  return {
    holdings: holdings.map((holding) => ({ ...holding, library: nameOf(holding.libraryId) })),
    libraries: scope.libraryIds.map((id) => ({
      id,
      name: nameOf(id),
      ...sum(holdings.filter((holding) => holding.libraryId === id)),
      seriesCount: seriesOf.get(id) ?? 0,
    })),
  };
}

/** Returns the totals in the API format. */
export function toSummary({ holdings, libraries }: Inventory) {
  const byFormat = fileFormats.map((format) => {
    const { bookCount, bytes } = sum(holdings.filter((holding) => holding.format === format));
    return { format, bookCount, bytes };
  });
  const seriesCount = libraries.reduce((total, library) => total + library.seriesCount, 0);
  return { ...sum(holdings), seriesCount, libraryCount: libraries.length, byFormat, libraries };
}

function sum(holdings: readonly Holding[]): typeof nothing {
  const total = { ...nothing };
  for (const { bookCount, bytes, pageCount } of holdings) {
    total.bookCount += bookCount;
    total.bytes += bytes;
    total.pageCount += pageCount;
  }
  return total;
}
