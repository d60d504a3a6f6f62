// The secret that signs tokens: its storage, and the behavior if it has changed.
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../../test/harness/client.ts';
import {
  onBothDatabases,
  startSecondServer,
  type TestServerOptions,
} from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

onBothDatabases('the secret of a server', (server) => {
  const secretFile = () => join(server().folder, 'data', 'secret');
  const aFolder = () => mkdtempSync(join(server().folder, 'other-'));
  const start = async (options: TestServerOptions) => {
    const second = await startSecondServer(server(), options);
    onTestFinished(second.stop);
    return second;
  };

  test('is a file in the data folder that only its owner can read, and not in the database or a backup', async () => {
    const secret = readFileSync(secretFile(), 'utf8').trim();
    expect([secret.length >= 43, statSync(secretFile()).mode & 0o777]).toEqual([true, 0o600]);
    const { admin } = server();
    if (server().kind === 'postgres') return;
    const made = await admin.post('/api/v1/admin/backups');
    expect(made.status).toBe(201);
    const dataDir = join(server().folder, 'data');
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const holding = files
      .map((one) => join(one.parentPath, one.name))
      .filter((path) => readFileSync(path).includes(secret));
    expect(holding).toEqual([secretFile()]);
  });

  test('is the same for all servers of one database: another secret is rejected with a message, or accepted and ends all sessions', async () => {
    const person = await signIn(server());
    const { accessToken, refreshToken } = person.session;
    const asks = async (url: string) =>
      (await createClient(url).get('/api/v1/user', { authorization: `Bearer ${accessToken}` })).status;
    const another = aFolder();
    const kept = join(another, 'kept');
    copyFileSync(secretFile(), kept);
    const same = await start({ environment: { LECTERN_AUTH_SECRET_FILE: kept } });
    expect([await asks(server().url), await asks(same.url)]).toEqual([200, 200]);

    const environment = { LECTERN_AUTH_SECRET: 'another secret of more than 32 characters' };
    if (server().kind === 'postgres') {
      await expect(startSecondServer(server(), { environment })).rejects.toThrow(
        /^The secret of this server \(auth\.secret\) differs from .* same auth\.secret .*--new-secret/,
      );
      expect(await asks(server().url)).toBe(200);
    }
    const taken = await start({ environment, takesNewSecret: true });
    expect(await asks(taken.url)).toBe(401);
    expect((await taken.post('/api/v1/auth/refresh', { refreshToken })).status).toBe(401);
    // Restores the first secret for the following tests of this file.
    await start({ takesNewSecret: true });
  });

  test('is reported with a message if it is invalid', async () => {
    const folder = aFolder();
    const refuse = async (environment: Record<string, string>) =>
      startSecondServer(server(), { environment }).then(
        () => 'started',
        (error: Error) => `${error.name}: ${error.message.replaceAll(folder, 'FOLDER')}`,
      );
    const LECTERN_AUTH_SECRET = 'x'.repeat(40);
    const LECTERN_AUTH_SECRET_FILE = join(folder, 'file');
    expect(await refuse({ LECTERN_AUTH_SECRET_FILE })).toBe(
      'StartError: The file of auth.secret_file, FOLDER/file, does not exist; write a secret into it (openssl rand -hex 32)',
    );
    writeFileSync(LECTERN_AUTH_SECRET_FILE, 'short\n');
    expect(await refuse({ LECTERN_AUTH_SECRET_FILE })).toMatch(
      /^StartError: .*FOLDER\/file, has to have 32 characters/,
    );
    expect(await refuse({ LECTERN_AUTH_SECRET_FILE, LECTERN_AUTH_SECRET })).toMatch(
      /Both auth\.secret and auth\.secret_file are set/,
    );
    if (process.getuid?.() === 0) return;
    chmodSync(LECTERN_AUTH_SECRET_FILE, 0);
    expect(await refuse({ LECTERN_AUTH_SECRET_FILE })).toMatch(/cannot be read \(EACCES\)/);
  });
});
