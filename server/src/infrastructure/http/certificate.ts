// HTTPS by the server itself: loads the certificate and its key, and again when they are renewed. An invalid pair is
// rejected at start; later, the server keeps the current pair.
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { Config } from '#infrastructure/config/schema.ts';
import { StartError, systemCodeOf } from '#infrastructure/errors.ts';
import { toPathError } from '#infrastructure/files/faults/explain.ts';
import type { Log } from '#infrastructure/log.ts';

/** Absolute paths of the PEM files. */
export interface CertificateFiles {
  certificate: string;
  key: string;
}

interface Pair {
  cert: Buffer;
  key: Buffer;
}

const defaultCheckMs = 10_000;
/** RFC 9325 §3.1.1. */
const minVersion = 'TLSv1.2';

/** Returns the files of `server.tls`, or undefined for HTTP. Throws StartError if one is missing. */
export function findCertificate({ certificate, key }: Config['server']['tls']): CertificateFiles | undefined {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined)
    throw new StartError('HTTPS needs both server.tls.certificate and server.tls.key');
  return { certificate, key };
}

/** Loads and checks a pair. Throws StartError with one sentence that names the file and the remedy. */
export function readCertificate(files: CertificateFiles): Pair & { validTo: Date; names: string } {
  const pair = {
    cert: readPem(files.certificate, { what: 'The certificate', isSecret: false }),
    key: readPem(files.key, { what: 'The private key', isSecret: true }),
  };
  if (/ENCRYPTED/.test(pair.key.toString('latin1')))
    throw new StartError(`The private key ${files.key} has a passphrase; store it without one`);
  const certificate = parse(pair.cert, files.certificate);
  try {
    createSecureContext(pair);
  } catch (cause) {
    throw new StartError(explain(cause, files), { cause });
  }
  return { ...pair, validTo: certificate.validToDate, names: certificate.subjectAltName ?? '' };
}

function readPem(path: string, { what, isSecret }: { what: string; isSecret: boolean }): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw toPathError(cause, { what, path, access: 'read', isSecret });
  }
}

function parse(pem: Buffer, path: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new StartError(`${path} is not a certificate in PEM format`, { cause });
  }
}

function explain(cause: unknown, { certificate, key }: CertificateFiles): string {
  const code = systemCodeOf(cause) ?? '';
  if (code.includes('MISMATCH'))
    return `The private key ${key} does not belong to the certificate ${certificate}`;
  return `The certificate ${certificate} or its private key ${key} cannot be used (${code || String(cause)})`;
}

interface Following {
  log: Log;
  /** How often the files are checked. */
  everyMs?: number | undefined;
}

/** Creates an HTTPS server with the pair of these files, which is replaced when they change. */
export function createTlsServer(
  files: CertificateFiles,
  { options, handler }: { options: ServerOptions; handler: RequestListener },
  following: Following,
): Server {
  const { cert, key } = readCertificate(files);
  const server = createServer({ ...options, cert, key, minVersion }, handler);
  follow(server, files, following);
  return server;
}

function follow(server: Server, files: CertificateFiles, { log, everyMs = defaultCheckMs }: Following): void {
  let seen = describe(files);
  const timer = setInterval(() => {
    const now = describe(files);
    if (now === seen) return;
    seen = now;
    try {
      const { validTo, cert, key } = readCertificate(files);
      server.setSecureContext({ cert, key, minVersion });
      log.info({ validTo }, 'the certificate was renewed');
    } catch (err) {
      log.warn({ err }, 'the new certificate is invalid; keeping the former one');
    }
  }, everyMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/** A text that changes when a file is written, replaced, or reached by another link. */
function describe({ certificate, key }: CertificateFiles): string {
  return [certificate, key]
    .map((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found ? `${found.ino}:${found.size}:${found.mtimeMs}` : 'missing';
    })
    .join(' ');
}
