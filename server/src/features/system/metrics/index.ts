// Metrics of the library, of tasks and of requests.
import { metrics as contract } from '@lectern/contract/system/metrics';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { AnsweredRequest } from '#infrastructure/http/server.ts';
import type { TaskStore } from '#infrastructure/tasks/store.ts';
import { toVisibleTasks } from '../tasks/index.ts';
import { readInventory, toSummary } from './inventory.ts';
import { type Metric, type OpenDocuments, Prometheus } from './prometheus.ts';
import { createMetricStore, type MetricStore } from './store.ts';

interface Dependencies {
  database: Pick<Database, 'db' | 'dialect'>;
  catalog: Catalog;
  tasks: TaskStore;
  /** Open PDF documents of this process. */
  documents(): OpenDocuments;
}

export interface MetricService {
  /** Returns the inventory visible to the viewer. */
  inventory(viewer: Viewer): Promise<ReturnType<typeof toSummary>>;
  /** Returns durations of the tasks visible to the viewer, by type. */
  tasks(viewer: Viewer): ReturnType<MetricStore['listTasks']>;
}

export class Metrics {
  readonly #prometheus: Prometheus;
  readonly service: MetricService;
  readonly routes: MountedRoute[];

  constructor(deps: Dependencies) {
    const store = createMetricStore(deps.database.db);
    this.#prometheus = new Prometheus({
      database: deps.database.dialect.name,
      inventory: (viewer) => readInventory(deps.catalog, store, viewer),
      countTasks: async (viewer) => deps.tasks.count(await toVisibleTasks(deps.catalog, viewer)),
      documents: deps.documents,
    });
    this.service = {
      inventory: async (viewer) => toSummary(await readInventory(deps.catalog, store, viewer)),
      tasks: async (viewer) => store.listTasks(await toVisibleTasks(deps.catalog, viewer)),
    };
    this.routes = implement(contract, {
      inventory: ({ viewer }) => this.service.inventory(viewer),
      tasks: async ({ viewer }) => ({ types: await this.service.tasks(viewer) }),
      prometheus: ({ viewer }) =>
        bytesAnswer({
          mediaType: this.#prometheus.contentType,
          cacheControl: 'no-store',
          body: async () => Buffer.from(await this.#prometheus.print(viewer)),
        }),
    });
  }

  /** Counts an answered request. */
  count(request: AnsweredRequest): void {
    this.#prometheus.count(request);
  }

  /** Adds a metric to /metrics. */
  add(metric: Metric): void {
    this.#prometheus.add(metric);
  }
}
