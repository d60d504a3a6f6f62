// Integrations: what asks others on the Internet, through plugins.
import { createMatching } from '#features/integrations/matching/index.ts';
import { createPluginStorage } from '#features/integrations/plugin-storage/index.ts';
import { createPlugins } from '#features/integrations/plugins/index.ts';
import type { MountedRoute } from '#infrastructure/http/implement.ts';
import type { Identity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LibraryServices } from './library.ts';

export interface Integrations {
  routes: MountedRoute[];
  close(): Promise<void>;
}

export function createIntegrations(
  { live, config, outside, database, catalog, events, clock, log }: Infrastructure,
  { auth }: Identity,
  library: LibraryServices,
  { pluginPreload: preload }: { pluginPreload?: readonly string[] | undefined },
): Integrations {
  const storage = createPluginStorage({ database, clock });
  const plugins = createPlugins({
    ...{ live, config, outside, database, events, clock, log, preload },
    key: auth.deriveKey('credentials of plugins'),
    toStorageCalls: storage.toCalls,
    onRemoved: library.providedMetadata.requestRemoval,
  });
  const matching = createMatching({
    ...{ database, catalog, clock },
    books: library.books.metadata,
    series: library.series.metadata,
    plugins: plugins.service,
  });
  return { routes: [...plugins.routes, ...matching.routes], close: plugins.close };
}
