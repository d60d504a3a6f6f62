// The only request for the newest version. It contains no information about this server, follows no redirects, and goes
// to no private address unless that is allowed.
import { type Outside, OutsideError } from '#infrastructure/outside/index.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { findNewest } from './versions.ts';

interface VersionRequest {
  url: string;
  privateAddresses: boolean;
  signal: AbortSignal;
}

/** Enough for a hundred releases with their notes. */
const maxBytes = 2 * 1024 * 1024;

/** Returns the newest version at the address. Throws an error with a sentence for users. */
export async function askForNewest(
  outside: Outside,
  { url, privateAddresses, signal }: VersionRequest,
): Promise<string> {
  const { host } = new URL(url);
  const { status, bytes } = await outside
    .ask({
      url,
      maxBytes,
      signal,
      maxRedirects: 0,
      headers: { accept: 'application/json' },
      allow: { anyPort: true, privateNetworks: privateAddresses },
    })
    .catch((cause: unknown) => {
      if (!(cause instanceof OutsideError)) throw cause;
      if (cause.kind === 'no_tls') throw new Error('updates.url must start with https://', { cause });
      if (cause.kind !== 'private') throw cause;
      throw new Error(`${cause.message}; set updates.private_addresses to allow it`, { cause });
    });
  if (status >= 300 && status < 400) throw new Error(`${host} redirects to another address`);
  if (status < 200 || status > 299) throw new Error(`${host} responded with status ${status}`);
  const newest = findNewest(parseJson(bytes.toString()));
  if (newest === undefined) throw new Error(`the response of ${host} contains no version`);
  return newest;
}
