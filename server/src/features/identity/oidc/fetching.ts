// HTTP towards a provider: encrypted, without following redirects, and no more than a megabyte of answer.
import type { CustomFetch } from 'openid-client';
import { isLoopback } from '#infrastructure/config/oidc.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import { readBounded } from '#infrastructure/http/read-bounded.ts';

/** Keys of the largest providers take some 20 KB. */
const maxBytes = 1024 * 1024;

/** The provider cannot be used now: it does not answer, or not as the standards say. */
export const providerUnavailable = (cause?: unknown) =>
  new Problem('unavailable', reason('provider_silent'), {
    headers: { 'Retry-After': '10' },
    cause,
  });

/** `fetch` for the client library; it throws `unavailable` for whatever goes wrong on the way. */
export function createProviderFetch(allowInsecureHttp: boolean): CustomFetch {
  return async (address, options) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !(allowInsecureHttp && isLoopback(url)))
      throw providerUnavailable(new Error(`The provider names an address without TLS: ${url.origin}`));
    try {
      const response = await fetch(url, options as RequestInit);
      const bytes = await readBounded(response, maxBytes);
      // The body is decompressed, and its length has changed.
      const headers = new Headers(response.headers);
      headers.delete('content-encoding');
      headers.delete('content-length');
      const isEmpty = [204, 205, 304].includes(response.status);
      return new Response(isEmpty ? null : bytes, { status: response.status, headers });
    } catch (error) {
      throw providerUnavailable(error);
    }
  };
}
