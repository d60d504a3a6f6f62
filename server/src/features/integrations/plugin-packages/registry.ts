// Fetches a package of an exact version from the registry that the configuration names, and checks it against the
// checksum that the registry says (https://w3c.github.io/webappsec-subresource-integrity/).

import { createHash } from 'node:crypto';
import { toRecord } from '@lectern/contract/records';
import { conflict, Problem, reason } from '#infrastructure/errors.ts';
import { readBounded } from '#infrastructure/http/read-bounded.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { maxArchiveBytes } from './package-file.ts';

export interface PackageId {
  name: string;
  version: string;
}

const timeoutMs = 60_000;
const maxDescriptionBytes = 2 * 1024 ** 2;

/** Throws conflict without a registry, not_found, or plugin_failed when the registry does not answer as it should. */
export async function fetchPackage(
  registry: string | undefined,
  { name, version }: PackageId,
): Promise<Uint8Array> {
  if (registry === undefined) throw conflict(reason('plugin_registry_missing'));
  const description = await get(
    `${registry}/${name.replace('/', '%2f')}/${version}`,
    maxDescriptionBytes,
    name,
  );
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
  const bytes = await get(`${origin}${pathname}`, maxArchiveBytes, name);
  if (createHash('sha512').update(bytes).digest('base64') !== expected)
    throw failed('the archive is not that of the checksum of the registry');
  return bytes;
}

const failed = (message: string, cause?: unknown) =>
  new Problem('plugin_failed', reason('plugin_install_failed', { message }), { cause });

async function get(address: string, maxBytes: number, name: string): Promise<Buffer> {
  try {
    const response = await fetch(address, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json, application/octet-stream', 'user-agent': 'Lectern' },
    });
    if (response.ok) return await readBounded(response, maxBytes);
    void response.body?.cancel();
    if (response.status === 404)
      throw new Problem('not_found', reason('plugin_package_missing', { package: name }));
    throw failed(`the registry answers with status ${response.status}`);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw failed('the registry does not answer, leads elsewhere, or sends too much', error);
  }
}
