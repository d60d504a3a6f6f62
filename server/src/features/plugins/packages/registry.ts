// Downloads an exact package version from the configured registry, and verifies the registry's checksum
// (https://w3c.github.io/webappsec-subresource-integrity/).

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

/** Throws conflict if no registry is configured, not_found, or plugin_failed for an unexpected response. */
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
  if (typeof tarball !== 'string' || !URL.canParse(tarball))
    throw failed('the registry returned no archive URL');
  const expected = /(?:^|\s)sha512-([A-Za-z0-9+/]{86}==)/.exec(
    typeof integrity === 'string' ? integrity : '',
  )?.[1];
  if (expected === undefined) throw failed('the registry returned no checksum');
  // The registry may return a public host name. Only the path is used.
  const { pathname } = new URL(tarball);
  const { origin } = new URL(registry);
  const bytes = await get(outside, `${origin}${pathname}`, { maxBytes: maxArchiveBytes, name });
  if (createHash('sha512').update(bytes).digest('base64') !== expected)
    throw failed('the archive does not match the checksum of the registry');
  return bytes;
}

const failed = (message: string, cause?: unknown) =>
  new Problem('plugin_failed', reason('plugin_install_failed', { message }), { cause });

/** Private networks are allowed because the operator configured the registry. */
async function get(
  outside: Outside,
  url: string,
  { maxBytes, name }: { maxBytes: number; name: string },
): Promise<Buffer> {
  const answer = await outside
    .ask({
      url,
      maxBytes,
      maxRedirects: 0,
      allow: { privateNetworks: true },
      headers: { accept: 'application/json, application/octet-stream' },
    })
    .catch((error: unknown) => {
      if (!(error instanceof OutsideError)) throw error;
      if (error.kind === 'offline') throw conflict(reason('plugin_offline'));
      throw failed('the registry did not respond, or sent too much data', error);
    });
  const { status, bytes } = answer;
  if (status >= 200 && status < 300) return bytes;
  if (status === 404) throw new Problem('not_found', reason('plugin_package_missing', { package: name }));
  throw failed(
    status >= 300 && status < 400
      ? 'the registry redirected to another address'
      : `the registry responded with status ${status}`,
  );
}
