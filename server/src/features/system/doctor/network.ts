// Checks whether the server responds on its port and at its public address, and which parts of a request arrive there.
import { isRecord } from '@lectern/contract/records';
import type { Config } from '#infrastructure/config/schema.ts';
import { explainConnection } from '#infrastructure/connection-faults.ts';
import type { ToCommand } from '#infrastructure/database/newer-database.ts';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { findListenFault } from '#infrastructure/http/listening.ts';
import { toGuide } from '#infrastructure/program-files.ts';
import { version } from '#infrastructure/version.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { type Arrival, describeArrival } from './proxied-request.ts';

const timeoutMs = 5_000;

/** Sends requests only to the server's own configured addresses. */
export async function checkNetwork(config: Config, toCommand: ToCommand): Promise<Finding[]> {
  const { server } = config;
  const { port, basePath, publicUrl, tls } = server;
  const host = ['0.0.0.0', '::'].includes(server.host) ? 'localhost' : server.host;
  const findings: Finding[] = [];
  // Its certificate is issued for the public name.
  const listening = await findListenFault(config);
  if (listening !== undefined) findings.push(problem(listening));
  else if (tls.certificate === undefined && port !== 0) {
    const local = `http://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}`;
    findings.push(describeLocal(await ask(local), local, toCommand));
  }
  if (publicUrl === undefined) return findings;
  const answer = await ask(publicUrl);
  findings.push(describePublic(answer, publicUrl));
  if ('version' in answer && answer.version === version)
    findings.push(...describeArrival(await askHow(publicUrl), publicUrl));
  return findings;
}

type Answer = { version: string } | { stranger: string } | { fault: unknown };

/** Returns the response of `/health` below an address. */
async function ask(address: string): Promise<Answer> {
  try {
    const response = await fetch(`${address}/health`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (isRecord(body) && typeof body.version === 'string' && 'database' in body)
      return { version: body.version };
    return { stranger: String(response.status) };
  } catch (error) {
    return { fault: error };
  }
}

/** Empty credentials: only the presence of the header is checked. */
const probe = `Basic ${Buffer.from('lectern-doctor:').toString('base64')}`;

/** Returns how a request with an `Authorization` header, as reading apps send it, arrives at the server. */
async function askHow(address: string): Promise<Arrival | undefined> {
  try {
    const response = await fetch(`${address}/api/v1/connection`, {
      headers: { authorization: probe },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    if (response.status === 421) return 'under another name';
    const body: unknown = await response.json();
    if (!isRecord(body) || typeof body.authorization !== 'boolean') return undefined;
    return { authorization: body.authorization, protocol: String(body.protocol), host: String(body.host) };
  } catch {
    return undefined;
  }
}

/** Errors about untrusted certificates have a code and no class. */
const codeOf = (error: unknown): string =>
  systemCodeOf(error instanceof Error ? error.cause : undefined) ?? '';

const explain = (error: unknown): string =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? `no response within ${timeoutMs / 1000} seconds`
    : explainConnection(error);

function describeLocal(answer: Answer, address: string, toCommand: ToCommand): Finding {
  if ('version' in answer) return describeVersion(answer.version, address);
  if ('stranger' in answer)
    return problem(
      `Another program responds at ${address}.`,
      'Stop it, or choose another port: server.port or --port.',
    );
  return warning(
    `No server runs at ${address}: ${explain(answer.fault)}.`,
    `Start it: ${toCommand(['serve'])}`,
  );
}

function describePublic(answer: Answer, address: string): Finding {
  if ('version' in answer) return describeVersion(answer.version, address);
  const forward = `${toGuide('guides/reverse-proxy.md')} lists the headers that the proxy must forward.`;
  if ('stranger' in answer && answer.stranger === '401')
    return problem(
      `At ${address}, something other than Lectern asks for a sign-in (status 401).`,
      'Turn it off for this address, because reading apps and e-readers can only send the password of Lectern.',
    );
  if ('stranger' in answer)
    return problem(
      `At ${address}, something other than Lectern responds (status ${answer.stranger}).`,
      forward,
    );
  const reason = explain(answer.fault);
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(codeOf(answer.fault)))
    return warning(`The certificate of ${address} is not trusted by this machine: ${reason}.`, 'Renew it.');
  return warning(
    `${address} cannot be reached from this machine: ${reason}.`,
    'Check the name, the port and the proxy. Some routers block access to their own public address from inside the network.',
  );
}

const describeVersion = (running: string, address: string): Finding =>
  running === version
    ? ok(`The server responds at ${address}.`)
    : warning(
        `The server at ${address} has version ${running}, and this program has version ${version}.`,
        'Restart the server.',
      );
