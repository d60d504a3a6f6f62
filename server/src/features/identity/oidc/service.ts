// Sign-in with a provider: the redirect to its sign-in page and the callback.
import type { OidcCallback, SignInFault, SignInProvider } from '@lectern/contract/identity/oidc';
import type { Auth } from '#features/identity/auth/index.ts';
import type { BrowserAccounts, Visit } from '#features/identity/browser-accounts/index.ts';
import type { Flow, Flows } from '#features/identity/redirects/index.ts';
import { toLocalPath } from '#features/identity/redirects/index.ts';
import type { OidcProvider } from '#infrastructure/config/oidc.ts';
import { invalid, notFound, Problem, reason, toIssue } from '#infrastructure/errors.ts';
import { type AnswerHeaders, answer, type JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import { readPerson } from './claims.ts';
import { describeFault, toProblem, toSignInFault } from './errors.ts';
import type { People } from './people.ts';
import type { ProviderClient } from './provider-client.ts';

interface Dependencies {
  /** Base path of the server; empty at the root of a host. */
  basePath: string;
  publicUrl: string | undefined;
  providers: ReadonlyMap<string, KnownProvider>;
  flows: Flows;
  people: People;
  startSession: Auth['startSession'];
  browser: BrowserAccounts;
  log: Log;
}

interface KnownProvider {
  provider: OidcProvider;
  client: ProviderClient;
}

type BoundFlow = Flow & { state: string };

export class OidcSignIn {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  listProviders(): SignInProvider[] {
    return [...this.#deps.providers.values()].map(({ provider: { id, name } }) => ({ id, name }));
  }

  /** Throws `not_found`, `validation_failed` for a path outside of this server, `unavailable`. */
  async begin({ id, redirectTo }: { id: string; redirectTo: string }, visit: Visit): Promise<JsonAnswer> {
    const { request } = visit;
    const { client } = this.#getProvider(id);
    const path = toLocalPath(redirectTo, this.#deps.basePath);
    if (path === undefined)
      throw invalid({ path: 'body.redirectTo', message: 'Only a path of this server, such as /series' });
    try {
      const wanted = {
        provider: id,
        redirectUri: this.#toRedirectUri(id, request),
        redirectTo: path,
        userId: null,
        // The redirect from another site does not carry refresh cookies.
        browserId: (await this.#deps.browser.findBrowser(visit)) ?? null,
      };
      const flow = await this.#deps.flows.begin(wanted, request);
      const authorizationUrl = await client.toAuthorizationUrl(flow);
      const headers = { 'Set-Cookie': flow.cookies, 'Cache-Control': 'no-store' };
      return answer({ authorizationUrl }, { status: 200, headers });
    } catch (error) {
      this.#report({ request, id, error });
      throw error;
    }
  }

  /** Throws as the contract specifies, but redirects browsers to the sign-in page. The flow ends in any case. */
  async finish({ id, callback }: { id: string; callback: OidcCallback }, visit: Visit): Promise<JsonAnswer> {
    const { request } = visit;
    let flow: BoundFlow | undefined;
    try {
      const found = this.#getProvider(id);
      flow = await this.#takeFlow(id, callback, request);
      const given = await this.#deps.startSession(await this.#verify(found, flow, callback), request);
      if (wantsJson(request)) return given;
      const { headers } = await this.#deps.browser.toBrowser(given, visit, flow.browserId ?? undefined);
      return toRedirect(flow.redirectTo, headers);
    } catch (error) {
      if (flow) this.#report({ request, id, error });
      if (!(error instanceof Problem) || !wantsPage(request)) throw error;
      return toRedirect(this.#toSignInPage(toSignInFault(error, callback), flow));
    }
  }

  /** Throws `not_found`. */
  #getProvider(id: string): KnownProvider {
    const found = this.#deps.providers.get(id);
    if (!found) throw notFound('sign-in provider');
    return found;
  }

  /**
   * Returns the redirect URI that is registered at the provider. Throws `validation_failed` if the request has no valid
   * host.
   */
  #toRedirectUri(id: string, { root }: CallRequest): string {
    const uri = `${this.#deps.publicUrl ?? root()}/api/v1/auth/oidc/${id}/callback`;
    if (!URL.canParse(uri)) throw invalid({ path: 'headers.host', message: 'Not the name of a host' });
    return uri;
  }

  /** Returns the flow that this browser has started. Throws `validation_failed` if it does not exist. */
  async #takeFlow(id: string, { state }: OidcCallback, request: CallRequest): Promise<BoundFlow> {
    const flow = state === undefined ? undefined : await this.#deps.flows.take(state, request);
    if (state === undefined || flow?.provider !== id) throw unknownFlow();
    return { ...flow, state };
  }

  /** Returns the account of the user in the provider's response. */
  async #verify({ provider, client }: KnownProvider, flow: BoundFlow, callback: OidcCallback) {
    const stated = await client.finish(flow, { ...callback, state: flow.state });
    const person = readPerson(stated, provider.groupsClaim);
    if (!person) throw toProblem(new Error('The provider sent no subject'));
    return this.#deps.people.getAccount(provider, person);
  }

  /** Returns the page of the client that shows the failure and, after a sign-in, leads to the requested page. */
  #toSignInPage(fault: SignInFault, flow: Flow | undefined): string {
    const next = flow?.redirectTo.slice(this.#deps.basePath.length);
    const search = new URLSearchParams({ fault, ...(next !== undefined && next !== '/' && { next }) });
    return `${this.#deps.basePath}/sign-in?${search}`;
  }

  /** Logs rejections for the administrator, without the received data. */
  #report({ request, id, error }: { request: CallRequest; id: string; error: unknown }): void {
    if (!(error instanceof Problem)) return;
    const details = { requestId: request.id, address: request.ip, provider: id, ...describeFault(error) };
    this.#deps.log.warn(details, 'provider sign-in failed');
  }
}

const unknownFlow = () => invalid(toIssue('query.state', reason('provider_sign_in_over')));

const accepts = ({ headers }: CallRequest, type: string): boolean =>
  typeof headers.accept === 'string' && headers.accept.toLowerCase().includes(type);

/** Programs accept JSON; browsers, which follow a link, accept HTML. */
const wantsJson = (request: CallRequest): boolean => accepts(request, 'application/json');
/** A client that accepts neither is redirected like a browser on success, and receives errors as JSON. */
const wantsPage = (request: CallRequest): boolean => accepts(request, 'text/html') && !wantsJson(request);

const toRedirect = (location: string, headers: AnswerHeaders = { 'Cache-Control': 'no-store' }): JsonAnswer =>
  answer(undefined, { status: 302, headers: { ...headers, Location: location } });
