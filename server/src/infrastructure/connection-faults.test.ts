import { connect, createServer, type NetConnectOpts } from 'node:net';
import { expect, test } from 'vitest';
import { explainConnection } from './connection-faults.ts';

const failed = (options: NetConnectOpts) =>
  new Promise<unknown>((resolve) => {
    connect(options).on('error', resolve);
  });

/** A port that no program uses. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

const withCode = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });

test('names the address at which no program listens', async () => {
  const port = await findFreePort();
  const reason = `no program listens at 127.0.0.1:${port}`;
  expect(explainConnection(await failed({ port, host: '127.0.0.1' }))).toBe(reason);
  const fetched = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error);
  expect(explainConnection(fetched)).toBe(reason);
});

test('names the first address of a host with several', () => {
  const errors = ['::1', '127.0.0.1'].map((address) => withCode('ECONNREFUSED', { address, port: 5432 }));
  expect(explainConnection(new AggregateError(errors))).toBe('no program listens at [::1]:5432');
});

test('names a missing socket', async () => {
  expect(explainConnection(await failed({ path: '/nowhere/socket' }))).toBe(
    'there is no socket /nowhere/socket',
  );
});

test.each([
  ['ENOTFOUND', 'the host name books.example.org does not exist'],
  ['EAI_AGAIN', 'the host name books.example.org cannot be looked up at the moment'],
  ['ETIMEDOUT', 'this address did not answer in time'],
  ['ENETUNREACH', 'no network leads to this address'],
  ['ECONNRESET', 'the connection was closed'],
])('describes %s in plain words', (code, words) => {
  expect(explainConnection(withCode(code, { hostname: 'books.example.org' }))).toBe(words);
});

test('keeps the message of other errors', () => {
  expect(explainConnection(new Error('self-signed certificate'))).toBe('self-signed certificate');
});
