// Every route that the API description names.
import { nouns } from '@lectern/contract/nouns';

export const everyRoute = nouns.flatMap(({ tag, table }) =>
  Object.entries(table).map(([name, route]) => ({
    title: `${route.method} ${route.path}`,
    tag,
    name,
    route,
  })),
);

/** The event stream never ends: it is walked by its own tests. */
export const endingRoutes = everyRoute.filter(({ route }) => route.path !== '/api/v1/events');

export const toUrl = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\*?\}/g, (_, name: string) =>
    (params[name] ?? 'missing').split('/').map(encodeURIComponent).join('/'),
  );
