// `lectern health`: asks the server on this machine how it is, with the configuration that the server has; for containers
// and monitors. Exit status 0 when it is well, else 1 and a sentence.

import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { readFlags } from '#infrastructure/config/flags.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { explainConnection } from '#infrastructure/connection-faults.ts';
import { messageOf, StartError } from '#infrastructure/errors.ts';
import { readInput } from './process/environment.ts';

const timeoutMs = 8_000;

try {
  const { server } = readInput(readFlags(process.argv.slice(2))).config;
  process.stdout.write(`${await ask(server)}\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}

function ask({ host, port, basePath, tls }: Config['server']): Promise<string> {
  const address = toLocal(host);
  const shown = `${address.includes(':') ? `[${address}]` : address}:${port}`;
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new StartError(`Lectern on ${shown} ${reason}`));
    const { request } = tls.certificate === undefined ? http : https;
    const asked = request(
      {
        ...(tls.certificate !== undefined && toTrust(tls.certificate)),
        host: address,
        port,
        path: `${basePath}/health`,
        timeout: timeoutMs,
        agent: false,
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () => (answer.statusCode === 200 ? resolve(text) : fail(`is not well: ${text}`)));
        answer.on('error', (error) => fail(`broke off: ${explainConnection(error)}`));
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${timeoutMs / 1000} s`)));
    asked.on('error', (error) => fail(`does not answer: ${explainConnection(error)}`));
    asked.end();
  });
}

/** An address for everything is reached on this machine's own. */
function toLocal(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

/** The server's own certificate is trusted, whoever made it; it is of another name than this machine's address. */
function toTrust(certificate: string): https.RequestOptions {
  return {
    ca: readFileSync(certificate),
    allowPartialTrustChain: true,
    checkServerIdentity: () => undefined,
  };
}
