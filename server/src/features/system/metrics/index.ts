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
import { createPrometheus, type Metric, type OpenDocuments } from './prometheus.ts';
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

export interface Metrics {
  routes: MountedRoute[];
  service: MetricService;
  /** Counts an answered request. */
  count(request: AnsweredRequest): void;
  /** Adds a metric to /metrics. */
  add(metric: Metric): void;
}

export function createMetrics({ database, catalog, tasks, documents }: Dependencies): Metrics {
  const store = createMetricStore(database.db);
  const prometheus = createPrometheus({
    database: database.dialect.name,
    inventory: (viewer) => readInventory(catalog, store, viewer),
    countTasks: async (viewer) => tasks.count(await toVisibleTasks(catalog, viewer)),
    documents,
  });
  const service: MetricService = {
    inventory: async (viewer) => toSummary(await readInventory(catalog, store, viewer)),
    tasks: async (viewer) => store.listTasks(await toVisibleTasks(catalog, viewer)),
  };
  return {
    service,
    count: prometheus.count,
    add: prometheus.add,
    routes: implement(contract, {
      inventory: ({ viewer }) => service.inventory(viewer),
      tasks: async ({ viewer }) => ({ types: await service.tasks(viewer) }),
      prometheus: ({ viewer }) =>
        bytesAnswer({
          mediaType: prometheus.contentType,
          cacheControl: 'no-store',
          body: async () => Buffer.from(await prometheus.print(viewer)),
        }),
    }),
  };
}
