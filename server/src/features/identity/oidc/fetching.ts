// HTTP requests to a provider: encrypted, without redirects, and limited to a megabyte per response.
import type { CustomFetch } from 'openid-client';
import { isLoopback } from '#infrastructure/config/oidc.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import { readBounded } from '#infrastructure/http/bodies/read-bounded.ts';

/** The keys of the largest providers take about 20 KB. */
const maxBytes = 1024 * 1024;

/** The provider is unavailable: it does not respond, or violates the standards. */
export const providerUnavailable = (cause?: unknown) =>
  new Problem('unavailable', reason('provider_silent'), {
    headers: { 'Retry-After': '10' },
    cause,
  });

/** `fetch` for the client library. Throws `unavailable` for any network failure. */
export function createProviderFetch(allowInsecureHttp: boolean): CustomFetch {
  return async (address, options) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !(allowInsecureHttp && isLoopback(url)))
      throw providerUnavailable(new Error(`The provider has an address without TLS: ${url.origin}`));
    try {
      const response = await fetch(url, options as RequestInit);
      const bytes = await readBounded(response, maxBytes);
      // The body is decompressed, which changes its length.
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
