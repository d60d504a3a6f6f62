// Simulates the services of the built-in providers on the loopback address, and starts a server that uses them.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Plugin, PluginMatch, PluginMetadata } from '@lectern/contract/plugins/plugins';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Client } from '../harness/client.ts';
import { startTestServer, type TestServerOptions } from '../harness/server.ts';
import { patchPlugin, pluginsPath, type Refusal, searchPlugin } from './plugin-calls.ts';

interface RecordedRequest {
  method: string;
  /** `host/path`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  json: { query?: string; variables?: Record<string, unknown> } & Record<string, unknown>;
  form: Record<string, string>;
}

/** Returns the response: JSON, raw text, or undefined if the function has already responded. */
type Answer = (asked: RecordedRequest, response: ServerResponse) => unknown;

export interface Services {
  origin: string;
  asked: RecordedRequest[];
  /** Responses by `host/path`. Other paths return 404. */
  answers: Map<string, Answer>;
  lead(url: URL): URL;
  stop(): void;
}

export async function startServices(): Promise<Services> {
  const answers = new Map<string, Answer>();
  const asked: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://services');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const path = url.pathname.slice(1);
    const { method = '', headers } = request;
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
    const form = isForm ? Object.fromEntries(new URLSearchParams(body)) : {};
    const json = body && !isForm ? JSON.parse(body) : {};
    const one = { method, path, query: url.searchParams, headers, json, form };
    asked.push(one);
    const answer = answers.get(path);
    if (!answer) response.statusCode = 404;
    const value = answer?.(one, response);
    if (!response.headersSent) response.end(typeof value === 'string' ? value : JSON.stringify(value ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    answers,
    lead: (url) =>
      url.origin === origin ? url : new URL(`${origin}/${url.host}${url.pathname}${url.search}`),
    stop: () => void server.close().closeAllConnections(),
  };
}

export const onlineAt = ({ origin }: Services): Record<string, string> => ({
  LECTERN_ONLINE_ENABLED: 'true',
  LECTERN_ONLINE_ALLOWED_ORIGINS: origin,
});

/** Enables a provider and returns functions to call it. */
export async function turnOn(admin: Client, name: string, patch: object = {}) {
  const { body } = await admin.get<{ plugins: Plugin[] }>(pluginsPath);
  const found = body.plugins.find((one) => one.origin === 'built_in' && one.name === name);
  if (!found) throw new Error(`Provider ${name} not found`);
  const plugin = await patchPlugin(admin, found.id, { isEnabled: true, ...patch });
  const path = `${pluginsPath}/${plugin.id}`;
  return {
    plugin,
    path,
    again: async (): Promise<Plugin> => (await admin.get<Plugin>(path)).body,
    search: (query: string, kind?: string) => searchPlugin(admin, plugin.id, query, kind),
    match: (wanted: object) => admin.post<PluginMatch & Refusal>(`${path}/match`, wanted),
    get: (externalId: string, kind = 'series') =>
      admin.post<PluginMetadata & Refusal>(`${path}/metadata`, { kind, externalId }),
  };
}

/** Starts a server whose providers never wait for rate limits: its clock advances five seconds on every read. */
export async function startServed(options: TestServerOptions = {}) {
  const services = await startServices();
  let looks = 0;
  const server = await startTestServer({
    ...options,
    environment: {
      ...onlineAt(services),
      LECTERN_AUTH_ACCESS_TOKEN_MINUTES: '1440',
      ...options.environment,
    },
    leadOutside: services.lead,
    clock: () => Date.now() + ++looks * 5_000,
  });
  return {
    services,
    server,
    async stop() {
      await server.stop();
      services.stop();
    },
  };
}

/** Starts one server for all tests of a file. Responses and recorded requests are cleared before each test. */
export function serveProviders() {
  let served: Awaited<ReturnType<typeof startServed>>;
  beforeAll(async () => {
    served = await startServed();
  });
  afterAll(() => served.stop());
  beforeEach(() => {
    served.services.answers.clear();
    served.services.asked.length = 0;
  });
  return {
    answer: (path: string, value: unknown) => served.services.answers.set(path, () => value),
    answerBy: (path: string, answer: Answer) => served.services.answers.set(path, answer),
    asked: () => served.services.asked,
    on: (name: string, patch?: object) => turnOn(served.server.admin, name, patch),
  };
}
