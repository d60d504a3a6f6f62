// Which methods an address knows, so that a wrong one is a 405 and not a 404.
import { withoutEndSlashes } from '#kernel/text/end-slashes.ts';
import type { MountedRoute } from './implement.ts';

/** Methods of the routes whose path fits, GET with HEAD. `url` starts below the base path. */
export function findAllowedMethods(routes: readonly MountedRoute[], url: string): string[] {
  const path = withoutEndSlashes(url.split('?')[0] ?? '');
  const methods = new Set<string>();
  for (const { route } of routes) {
    if (!fits(route.path, path)) continue;
    methods.add(route.method);
    if (route.method === 'GET') methods.add('HEAD');
  }
  return [...methods];
}

function fits(template: string, path: string): boolean {
  const wanted = template.split('/');
  const given = path.split('/');
  const hasRest = wanted.at(-1)?.endsWith('*}') ?? false;
  if (hasRest ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, i) => part.startsWith('{') || part === given[i]);
}
