// Checks the access to a route by its description, before a body is read.
import type { RouteDescription } from '@lectern/contract/route';
import { permissions } from '@lectern/contract/values';
import type { FastifyRequest } from 'fastify';
import { holds } from '#infrastructure/access/viewer.ts';
import { forbidden, needsPermission, type Problem, reason, unauthorized } from '#infrastructure/errors.ts';

/** Throws if a route has no access rule. */
export function checkAccess({ method, path, access }: RouteDescription): void {
  const known = (one: string) => permissions.some((permission) => permission === one);
  const fits =
    access === 'anyone' ||
    access === 'user' ||
    (typeof access === 'string' ? known(access) : access?.length > 0 && access.every(known));
  if (!fits) throw new Error(`${method} ${path} has no access rule`);
}

/** Returns the error for a caller without access; undefined with access. */
export function findRefusal(
  { access }: RouteDescription,
  { viewer, isForeignWrite }: FastifyRequest,
): Problem | undefined {
  if (access === 'anyone') return undefined;
  if (isForeignWrite) return forbidden(reason('other_site'));
  if (!viewer) return unauthorized();
  if (access === 'user' || holds(viewer, access)) return undefined;
  const wanted = typeof access === 'string' ? access : access.join(' or ');
  return needsPermission(wanted);
}
