import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { bytes, json } from '@lectern/contract/route';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startMadeUpServer } from '../../../test/harness/http-server.ts';
import { bytesAnswer } from './routes/answers.ts';

const table = {
  slow: {
    method: 'GET',
    path: '/slow',
    summary: '',
    access: 'anyone',
    answers: { 200: json(z.object({ done: z.boolean() })) },
  },
  endless: {
    method: 'GET',
    path: '/endless',
    summary: '',
    access: 'anyone',
    answers: { 200: bytes(['text/plain']) },
  },
} as const;

async function aServer() {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const server = await startMadeUpServer({
    table,
    handlers: {
      async slow({ request }) {
        request.signal().addEventListener('abort', () => gone.resolve());
        started.resolve();
        await finish.promise;
        return { done: true };
      },
      endless() {
        started.resolve();
        return bytesAnswer({ mediaType: 'text/plain', body: () => new Readable({ read() {} }) });
      },
    },
  });
  return { ...server, started: started.promise, gone: gone.promise, finish: () => finish.resolve() };
}

/** Sends a request on a keep-alive connection. */
function ask(port: number, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet({ port, host: '127.0.0.1', path: '/slow', agent }, resolve).once('error', reject);
  });
}

test('a stop waits for the running request, but not for its idle connection', async () => {
  const server = await aServer();
  const agent = new Agent({ keepAlive: true });
  const running = ask(server.port, agent);
  await server.started;
  const closed = server.close(60_000);
  await expect(fetch(`${server.url}/slow`)).rejects.toThrow();
  server.finish();
  const answer = await running;
  expect(answer.statusCode).toBe(200);
  expect(JSON.parse((await answer.toArray()).join(''))).toEqual({ done: true });
  await closed;
  agent.destroy();
});

test('during a stop, new connections are refused and further requests on open ones return 503', async () => {
  const server = await aServer();
  const socket = connect(server.port, '127.0.0.1');
  const received = socket.setEncoding('utf8').toArray();
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await server.started;
  const closed = server.close(60_000);
  await expect(fetch(`${server.url}/slow`)).rejects.toThrow();
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n', server.finish);
  const answers = (await received).join('').split(/(?=HTTP\/1\.1 )/);
  expect(answers[0]).toMatch(/^HTTP\/1\.1 200 [\s\S]*"done":true/);
  expect(answers[1]).toMatch(
    /^HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*x-request-id: [\s\S]*"unavailable"/i,
  );
  await closed;
});

test('hanging requests are cut off after the grace period', async () => {
  const server = await aServer();
  const hanging = fetch(`${server.url}/endless`).then((answer) => answer.text());
  const silent = connect(server.port, '127.0.0.1');
  const cut = new Promise((resolve) => silent.once('close', resolve));
  silent.on('error', () => {});
  hanging.catch(() => {});
  await server.started;
  await server.close(20);
  await expect(hanging).rejects.toThrow();
  await cut;
});

test('a handler is notified when its client disconnects', async () => {
  const server = await aServer();
  const controller = new AbortController();
  const asked = fetch(`${server.url}/slow`, { signal: controller.signal });
  asked.catch(() => {});
  await server.started;
  controller.abort();
  await server.gone;
  server.finish();
  await server.close();
});

test('a port in use is reported in one clear sentence', async () => {
  const server = await aServer();
  const second = startMadeUpServer({
    table: { slow: table.slow },
    handlers: { slow: () => ({ done: true }) },
    environment: { LECTERN_SERVER_PORT: String(server.port) },
  });
  await expect(second).rejects.toThrow(`Port ${server.port} is already in use; end the other program`);
  await server.close();
});
