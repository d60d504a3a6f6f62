// Matching: which series and books of providers of metadata ours are, and what is taken over from them.
import { bookMatching, seriesMatching } from '@lectern/contract/matching';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import type { PluginService } from '../plugins/index.ts';
import { createNouns } from './nouns.ts';
import { createProviders } from './providers.ts';
import { createMatchService, type MatchService } from './service.ts';

interface Dependencies {
  database: Database;
  catalog: Catalog;
  books: BookMetadataService;
  series: SeriesMetadataService;
  plugins: PluginService;
  clock: Clock;
}

interface Call {
  viewer: Viewer;
  params: { id: string };
}
interface Choice {
  provider: string;
  externalId: string;
}

const toHandlers = (service: MatchService) => ({
  state: ({ viewer, params }: Call) => service.state(viewer, params.id),
  preview: ({ viewer, params, body }: Call & { body: Choice }) => service.preview(viewer, params.id, body),
  accept: ({ viewer, params, body }: Call & { body: Choice & { fields?: string[] | undefined } }) =>
    service.accept(viewer, params.id, body),
  refresh: ({ viewer, params }: Call) => service.refresh(viewer, params.id),
  undo: ({ viewer, params }: Call) => service.undo(viewer, params.id),
  refuse: ({ viewer, params, body }: Call & { body: { isRefused: boolean } }) =>
    service.refuse(viewer, params.id, body.isRefused),
  remove: ({ viewer, params, query }: Call & { query: { provider?: string | undefined } }) =>
    service.remove(viewer, params.id, query.provider),
});

export function createMatching({ plugins, ...deps }: Dependencies): { routes: MountedRoute[] } {
  const nouns = createNouns(deps);
  const shared = { ...deps, providers: createProviders(plugins) };
  return {
    routes: [
      ...implement(seriesMatching, toHandlers(createMatchService(shared, nouns.series))),
      ...implement(bookMatching, toHandlers(createMatchService(shared, nouns.books))),
    ],
  };
}
