// OPDS: catalogs for reader apps, version 1.2 (Atom) at /opds/v1 and 2.0 (JSON) at /opds/v2. The path determines the
// version, regardless of the Accept header.
import { routes } from '@lectern/contract/route';
import type { FastifyRequest } from 'fastify';
import type { Auth } from '#features/identity/auth/index.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { toRoot } from '#infrastructure/http/clients/root-address.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import type { Surface } from '#infrastructure/http/routes/surface.ts';
import { createOpdsAuthenticate } from './access/authenticate.ts';
import { toAuthenticationDocument } from './access/document.ts';
import { toOpdsError } from './access/errors.ts';
import { grantToken, readForms } from './access/token.ts';
import { basePaths, mediaTypes, toBases } from './addresses.ts';
import { toSearchDescription } from './atom/search-description.ts';
import { createOpdsBookRoutes } from './books/index.ts';
import type { OpdsDependencies } from './dependencies.ts';
import { toFeedDependencies } from './feeds/dependencies.ts';
import { atomRoutes, jsonRoutes } from './routes.ts';
import { createServing, toDocumentAnswer } from './serve.ts';

interface Dependencies extends OpdsDependencies {
  config: Config;
  auth: Auth;
}

export function createOpds({ config, auth, ...deps }: Dependencies): Surface {
  const feeds = toFeedDependencies(deps);
  const pageSize = () => config.opds.pageSize;
  const atom = createServing('atom', feeds, pageSize);
  const json = createServing('json', feeds, pageSize);
  return {
    name: 'opds',
    path: () => (config.opds.enabled ? '/opds' : undefined),
    authenticate: createOpdsAuthenticate(auth),
    toError: (answer, request) =>
      toOpdsError(answer, toBases(toRoot(config.server, request)), toOwnPath(request, config)),
    prepare: readForms,
    routes: [
      ...implement(routes('OPDS 1.2', 'Catalogs for reader apps.', atomRoutes(basePaths.atom)), {
        ...atom,
        bare: async (call) => {
          const version = prefersJson(call.request.headers.accept) ? json : atom;
          return varying(await version.start(call));
        },
        olderRoot: atom.start,
        olderStart: atom.start,
        searchDescription: ({ request, viewer }) =>
          toDocumentAnswer(
            { mediaType: mediaTypes.searchDescription, text: toSearchDescription(toBases(request.root())) },
            viewer.userId,
          ),
      }),
      ...implement(routes('OPDS 2.0', 'Catalogs for reader apps.', jsonRoutes(basePaths.json)), {
        ...json,
        authentication: ({ request }) =>
          toDocumentAnswer(
            {
              mediaType: mediaTypes.authentication,
              text: toAuthenticationDocument(toBases(request.root())),
            },
            '',
          ),
        token: ({ body, request }) => grantToken(auth.signIn, body, request),
      }),
      ...createOpdsBookRoutes(deps),
    ],
  };
}

/** Clients that accept both get Atom, because only Atom has page streaming. */
const prefersJson = (accept: string | string[] | undefined): boolean =>
  typeof accept === 'string' && accept.includes(mediaTypes.json) && !accept.includes('application/atom+xml');

const varying = (answer: BytesAnswer): BytesAnswer =>
  bytesAnswer({ ...answer, headers: { ...answer.headers, Vary: 'Accept' } });

const toOwnPath = ({ url }: FastifyRequest, { server }: Config): string =>
  url.startsWith(server.basePath) ? url.slice(server.basePath.length) : url;
