// `lectern user reset` next to a running server.
import { expect, test } from 'vitest';
import { startProgram } from './harness/program.ts';
import { makeFolder, serve, signIn } from './harness/server.ts';

async function run(...args: string[]) {
  const program = startProgram(args);
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

test('prints a link that sets a new password for a locked-out administrator', {
  timeout: 60_000,
}, async () => {
  const dataDir = makeFolder();
  const server = serve({ dataDir, environment: { LECTERN_ADMIN_PASSWORD: 'a forgotten password' } });
  const { username } = (await (await signIn(server, 'a forgotten password')).get('/api/v1/auth/me')).body as {
    username: string;
  };
  const { code, out, err } = await run('user', 'reset', username.toUpperCase(), '--data-dir', dataDir);
  expect([code, err]).toEqual([0, '']);
  const secret = /\/reset#([\w-]{43})$/m.exec(out)?.[1];
  const used = await fetch(`${await server.url()}/api/v1/auth/password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret, password: 'a remembered password' }),
  });
  expect(used.status).toBe(204);
  await signIn(server, 'a remembered password');
  expect(await run('user', 'reset', 'nobody', '--data-dir', dataDir)).toMatchObject({
    code: 1,
    err: 'No user has the name or e-mail address nobody\n',
  });
  expect((await run('user', 'remove', username)).err).toContain('user reset <name or e-mail address>');
  server.signal('SIGTERM');
  await server.ended;
});
