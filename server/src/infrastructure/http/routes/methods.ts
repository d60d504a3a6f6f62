// Finds the methods of an address, so that a wrong one returns a 405 with the allowed ones instead of a 404.
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import type { MountedRoute } from './implement.ts';

/**
 * Returns the methods of the routes of the address; GET implies HEAD. `url` starts below the base path. If several
 * paths match (`/books/{id}` and `/books/duplicates`), those with valid parameters apply.
 */
export function findAllowedMethods(routes: readonly MountedRoute[], url: string): string[] {
  const path = withoutEndSlashes(url.split('?')[0] ?? '');
  const fitting = routes.flatMap(({ route }) => {
    const params = readParams(route.path, path);
    return params ? [{ route, isWellFormed: route.params?.safeParse(params).success ?? true }] : [];
  });
  const exact = fitting.filter(({ isWellFormed }) => isWellFormed);
  const methods = new Set<string>();
  for (const { route } of exact.length > 0 ? exact : fitting) {
    methods.add(route.method);
    if (route.method === 'GET') methods.add('HEAD');
  }
  return [...methods];
}

/** Returns the values of the template's parameters; undefined if the path does not match. */
function readParams(template: string, path: string): Record<string, string> | undefined {
  const wanted = template.split('/');
  const given = path.split('/').map(decode);
  const hasRest = wanted.at(-1)?.endsWith('*}') ?? false;
  if (hasRest ? given.length < wanted.length : given.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const name = /^\{(\w+)(\*?)\}$/.exec(part);
    if (name?.[1]) params[name[1]] = name[2] ? given.slice(i).join('/') : (given[i] ?? '');
    else if (part !== given[i]) return undefined;
  }
  return params;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
