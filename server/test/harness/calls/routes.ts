// All routes of the API description.
import { nouns } from '@lectern/contract/nouns';

export const everyRoute = nouns.flatMap(({ tag, table }) =>
  Object.entries(table).map(([name, route]) => ({
    title: `${route.method} ${route.path}`,
    tag,
    name,
    route,
  })),
);

/** All routes except the event stream, which never ends and has its own tests. */
export const endingRoutes = everyRoute.filter(({ route }) => route.path !== '/api/v1/events');

export const toUrl = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\*?\}/g, (_, name: string) =>
    (params[name] ?? 'missing').split('/').map(encodeURIComponent).join('/'),
  );
