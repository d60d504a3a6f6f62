// All routes of the protocols other than the API, and ids for their paths.
import type { RouteDescription } from '@lectern/contract/route';
import type { EmptyServer } from '../server.ts';
import type { World } from './good-calls.ts';

export const listSurfaceRoutes = ({ app }: EmptyServer): RouteDescription[] =>
  app.surfaces.flatMap(({ routes }) => routes.map(({ route }) => route));

/** Ids for the path of a route. */
interface Ids {
  library: string;
  series: string;
  book: string;
}

export const toIds = ({ library, books }: World): Ids => ({
  library: library.id,
  series: books.cbz.seriesId,
  book: books.cbz.id,
});

/** Returns the path parameters by name. The noun before a parameter selects the id. */
export function toSurfaceParams({ path }: RouteDescription, ids: Ids): Record<string, string> {
  const isOfSeries = /\/series\/\{/.test(path);
  const id = /\/libraries\/\{/.test(path) ? ids.library : isOfSeries ? ids.series : ids.book;
  const names = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name = '']) => name);
  const toValue = (name: string): string => {
    if (name === 'prefix') return 'compat';
    if (/page|number/i.test(name)) return '1';
    if (/file|path/i.test(name)) return 'a file.cbz';
    return id;
  };
  return Object.fromEntries(names.map((name) => [name, toValue(name)]));
}
