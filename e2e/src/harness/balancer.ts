// One address in front of several servers: nginx with the settings of docs/guides/scaling.md, or a minimal replacement if
// nginx is not installed.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { isInstalled, startProxy } from './proxy.ts';

export interface Balancer {
  /** Name of the program. */
  name: string;
  url: string;
  stop(): Promise<void>;
}

/** `ports` are the ports of the servers on this machine. */
export async function startBalancer(folder: string, ports: readonly [number, number]): Promise<Balancer> {
  if (isInstalled('nginx')) {
    const snippet = { document: 'guides/scaling.md', language: 'nginx' };
    const hosts = { '10.0.0.1:8080': `127.0.0.1:${ports[0]}`, '10.0.0.2:8080': `127.0.0.1:${ports[1]}` };
    return { name: 'nginx', ...(await startProxy('nginx', { folder, hosts, snippet, isPlain: true })) };
  }
  return startOwn(ports);
}

async function startOwn(ports: readonly number[]): Promise<Balancer> {
  let turn = 0;
  const server = createServer(async (incoming, answer) => {
    const body = Buffer.concat(await incoming.toArray());
    turn++;
    const order = ports.map((_, i) => ports[(turn + i) % ports.length] ?? 0);
    for (const port of order) if (await forward(port, { incoming, body, answer })) return;
    answer.writeHead(502).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    name: 'test load balancer',
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Exchange {
  incoming: IncomingMessage;
  body: Buffer;
  answer: ServerResponse;
}

/** Forwards the request and returns whether the server at this port responded. Otherwise the next server is tried. */
function forward(port: number, { incoming, body, answer }: Exchange): Promise<boolean> {
  const { method, url: path, headers } = incoming;
  return new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (from) => {
      if (from.statusCode === 503) {
        from.resume();
        return resolve(false);
      }
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
      from.once('error', () => answer.destroy());
      from.once('aborted', () => answer.destroy());
      answer.once('close', () => from.destroy());
      resolve(true);
    });
    outgoing.once('error', () => resolve(false)).end(body);
  });
}
