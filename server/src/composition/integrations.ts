// Integrations: what asks others on the Internet, through plugins and the providers that come with Lectern.

import { toViewer } from '#features/identity/auth/index.ts';
import { ProvidedCovers } from '#features/matching/covers/index.ts';
import { createMatching } from '#features/matching/index.ts';
import { createPlugins } from '#features/plugins/index.ts';
import { PluginRequests } from '#features/plugins/requests/index.ts';
import { createPluginStorage } from '#features/plugins/storage/index.ts';
import { createBuiltInPlugins } from '#features/providers/index.ts';
import { ProviderTraffic } from '#features/providers/traffic/index.ts';
import { createReleaseRecords, Releases } from '#features/releases/index.ts';
import { Tracking } from '#features/tracking/index.ts';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { AnyTaskDefinition } from '#infrastructure/tasks/define.ts';
import { builtInProviders } from './built-in-providers.ts';
import type { Identity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { LibraryServices } from './library.ts';

export interface Integrations {
  routes: MountedRoute[];
  tasks: AnyTaskDefinition[];
  /** Begins what is done at its time. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function createIntegrations(
  { live, config, outside, database, catalog, events, engine, clock, log }: Infrastructure,
  { auth, accounts }: Identity,
  library: LibraryServices,
  {
    confinement,
    pluginPreload: preload,
  }: { confinement: Confinement; pluginPreload?: readonly string[] | undefined },
): Promise<Integrations> {
  const storage = createPluginStorage({ database, clock });
  const records = createReleaseRecords({ database, events, clock });
  const plugins = await createPlugins({
    live,
    config,
    outside,
    database,
    events,
    clock,
    log,
    confinement,
    preload,
    builtIn: createBuiltInPlugins(builtInProviders, new ProviderTraffic(database, outside, clock)),
    key: auth.deriveKey('credentials of plugins'),
    toStorageCalls: storage.toCalls,
    toReleaseCalls: records.toCalls,
    onRemoved: (provider) => library.providedMetadata.requestRemoval(provider),
  });
  const { series, books, covers, coverChoices: choices, providedMetadata } = library;
  const providedCovers = new ProvidedCovers({
    database,
    outside,
    clock,
    covers,
    choices,
    queue: engine.queue,
    listProvided: { series: series.metadata.listProvided, book: books.metadata.listProvided },
  });
  providedMetadata.onChanged((noun, ids) =>
    providedCovers.noteChanged(noun === 'books' ? 'book' : noun, ids),
  );
  const matching = createMatching({
    config,
    database,
    catalog,
    clock,
    queue: engine.queue,
    provided: providedMetadata,
    covers: providedCovers,
    books: books.metadata,
    series: series.metadata,
    plugins: plugins.service,
  });
  const tracking = new Tracking({
    config,
    db: database.db,
    catalog,
    clock,
    queue: engine.queue,
    sync: plugins.sync,
    progress: library.progress,
    ratings: library.ratings,
    async findViewer(userId) {
      const account = await accounts.find(userId);
      return account?.isActive === 1 ? toViewer(account, 'bearer', { sessionId: null }) : undefined;
    },
  });
  const releases = new Releases({
    config,
    database,
    catalog,
    clock,
    log,
    records,
    queue: engine.queue,
    plugins: plugins.service,
  });
  const requests = new PluginRequests(plugins.service, engine.queue);
  return {
    routes: [
      ...plugins.routes,
      ...matching.routes,
      ...requests.routes,
      ...tracking.routes,
      ...releases.routes,
    ],
    tasks: [requests.task, ...matching.tasks, tracking.task, releases.task, providedCovers.task],
    async start() {
      await tracking.start(engine.schedules);
      await releases.start(engine.schedules);
    },
    close: plugins.close,
  };
}
