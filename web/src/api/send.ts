// Sends one request, without renewing the session.
import { fetchThere } from './reachability.ts';

/** Absolute URL of a server resource: `api/v1/books/…`. */
export const toUrl = (path: string): string => new URL(path.replace(/^\//, ''), document.baseURI).href;

export type Plain = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** In characters. Browsers limit all pending `keepalive` requests together to 64 KiB. */
const maxShortLength = 2_000;

export function send(
  address: string,
  { params = {}, query = {}, body }: Plain,
  options: RequestInit,
): Promise<Response> {
  const [method = 'GET', path = ''] = address.split(' ');
  const filled = path.replace(/\{(\w+)\*?\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value ?? []].flat()) asked.append(name, String(one));
  const search = asked.size > 0 ? `?${asked}` : '';
  const sent = body === undefined || body instanceof FormData ? body : JSON.stringify(body);
  const isShort = sent === undefined || (typeof sent === 'string' && sent.length <= maxShortLength);
  return fetchThere(toUrl(filled + search), {
    method,
    ...(sent !== undefined && { body: sent }),
    keepalive: method !== 'GET' && isShort,
    ...options,
    headers: { ...(typeof sent === 'string' && { 'content-type': 'application/json' }), ...options.headers },
  });
}
