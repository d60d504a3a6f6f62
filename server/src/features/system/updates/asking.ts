// The one request for the newest version: it says nothing of this server, follows no redirects, and asks no private
// address unless that is allowed.
import { type Outside, OutsideError } from '#infrastructure/outside/index.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { findNewest } from './versions.ts';

interface Asked {
  url: string;
  privateAddresses: boolean;
  signal: AbortSignal;
}

/** A hundred releases with their notes. */
const maxBytes = 2 * 1024 * 1024;

/** The newest version that the address names. Throws an error with a sentence for people. */
export async function askForNewest(
  outside: Outside,
  { url, privateAddresses, signal }: Asked,
): Promise<string> {
  const { host } = new URL(url);
  const { status, bytes } = await outside
    .ask({
      ...{ url, maxBytes, signal, maxRedirects: 0, headers: { accept: 'application/json' } },
      allow: { anyPort: true, privateNetworks: privateAddresses },
    })
    .catch((cause: unknown) => {
      if (!(cause instanceof OutsideError)) throw cause;
      if (cause.kind === 'no_tls') throw new Error('updates.url has to begin with https://', { cause });
      if (cause.kind !== 'private') throw cause;
      throw new Error(`${cause.message}; updates.private_addresses allows that`, { cause });
    });
  if (status >= 300 && status < 400) throw new Error(`${host} leads elsewhere`);
  if (status < 200 || status > 299) throw new Error(`${host} answers with status ${status}`);
  const newest = findNewest(parseJson(bytes.toString()));
  if (newest === undefined) throw new Error(`${host} names no version`);
  return newest;
}
