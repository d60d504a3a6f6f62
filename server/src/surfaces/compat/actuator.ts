// Server status that reader apps show to administrators: `/actuator/*`, with the metric names of the emulated server.
import { json, routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { CollectionService, ReadListService } from '#features/reading/lists/index.ts';
import type { MetricService } from '#features/system/metrics/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { version } from '#infrastructure/version.ts';
import type { CompatServices } from './dependencies.ts';

const access = 'system:health';
const anything = json(z.looseObject({}));
const contract = routes('Compatibility actuator', 'Server status.', {
  health: {
    method: 'GET',
    path: '/{prefix}/actuator/health',
    summary: 'Get the health status',
    access: 'anyone',
    answers: { 200: anything },
  },
  info: {
    method: 'GET',
    path: '/{prefix}/actuator/info',
    summary: 'Its version',
    access,
    answers: { 200: anything },
  },
  names: {
    method: 'GET',
    path: '/{prefix}/actuator/metrics',
    summary: 'List the metric names',
    access,
    answers: { 200: anything },
  },
  metric: {
    method: 'GET',
    path: '/{prefix}/actuator/metrics/{name}',
    summary: 'One figure',
    access,
    params: z.looseObject({ name: z.string() }),
    query: z.looseObject({ tag: z.union([z.string(), z.array(z.string())]).optional() }),
    answers: { 200: anything },
  },
});

interface Metric {
  name: string;
  description: string;
  baseUnit: string | null;
  measurements: { statistic: string; value: number }[];
  availableTags: { tag: string; values: string[] }[];
}

interface MetricRequest {
  viewer: Viewer;
  /** Values of the parameters `tag=name:value`. */
  tags: ReadonlyMap<string, string>;
}

type Libraries = Awaited<ReturnType<MetricService['inventory']>>['libraries'];

export function createCompatActuatorRoutes({ metrics, lists }: CompatServices): MountedRoute[] {
  /** A metric of all libraries, or of the library given by a tag. */
  const ofLibraries =
    (
      description: string,
      { baseUnit, read }: { baseUnit: string | null; read(one: Libraries[number]): number },
    ) =>
    async (name: string, { viewer, tags }: MetricRequest): Promise<Metric> => {
      const { libraries } = await metrics.inventory(viewer);
      const wanted = tags.get('library');
      const counted = libraries.filter(({ id }) => wanted === undefined || id === wanted);
      if (wanted !== undefined && counted.length === 0) throw notFound('metric');
      return {
        name,
        description,
        baseUnit,
        measurements: [{ statistic: 'VALUE', value: counted.reduce((sum, one) => sum + read(one), 0) }],
        availableTags:
          wanted === undefined ? [{ tag: 'library', values: libraries.map(({ id }) => id) }] : [],
      };
    };
  const ofLists =
    (description: string, service: CollectionService | ReadListService) =>
    async (name: string, { viewer }: MetricRequest): Promise<Metric> =>
      toPlain({ name, description, value: await (await service.list(viewer)).count() });

  async function ofTasks(name: string, { viewer, tags }: MetricRequest): Promise<Metric> {
    const all = await metrics.tasks(viewer);
    const wanted = tags.get('type');
    const counted = all.filter(({ type }) => wanted === undefined || type === wanted);
    if (wanted !== undefined && counted.length === 0) throw notFound('metric');
    const total = counted.reduce((sum, { count, meanSeconds }) => sum + count * (meanSeconds ?? 0), 0);
    return {
      name,
      description: 'Number of executed tasks',
      baseUnit: 'seconds',
      measurements: [
        { statistic: 'COUNT', value: counted.reduce((sum, { count }) => sum + count, 0) },
        { statistic: 'TOTAL_TIME', value: total },
        { statistic: 'MAX', value: Math.max(0, ...counted.map(({ longestSeconds }) => longestSeconds ?? 0)) },
      ],
      availableTags: wanted === undefined ? [{ tag: 'type', values: all.map(({ type }) => type) }] : [],
    };
  }

  const known: Record<string, (name: string, request: MetricRequest) => Promise<Metric>> = {
    'komga.books': ofLibraries('Books', { baseUnit: null, read: ({ bookCount }) => bookCount }),
    'komga.books.filesize': ofLibraries('Size of the books', {
      baseUnit: 'bytes',
      read: ({ bytes }) => bytes,
    }),
    'komga.series': ofLibraries('Series', { baseUnit: null, read: ({ seriesCount }) => seriesCount }),
    'komga.sidecars': async (name) => toPlain({ name, description: 'Number of sidecar files', value: 0 }),
    'komga.collections': ofLists('Collections', lists.collections),
    'komga.readlists': ofLists('Read lists', lists.readLists),
    'komga.tasks.execution': ofTasks,
  };

  return implement(contract, {
    health: () => ({ status: 'UP' }),
    info: () => ({ build: { artifact: 'lectern', group: 'lectern', name: 'lectern', version } }),
    names: () => ({ names: Object.keys(known) }),
    async metric({ viewer, params, query }) {
      const metric = Object.hasOwn(known, params.name) ? known[params.name] : undefined;
      if (!metric) throw notFound('metric');
      return { ...(await metric(params.name, { viewer, tags: toTags(query.tag) })) };
    },
  });
}

const toPlain = ({
  name,
  description,
  value,
}: {
  name: string;
  description: string;
  value: number;
}): Metric => ({
  name,
  description,
  baseUnit: null,
  measurements: [{ statistic: 'VALUE', value }],
  availableTags: [],
});

/** Parses `name:value`, given once or repeatedly. */
function toTags(tag: string | string[] | undefined): Map<string, string> {
  const pairs = [tag ?? []].flat().map((text): [string, string] => {
    const colon = text.indexOf(':');
    return [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)];
  });
  return new Map(pairs);
}
