// Fetches a package of an exact version from the registry that the configuration names, and checks it against the
// checksum that the registry says (https://w3c.github.io/webappsec-subresource-integrity/).

import { createHash } from 'node:crypto';
import { toRecord } from '@lectern/contract/records';
import { conflict, Problem, reason } from '#infrastructure/errors.ts';
import { type Outside, OutsideError } from '#infrastructure/outside/index.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { maxArchiveBytes } from './package-file.ts';

export interface PackageId {
  name: string;
  version: string;
}

const maxDescriptionBytes = 2 * 1024 ** 2;

/** Throws conflict without a registry, not_found, or plugin_failed when the registry does not answer as it should. */
export async function fetchPackage(
  outside: Outside,
  registry: string | undefined,
  { name, version }: PackageId,
): Promise<Uint8Array> {
  if (registry === undefined) throw conflict(reason('plugin_registry_missing'));
  const description = await get(outside, `${registry}/${name.replace('/', '%2f')}/${version}`, {
    maxBytes: maxDescriptionBytes,
    name,
  });
  const { tarball, integrity } = toRecord(
    toRecord(parseJson(description.toString('utf8').replace(/^\uFEFF/, ''))).dist,
  );
  if (typeof tarball !== 'string' || !URL.canParse(tarball)) throw failed('the registry names no archive');
  const expected = /(?:^|\s)sha512-([A-Za-z0-9+/]{86}==)/.exec(
    typeof integrity === 'string' ? integrity : '',
  )?.[1];
  if (expected === undefined) throw failed('the registry says no checksum');
  // A registry may say the address under which others see it: its path is what counts.
  const { pathname } = new URL(tarball);
  const { origin } = new URL(registry);
  const bytes = await get(outside, `${origin}${pathname}`, { maxBytes: maxArchiveBytes, name });
  if (createHash('sha512').update(bytes).digest('base64') !== expected)
    throw failed('the archive is not that of the checksum of the registry');
  return bytes;
}

const failed = (message: string, cause?: unknown) =>
  new Problem('plugin_failed', reason('plugin_install_failed', { message }), { cause });

/** The registry may be in a private network: the operator names it. */
async function get(
  outside: Outside,
  url: string,
  { maxBytes, name }: { maxBytes: number; name: string },
): Promise<Buffer> {
  const answer = await outside
    .ask({
      ...{ url, maxBytes, maxRedirects: 0, allow: { privateNetworks: true } },
      headers: { accept: 'application/json, application/octet-stream' },
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutsideError)) throw error;
      if (error.kind === 'offline') throw conflict(reason('plugin_offline'));
      throw failed('the registry does not answer, or sends too much', error);
    });
  const { status, bytes } = answer;
  if (status >= 200 && status < 300) return bytes;
  if (status === 404) throw new Problem('not_found', reason('plugin_package_missing', { package: name }));
  throw failed(
    status >= 300 && status < 400
      ? 'the registry leads elsewhere'
      : `the registry answers with status ${status}`,
  );
}
