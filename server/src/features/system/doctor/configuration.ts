// Compares valid configuration values with each other and with this machine. None of these problems prevents the start;
// start.ts checks the others.
import { readdir } from 'node:fs/promises';
import type { Config } from '#infrastructure/config/schema.ts';
import { explainFolder } from '#infrastructure/database/data-folder-faults.ts';
import { StartError } from '#infrastructure/errors.ts';
import { explainFault } from '#infrastructure/files/faults/explain.ts';
import { findFault, findFolderFault } from '#infrastructure/files/faults/find.ts';
import { findCertificate, readCertificate } from '#infrastructure/http/certificate.ts';
import { isTimeZone } from '#infrastructure/time-zone.ts';
import { explained, type Finding, ok, problem, warning } from './finding.ts';
import { findStorageFaults } from './start.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Certificates are renewed about thirty days before they expire. */
const renewalMs = 14 * dayMs;

interface Options {
  now?: number;
  /** The variable TZ. */
  timeZone: string | undefined;
}

export async function checkConfiguration(
  config: Config,
  { now = Date.now(), timeZone }: Options,
): Promise<Finding[]> {
  return [
    ...checkCertificate(config, now),
    ...checkPublicAddress(config),
    ...(await checkGivenFolders(config)),
    ...checkTimeZone(timeZone),
  ];
}

function checkCertificate({ server }: Config, now: number): Finding[] {
  try {
    const files = findCertificate(server.tls);
    if (files === undefined) return [];
    const { validTo, names } = readCertificate(files);
    const date = validTo.toISOString().slice(0, 10);
    const renew = 'Renew it. Lectern loads the new one automatically.';
    if (validTo.getTime() < now) return [problem(`The certificate expired on ${date}.`, renew)];
    if (validTo.getTime() < now + renewalMs) return [warning(`The certificate expires on ${date}.`, renew)];
    return [ok(`The certificate is valid until ${date} for ${names || 'no name'}.`)];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // A pair that cannot be read prevents the start (start.ts).
    return [];
  }
}

function checkPublicAddress({ server }: Config): Finding[] {
  const { publicUrl, basePath, trustProxy, tls } = server;
  if (publicUrl === undefined) return [];
  const { pathname, protocol } = new URL(publicUrl);
  const path = pathname.replace(/\/$/, '');
  const findings: Finding[] = [];
  if (path !== basePath)
    findings.push(
      warning(
        `server.public_url has the path "${path || '/'}", and server.base_path is "${basePath || '/'}".`,
        'Unless the proxy rewrites paths, set both to the same path.',
      ),
    );
  if (protocol === 'https:' && trustProxy.length === 0 && tls.certificate === undefined)
    findings.push(
      warning(
        'server.public_url uses https, but no proxy is trusted. All clients behind it count as one address.',
        'Set server.trust_proxy to the address of the proxy, so that limits and sign-in delays apply per client.',
      ),
    );
  return findings;
}

/** Configured folders. The server also starts without them. */
export async function checkGivenFolders(config: Config): Promise<Finding[]> {
  const { backup, dropFolder, pdf, scanner, plugins } = config;
  const pages = pdf.pageCache.dir;
  const findings = await Promise.all([
    checkDataFolder(config),
    pages === undefined ? [] : checkMade('The folder', pages, 'change pdf.page_cache.dir'),
    checkGiven(backup.dir, { what: 'The backup folder', key: 'backup.dir', access: 'write' }),
    checkGiven(dropFolder.path, { what: 'The drop folder', key: 'drop_folder.path', access: 'write' }),
    ...plugins.folders.map((folder) =>
      checkGiven(folder, { what: 'The plugin folder', key: 'plugins.folders', access: 'read' }),
    ),
    ...scanner.allowedRoots.map(async (root) => {
      const found = await checkGiven(root, {
        what: 'The folder',
        key: 'scanner.allowed_roots',
        access: 'read',
      });
      return found.map((finding): Finding => ({ ...finding, state: 'warning' }));
    }),
  ]);
  return findings.flat();
}

async function checkGiven(
  path: string | undefined,
  { what, key, access }: { what: string; key: string; access: 'read' | 'write' },
): Promise<Finding[]> {
  if (path === undefined) return [];
  // A network share that does not respond would block the whole process in the check.
  await readdir(path).catch(() => {});
  const fault = findFault(path, { access, isFolder: true });
  if (fault === undefined) return [];
  const otherwise = `change ${key}`;
  const { message, remedy } = explainFault(fault, { what, path, access, otherwise });
  const create = `Create it, mount its disk, or ${otherwise}`;
  return [explained({ message, remedy: fault.kind === 'missing' ? create : remedy })];
}

/** A fault that does not prevent the start, as with PostgreSQL. */
function checkDataFolder(config: Config): Finding[] {
  const fault = findStorageFaults(config).length > 0 ? undefined : explainFolder(config.dataDir);
  return fault ? [explained(fault)] : [];
}

/** A folder that the server creates. */
function checkMade(what: string, path: string, otherwise: string): Finding[] {
  const fault = findFolderFault(path);
  return fault ? [explained(explainFault(fault, { what, path, access: 'write', otherwise }))] : [];
}

function checkTimeZone(name: string | undefined): Finding[] {
  if (!name || isTimeZone(name.replace(/^:/, ''))) return [];
  return [
    warning(`The time zone TZ=${name} is unknown. Schedules use UTC.`, 'Set a name such as Europe/Berlin.'),
  ];
}
