// Connects a user's account at a plugin's service with the authorization code flow (RFC 6749 §4.1, RFC 7636).
import { createHash } from 'node:crypto';
import type { PluginCallback } from '@lectern/contract/plugins/sign-in';
import { type Flow, Flows, toLocalPath } from '#features/identity/redirects/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { conflict, invalid, notFound, Problem, reason, toIssue } from '#infrastructure/errors.ts';
import { answer, type JsonAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import type { Log } from '#infrastructure/log.ts';
import type { PluginTable } from '#schema/tables/plugin.ts';
import { PluginError } from '../protocol/index.ts';
import { type Credentials, findClient, type OauthClient, requestTokens } from './grants.ts';
import type { TokenDependencies } from './tokens.ts';

interface Dependencies extends TokenDependencies {
  config: Config;
  store: { find(id: string): Promise<PluginTable | undefined> };
  log: Log;
  /** Stores the tokens and enables the user's instance. */
  keep(userId: string, pluginId: string, tokens: Credentials): Promise<void>;
}

const defaultPath = '/account/apps';
type Outcome = 'connected' | 'denied' | 'failed';

export class Connecting {
  readonly #deps: Dependencies;
  readonly #basePath: string;
  readonly #flows: Flows;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const { basePath } = deps.config.server;
    this.#basePath = basePath;
    this.#flows = new Flows(
      { config: deps.config, db: deps.database.db, clock: deps.clock },
      { cookieName: 'lectern_plugins', path: '/api/v1/plugins' },
    );
  }

  /** Throws not_found, conflict, or validation_failed for a return path outside this server. */
  async begin(
    { userId }: Viewer,
    { pluginId, redirectTo = defaultPath }: { pluginId: string; redirectTo: string | undefined },
    request: CallRequest,
  ): Promise<JsonAnswer> {
    const { client } = await this.#findPlugin(pluginId);
    if (!this.#deps.config.online.enabled) throw conflict(reason('plugin_offline'));
    const path = toLocalPath(redirectTo, this.#basePath);
    if (path === undefined)
      throw invalid({
        path: 'body.redirectTo',
        message: 'Must be a path of this server, such as /account/apps',
      });
    const root = request.root();
    const redirectUri = `${root}/api/v1/plugins/${pluginId}/callback`;
    if (!URL.canParse(redirectUri)) throw invalid({ path: 'headers.host', message: 'Not a valid host name' });
    const wanted = {
      provider: `plugin:${pluginId}`,
      redirectUri,
      redirectTo: path,
      userId,
      browserId: null,
    };
    const flow = await this.#flows.begin(wanted, request);
    const authorizationUrl = toAuthorizationUrl(client, flow);
    const headers = { 'Set-Cookie': flow.cookies, 'Cache-Control': 'no-store' };
    return answer({ authorizationUrl }, { status: 200, headers });
  }

  /**
   * Redirects the browser back with the outcome. Throws not_found, or validation_failed if this browser did not start
   * the sign-in.
   */
  async finish(
    pluginId: string,
    { state, code, error }: PluginCallback,
    request: CallRequest,
  ): Promise<JsonAnswer> {
    if (!(await this.#deps.store.find(pluginId))) throw notFound('plugin');
    const flow = state === undefined ? undefined : await this.#flows.take(state, request);
    if (flow?.provider !== `plugin:${pluginId}` || flow.userId === null)
      throw invalid(toIssue('query.state', reason('plugin_sign_in_over')));
    let outcome: Outcome = error === 'access_denied' ? 'denied' : 'failed';
    if (code !== undefined && error === undefined)
      try {
        await this.#exchange(flow, { pluginId, code });
        outcome = 'connected';
      } catch (fault) {
        // The plugin was disabled in the meantime, or the service returned no token.
        if (!(fault instanceof Problem || fault instanceof PluginError)) throw fault;
        const why = fault.message;
        this.#deps.log.warn({ requestId: request.id, pluginId, why }, 'failed to connect an account');
      }
    const to = new URL(flow.redirectTo, 'http://own.invalid');
    to.searchParams.set('plugin', pluginId);
    to.searchParams.set('outcome', outcome);
    const location = to.pathname + to.search + to.hash;
    return answer(undefined, {
      status: 302,
      headers: { 'Cache-Control': 'no-store', Location: location },
    });
  }

  async #findPlugin(id: string): Promise<{ plugin: PluginTable; client: OauthClient }> {
    const plugin = await this.#deps.store.find(id);
    if (!plugin || plugin.isEnabled === 0) throw notFound('plugin');
    const client = findClient(plugin, this.#deps.safe.open(id, plugin.credentials));
    if (!client) throw conflict(reason('plugin_no_client'));
    return { plugin, client };
  }

  async #exchange(flow: Flow, { pluginId, code }: { pluginId: string; code: string }): Promise<void> {
    const { client } = await this.#findPlugin(pluginId);
    const grant = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: flow.redirectUri,
      ...(client.oauth.challenge !== 'none' && { code_verifier: flow.codeVerifier }),
    };
    const tokens = await requestTokens(
      { outside: this.#deps.outside, nowMs: this.#deps.clock() },
      client,
      grant,
    );
    await this.#deps.keep(flow.userId ?? '', pluginId, tokens);
  }
}

function toAuthorizationUrl(
  { oauth, clientId }: OauthClient,
  { state, codeVerifier, redirectUri }: Flow & { state: string },
): string {
  const url = new URL(oauth.authorizationUrl);
  const { challenge, scopes } = oauth;
  const hashed = () => createHash('sha256').update(codeVerifier).digest('base64url');
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(challenge !== 'none' && {
      code_challenge: challenge === 'plain' ? codeVerifier : hashed(),
      code_challenge_method: challenge,
    }),
  }))
    url.searchParams.set(name, value);
  return url.href;
}
