// Sends requests to a provider's service within its limits, and interprets the responses.
import { isRecord, toRecord } from '@lectern/contract/records';
import { PluginError, throwAsPluginError } from '#features/plugins/protocol/index.ts';
import type { OutsideRequest } from '#infrastructure/outside/index.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { version } from '#infrastructure/version.ts';
import type { ProviderTraffic } from '../traffic/index.ts';
import type { Provider, ServiceRequest } from './provider.ts';

interface From {
  provider: Provider;
  traffic: ProviderTraffic;
  /** Plugin id whose request limits apply. */
  paceId: string;
  isQueued: boolean;
  signal: AbortSignal;
}

const maxBytes = 4 * 1024 ** 2;
const noContent = 204;

/** Returns a JSON object. Throws PluginError. */
export async function askService(
  { provider, traffic, paceId, isQueued, signal }: From,
  request: ServiceRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const line = { pluginId: paceId, lane: request.lane ?? '', pace: provider.pace, isQueued };
  const { status, bytes } = await traffic.ask(line, { ...toSent(request), signal }).catch(throwAsPluginError);
  const body = parseJson(bytes.toString('utf8'));
  const fault = provider.findFault?.(status, toRecord(body)) ?? findUsualFault(status);
  if (fault?.kind === 'rate_limited') await traffic.leaveAlone(line, (fault.retryAfterSeconds ?? 60) * 1000);
  if (fault) throw fault;
  if (isRecord(body)) return body;
  if (status === noContent) return {};
  throw new PluginError('upstream', 'The service sent an invalid response (not JSON)');
}

function toSent({ url, query = {}, headers, method = 'POST', json, form }: ServiceRequest): OutsideRequest {
  const address = new URL(url);
  for (const [name, value] of Object.entries(query))
    for (const one of typeof value === 'object' ? value : [value])
      if (one !== undefined) address.searchParams.append(name, String(one));
  const body = form ? new URLSearchParams(form).toString() : JSON.stringify(json);
  return {
    url: address,
    maxBytes,
    headers: {
      'user-agent': `Lectern/${version}`,
      accept: 'application/json',
      ...(body !== undefined && {
        'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      ...headers,
    },
    ...(body !== undefined && { method, body }),
  };
}

function findUsualFault(status: number): PluginError | undefined {
  if (status >= 200 && status <= 299) return undefined;
  if (status === 404 || status === 410) return new PluginError('not_found', 'The service has no such entry');
  if (status === 401 || status === 403)
    return new PluginError('authentication', `The service denied access (status ${status})`);
  return new PluginError('upstream', `The service responded with status ${status}`);
}
