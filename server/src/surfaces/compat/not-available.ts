// Operations of the emulated server that Lectern does not have. All answer 501, so that apps can show a reason instead of
// a missing page. `docs/reference/compatibility-api.md` lists them with what Lectern offers instead.
import { json, type RouteDescription, routes } from '@lectern/contract/route';
import { z } from 'zod';
import type { Clock } from '#infrastructure/clock.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { toErrorBody } from './errors.ts';
import { anyQuery } from './lists/descriptions.ts';

const missing = [
  ['PUT', '/api/v1/announcements'],
  ['PATCH', '/api/v1/client-settings/global'],
  ['DELETE', '/api/v1/client-settings/global'],
  ['PUT', '/api/v1/page-hashes'],
  ['GET', '/api/v1/page-hashes/{hash}'],
  ['GET', '/api/v1/page-hashes/{hash}/thumbnail'],
  ['GET', '/api/v1/page-hashes/unknown/{hash}/thumbnail'],
  ['POST', '/api/v1/page-hashes/{hash}/delete-all'],
  ['POST', '/api/v1/page-hashes/{hash}/delete-match'],
  ['POST', '/api/v1/transient-books'],
  ['POST', '/api/v1/transient-books/{id}/analyze'],
  ['GET', '/api/v1/transient-books/{id}/pages/{number}'],
  ['POST', '/api/v1/books/import'],
  ['POST', '/api/v1/readlists/match/comicrack'],
  ['DELETE', '/api/v1/syncpoints/me'],
  ['POST', '/actuator/shutdown'],
] as const;

const message = 'Lectern does not have this operation. Its documentation names the alternative.';

const errorShape = z.object({
  timestamp: z.string(),
  status: z.literal(501),
  error: z.string(),
  message: z.string(),
  path: z.string(),
});

const toRoute = ([method, path]: (typeof missing)[number]) =>
  ({
    method,
    path: `/{prefix}${path}`,
    summary: '',
    access: 'user',
    query: anyQuery,
    ...(method !== 'GET' && { body: z.unknown(), optionalBody: true }),
    answers: { 501: json(errorShape) },
  }) satisfies RouteDescription;

const table = Object.fromEntries(missing.map((one) => [one.join(' '), toRoute(one)]));

export function createMissingRoutes({ clock }: { clock: Clock }): MountedRoute[] {
  const refuse = ({ request: { url } }: { request: { url: string } }) =>
    answer(toErrorBody({ status: 501, message, url }, clock()), { status: 501 });
  const handlers = Object.fromEntries(Object.keys(table).map((name) => [name, refuse]));
  return implement(routes('Compatible refusals', 'Operations that are not available.', table), handlers);
}
