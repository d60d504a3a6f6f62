// Matching: links local series and books to provider entries, and applies their metadata.
import { bookMatching, matching as contract, seriesMatching } from '@lectern/contract/matching';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookMetadataService } from '#features/libraries/books/index.ts';
import type { ProvidedMetadata } from '#features/libraries/provided-metadata/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import type { PluginService } from '#features/plugins/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, notFound, reason } from '#infrastructure/errors.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import { boundPage, toPage } from '#infrastructure/http/routes/pagination.ts';
import type { TaskDefinition } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { ProvidedCovers } from './covers/index.ts';
import { createNouns } from './nouns.ts';
import { checkMayMatch, ProposalService } from './proposals/service.ts';
import { defineMatchingTasks } from './proposals/tasks.ts';
import { Providers } from './providers.ts';
import { type CandidateSearch, type Choice, MatchService } from './service.ts';
import type { Noun } from './store.ts';

interface Dependencies {
  config: Config;
  database: Database;
  catalog: Catalog;
  books: BookMetadataService;
  series: SeriesMetadataService;
  provided: ProvidedMetadata;
  plugins: PluginService;
  covers: ProvidedCovers;
  queue: TaskQueue;
  clock: Clock;
}

interface Call {
  viewer: Viewer;
  params: { id: string };
}

const toHandlers = (service: MatchService) => ({
  state: ({ viewer, params }: Call) => service.state(viewer, params.id),
  candidates: ({ viewer, params, body }: Call & { body: CandidateSearch | undefined }) =>
    service.candidates(viewer, params.id, body ?? {}),
  preview: ({ viewer, params, body }: Call & { body: Choice }) => service.preview(viewer, params.id, body),
  accept: ({ viewer, params, body }: Call & { body: Choice & { fields?: string[] | undefined } }) =>
    service.accept(viewer, params.id, body),
  refresh: ({ viewer, params }: Call) => service.refresh(viewer, params.id),
  covers: ({ viewer, params }: Call) => service.fetchCovers(viewer, params.id),
  undo: ({ viewer, params }: Call) => service.undo(viewer, params.id),
  refuse: ({ viewer, params, body }: Call & { body: { isRefused: boolean } }) =>
    service.refuse(viewer, params.id, body.isRefused),
  remove: ({ viewer, params, query }: Call & { query: { provider?: string | undefined } }) =>
    service.remove(viewer, params.id, query.provider),
});

export function createMatching({ plugins, config, queue, ...deps }: Dependencies) {
  const { catalog } = deps;
  const nouns = createNouns({ ...deps, db: deps.database.db });
  const providers = new Providers(plugins);
  const shared = { ...deps, providers };
  const services = {
    series: new MatchService(shared, nouns.series),
    books: new MatchService(shared, nouns.books),
  };
  const tasks = defineMatchingTasks({ ...shared, nouns, services });
  const proposals = new ProposalService({ ...deps, nouns, services });

  /** Throws if no provider is available. */
  async function start<Body extends { noun: Noun }>(
    task: TaskDefinition<Body & { libraryId: string }>,
    { viewer, params, body }: Call & { body: Body },
  ) {
    checkMayMatch(viewer, body.noun);
    if (!(await catalog.libraries.find(viewer, params.id))) throw notFound('library');
    if (!config.online.enabled) throw conflict(reason('plugin_offline'));
    const enqueued = await queue.enqueue(task, { ...body, libraryId: params.id });
    return answer({ taskId: enqueued.task.id }, { status: 202 });
  }

  return {
    tasks: [tasks.propose, tasks.refresh],
    routes: [
      ...implement(seriesMatching, toHandlers(services.series)),
      ...implement(bookMatching, toHandlers(services.books)),
      ...implement(contract, {
        providers: async () => ({
          isOnline: config.online.enabled,
          providers: [...(await providers.list('series')), ...(await providers.list('book'))]
            .filter((plugin, i, all) => all.findIndex(({ id }) => id === plugin.id) === i)
            .map(({ package: provider, displayName, can, state }) => ({
              provider,
              name: displayName,
              knows: can.metadata.map((kind) => (kind === 'book' ? ('books' as const) : kind)),
              isReady: state === 'ready',
            })),
        }),
        propose: (call) => start(tasks.propose, call),
        refresh: (call) => start(tasks.refresh, call),
        async list({ viewer, query, request }) {
          const page = boundPage(query);
          const { noun, libraryId, state } = query;
          const { proposals: data, total } = await proposals.list(viewer, {
            noun,
            libraryId,
            state,
            ...page,
          });
          return toPage(data, total, page, request.url);
        },
        acceptMany: async ({ viewer, body }) => ({ accepted: await proposals.acceptMany(viewer, body) }),
        accept: ({ viewer, params, body }) => proposals.accept(viewer, params.id, body?.fields),
        dismiss: ({ viewer, params, body }) => proposals.dismiss(viewer, params.id, body?.never ?? false),
        undo: ({ viewer, params }) => proposals.undo(viewer, params.id),
      }),
    ],
  };
}
