// Values of the configuration that are valid each, and do not fit together or what is there.
import { existsSync } from 'node:fs';
import type { Config } from '#infrastructure/config/schema.ts';
import { StartError } from '#infrastructure/errors.ts';
import { findCertificate, readCertificate } from '#infrastructure/http/certificate.ts';
import { isTimeZone } from '#infrastructure/time-zone.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Certificates are renewed some thirty days before they expire. */
const renewalMs = 14 * dayMs;

interface Options {
  now?: number;
  /** The variable TZ. */
  timeZone: string | undefined;
}

export function checkConfiguration(config: Config, { now = Date.now(), timeZone }: Options): Finding[] {
  return [
    ...checkCertificate(config, now),
    ...checkPublicAddress(config),
    ...checkFolders(config),
    ...checkTimeZone(timeZone),
  ];
}

function checkCertificate({ server }: Config, now: number): Finding[] {
  try {
    const files = findCertificate(server.tls);
    if (files === undefined) return [];
    const { validTo, names } = readCertificate(files);
    const date = validTo.toISOString().slice(0, 10);
    const renew = 'Renew it: Lectern takes the new one by itself.';
    if (validTo.getTime() < now) return [problem(`The certificate expired on ${date}.`, renew)];
    if (validTo.getTime() < now + renewalMs) return [warning(`The certificate expires on ${date}.`, renew)];
    return [ok(`The certificate is valid until ${date} for ${names || 'no name'}.`)];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [problem(`${error.message}.`)];
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
        'server.public_url is https, and no proxy is trusted: all who come through it count as one address.',
        'Set server.trust_proxy to the address of the proxy, so that limits and sign-in delays count each client.',
      ),
    );
  return findings;
}

function checkFolders({ backup, dropFolder, scanner }: Config): Finding[] {
  const missing = (path: string) => !existsSync(path);
  return [
    ...(backup.dir !== undefined && missing(backup.dir)
      ? [problem(`The folder ${backup.dir} of backup.dir does not exist.`, 'Create it, or mount its disk.')]
      : []),
    ...(dropFolder.path !== undefined && missing(dropFolder.path)
      ? [
          problem(
            `The folder ${dropFolder.path} of drop_folder.path does not exist.`,
            'Create it, or mount its disk.',
          ),
        ]
      : []),
    ...scanner.allowedRoots
      .filter(missing)
      .map((root) =>
        warning(
          `The folder ${root} of scanner.allowed_roots does not exist.`,
          'Mount its disk, or mend the path.',
        ),
      ),
  ];
}

function checkTimeZone(name: string | undefined): Finding[] {
  if (!name || isTimeZone(name.replace(/^:/, ''))) return [];
  return [
    warning(
      `The time zone TZ=${name} is not known, so that schedules are in UTC.`,
      'Set a name such as Europe/Berlin.',
    ),
  ];
}
