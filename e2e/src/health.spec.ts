// `lectern health`, as a container or a monitor runs it.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProgram } from './harness/program.ts';
import { makeFolder, serve } from './harness/server.ts';

async function askHealth(args: readonly string[], environment: Record<string, string> = {}) {
  const asked = startProgram(['health', ...args], { environment, cwd: makeFolder() });
  const { code } = await asked.ended;
  return { code, out: asked.out(), err: asked.err() };
}

test('health reports the state of the running server with the same configuration', async () => {
  const environment = {
    LECTERN_SERVER_BASE_PATH: '/books',
    LECTERN_SERVER_ALLOWED_HOSTS: 'books.example.org',
  };
  const program = serve({ dataDir: join(makeFolder(), 'data'), environment });
  const { port } = new URL(await program.url());
  const well = await askHealth(['--port', port], environment);
  expect(well).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(well.out)).toMatchObject({ status: 'ok' });
  // Flags may be in any position.
  expect(await askHealth([], { ...environment, LECTERN_SERVER_PORT: port })).toMatchObject({ code: 0 });
  const elsewhere = await askHealth(['--port', port]);
  expect(elsewhere).toMatchObject({ code: 1, out: '' });
  expect(elsewhere.err).toMatch(new RegExp(`^Lectern on 127[.]0[.]0[.]1:${port} is not well: .+\n$`));
  program.signal('SIGTERM');
  await program.ended;
  expect(await askHealth(['--port', port], environment)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Lectern on 127[.]0[.]0[.]1:\d+ does not answer: .+\n$/),
  });
});

test('health reports an invalid configuration', async () => {
  expect(await askHealth(['--port', 'x'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('server.port'),
  });
});

test("health over HTTPS trusts only the server's own certificate", async () => {
  const fixture = (name: string) => join(import.meta.dirname, '../../server/test/fixtures/tls', name);
  const toEnvironment = (name: string) => ({
    LECTERN_SERVER_TLS_CERTIFICATE: fixture(`${name}.pem`),
    LECTERN_SERVER_TLS_KEY: fixture(`${name}.key.pem`),
  });
  const program = serve({ dataDir: join(makeFolder(), 'data'), environment: toEnvironment('first') });
  const [, port = ''] = await program.waitFor(/listening on https:\S+:(\d+)/);
  expect(await askHealth(['--port', port], toEnvironment('first'))).toMatchObject({ code: 0, err: '' });
  expect(await askHealth(['--port', port], toEnvironment('second'))).toMatchObject({ code: 1, out: '' });
});
