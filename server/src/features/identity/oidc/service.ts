// Signing in by a provider: to its sign-in page and back.
import type { OidcCallback, SignInFault, SignInProvider } from '@lectern/contract/oidc';
import type { Auth } from '#features/identity/auth/index.ts';
import type { BrowserAccounts, Visit } from '#features/identity/browser-accounts/index.ts';
import type { OidcProvider } from '#infrastructure/config/oidc.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { invalid, notFound, Problem, reason, toIssue } from '#infrastructure/errors.ts';
import { type AnswerHeaders, answer, type JsonAnswer } from '#infrastructure/http/answers.ts';
import type { CallRequest } from '#infrastructure/http/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { readPerson } from './claims.ts';
import { describeFault, toProblem, toSignInFault } from './faults.ts';
import type { Flow, Flows } from './flows.ts';
import { toLocalPath } from './local-path.ts';
import type { People } from './people.ts';
import type { ProviderClient } from './provider-client.ts';

export interface OidcDependencies {
  config: Pick<Config, 'auth' | 'server'>;
  createClient(provider: OidcProvider): ProviderClient;
  flows: Flows;
  people: People;
  auth: Pick<Auth, 'startSession'> & Pick<BrowserAccounts, 'toBrowser' | 'findBrowser'>;
  log: Log;
}

export type OidcService = ReturnType<typeof createOidcService>;

interface Known {
  provider: OidcProvider;
  client: ProviderClient;
}

type BoundFlow = Flow & { state: string };

export function createOidcService({ config, createClient, flows, people, auth, log }: OidcDependencies) {
  const { basePath } = config.server;
  const { publicUrl, providers } = config.auth.oidc;
  const known = new Map<string, Known>(
    providers.map((provider) => [provider.id, { provider, client: createClient(provider) }]),
  );

  /** Throws `not_found`. */
  function getProvider(id: string): Known {
    const found = known.get(id);
    if (!found) throw notFound('sign-in provider');
    return found;
  }

  /** The address that the provider knows. Throws `validation_failed` when the request names no host of any sort. */
  function toRedirectUri(id: string, { root }: CallRequest): string {
    const uri = `${publicUrl ?? root()}/api/v1/auth/oidc/${id}/callback`;
    if (!URL.canParse(uri)) throw invalid({ path: 'headers.host', message: 'Not the name of a host' });
    return uri;
  }

  /** The sign-in that this browser comes back from. Throws `validation_failed` when there is none. */
  async function takeFlow(id: string, { state }: OidcCallback, request: CallRequest): Promise<BoundFlow> {
    const flow = state === undefined ? undefined : await flows.take(state, request);
    if (state === undefined || flow?.provider !== id) throw unknownFlow();
    return { ...flow, state };
  }

  /** What the provider said, as the person's account. */
  async function verify({ provider, client }: Known, flow: BoundFlow, callback: OidcCallback) {
    const stated = await client.finish(flow, { ...callback, state: flow.state });
    const person = readPerson(stated, provider.groupsClaim);
    if (!person) throw toProblem(new Error('The provider gives no subject'));
    return people.getAccount(provider, person);
  }

  /** Where the client says what went wrong, and goes on from to what was asked for. */
  function toSignInPage(fault: SignInFault, flow: Flow | undefined): string {
    const next = flow?.redirectTo.slice(basePath.length);
    const search = new URLSearchParams({ fault, ...(next !== undefined && next !== '/' && { next }) });
    return `${basePath}/sign-in?${search}`;
  }

  /** Refusals are for the administrator to find, without what was sent. */
  function report(request: CallRequest, provider: string, error: unknown): void {
    if (!(error instanceof Problem)) return;
    const details = { requestId: request.id, address: request.ip, provider, ...describeFault(error) };
    log.warn(details, 'sign-in by a provider failed');
  }

  return {
    list: (): SignInProvider[] => providers.map(({ id, name }) => ({ id, name })),

    /** Throws `not_found`, `validation_failed` for a path that is not ours, `unavailable`. */
    async begin(id: string, redirectTo: string, visit: Visit): Promise<JsonAnswer> {
      const { request } = visit;
      const { client } = getProvider(id);
      const path = toLocalPath(redirectTo, basePath);
      if (path === undefined)
        throw invalid({ path: 'body.redirectTo', message: 'Only a path of this server, such as /series' });
      try {
        const wanted = {
          provider: id,
          redirectUri: toRedirectUri(id, request),
          redirectTo: path,
          // On the way back from another site the browser sends no refresh cookies.
          browserId: (await auth.findBrowser(visit)) ?? null,
        };
        const flow = await flows.begin(wanted, request);
        const authorizationUrl = await client.toAuthorizationUrl(flow);
        const headers = { 'Set-Cookie': flow.cookies, 'Cache-Control': 'no-store' };
        return answer({ authorizationUrl }, { status: 200, headers });
      } catch (error) {
        report(request, id, error);
        throw error;
      }
    },

    /** Throws as the contract says, but leads browsers to the sign-in page; whatever is wrong, the flow is over. */
    async finish(id: string, callback: OidcCallback, visit: Visit): Promise<JsonAnswer> {
      const { request } = visit;
      let flow: BoundFlow | undefined;
      try {
        const found = getProvider(id);
        flow = await takeFlow(id, callback, request);
        const account = await verify(found, flow, callback);
        const given = await auth.startSession(account, request);
        return wantsJson(request)
          ? given
          : toRedirect(
              flow.redirectTo,
              (await auth.toBrowser(given, visit, flow.browserId ?? undefined)).headers,
            );
      } catch (error) {
        if (flow) report(request, id, error);
        if (!(error instanceof Problem) || !wantsPage(request)) throw error;
        return toRedirect(toSignInPage(toSignInFault(error, callback), flow));
      }
    },
  };
}

const unknownFlow = () => invalid(toIssue('query.state', reason('provider_sign_in_over')));

const accepts = ({ headers }: CallRequest, type: string): boolean =>
  typeof headers.accept === 'string' && headers.accept.toLowerCase().includes(type);

/** Programs ask for JSON; browsers, which follow a link, for HTML. */
const wantsJson = (request: CallRequest): boolean => accepts(request, 'application/json');
/** What says neither gets the session by the redirect that a browser gets, and a fault as it is. */
const wantsPage = (request: CallRequest): boolean => accepts(request, 'text/html') && !wantsJson(request);

const toRedirect = (location: string, headers: AnswerHeaders = { 'Cache-Control': 'no-store' }): JsonAnswer =>
  answer(undefined, { status: 302, headers: { ...headers, Location: location } });
