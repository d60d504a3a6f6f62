// Figures about the library and about work in the background.
import { metrics as contract } from '@lectern/contract/metrics';
import { fileFormats } from '@lectern/contract/reading';
import type { Catalog } from '#catalog/catalog.ts';
import { toScope } from '#catalog/visible.ts';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Database } from '#kernel/database/dialect.ts';
import { implement, type MountedRoute } from '#kernel/http/implement.ts';
import { createMetricStore, type Holding } from './store.ts';

interface Parts {
  database: Database;
  catalog: Catalog;
}

const nothing = { bookCount: 0, seriesCount: 0, bytes: 0, pageCount: 0 };

export function createMetrics({ database, catalog }: Parts): { routes: MountedRoute[] } {
  const store = createMetricStore(database.db);

  async function inventory(viewer: Viewer) {
    const scope = await toScope(catalog.libraries, viewer);
    if (scope.libraryIds.length === 0) return { ...nothing, libraryCount: 0, byFormat: [], libraries: [] };
    const [holdings, series, known] = await Promise.all([
      store.listHoldings(scope),
      store.countSeries(scope),
      catalog.libraries.all(),
    ]);
    const seriesOf = new Map(series.map((row) => [row.libraryId, row.count]));
    const libraries = scope.libraryIds.map((id) => ({
      id,
      name: known.get(id)?.name ?? '',
      ...sum(holdings.filter((holding) => holding.libraryId === id)),
      seriesCount: seriesOf.get(id) ?? 0,
    }));
    const byFormat = fileFormats.map((format) => {
      const { bookCount, bytes } = sum(holdings.filter((holding) => holding.format === format));
      return { format, bookCount, bytes };
    });
    const seriesCount = libraries.reduce((total, library) => total + library.seriesCount, 0);
    return { ...sum(holdings), seriesCount, libraryCount: libraries.length, byFormat, libraries };
  }

  return {
    routes: implement(contract, {
      inventory: ({ viewer }) => inventory(viewer),
      tasks: async () => ({ types: await store.listTasks() }),
    }),
  };
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
