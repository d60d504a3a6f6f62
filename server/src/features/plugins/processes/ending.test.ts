import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isLandlocked } from '../../../../test/harness/run/is-landlocked.ts';
import { isRunning } from '../../../../test/harness/run/is-running.ts';
import { until } from '../../../../test/harness/until.ts';

const owner = fileURLToPath(new URL('../../../../test/fixtures/plugin-owner.ts', import.meta.url));
/** Writes its process id and hangs without noticing that its streams are closed. */
const hanging = `
  import { renameSync, writeFileSync } from 'node:fs';
  writeFileSync(process.env.HOME + '/new', String(process.pid));
  renameSync(process.env.HOME + '/new', process.env.HOME + '/pid');
  for (;;);`;

async function startHanging(mode: 'auto' | 'off', command: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-plugin-'));
  const program = join(folder, 'program');
  const data = join(folder, 'data');
  mkdirSync(program);
  writeFileSync(join(program, 'index.mjs'), hanging);
  const server = spawn(process.execPath, [owner, mode, program, data, ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(() => existsSync(join(data, 'pid')));
  const pid = Number(readFileSync(join(data, 'pid'), 'utf8'));
  onTestFinished(() => {
    for (const one of [server.pid ?? pid, pid]) if (isRunning(one)) process.kill(one, 'SIGKILL');
    rmSync(folder, { recursive: true });
  });
  expect(isRunning(pid)).toBe(true);
  return { server, pid };
}

test.runIf(isLandlocked)('kills a hanging plugin when the server is killed', async () => {
  const { server, pid } = await startHanging('auto');
  server.kill('SIGKILL');
  await once(server, 'exit');
  await until(() => !isRunning(pid));
});

test.skipIf(process.platform === 'win32')(
  'stops an unconfined hanging plugin when the server stops',
  async () => {
    const { server, pid } = await startHanging('off');
    server.kill('SIGTERM');
    await once(server, 'exit');
    await until(() => !isRunning(pid));
  },
);

test.skipIf(process.platform === 'win32')(
  'a program that an unconfined plugin has started ends with a server that stops',
  async () => {
    const script = 'sleep 600 & echo $! > "$HOME/new"; mv "$HOME/new" "$HOME/pid"; wait';
    const { server, pid } = await startHanging('off', ['sh', '-c', script]);
    server.kill('SIGTERM');
    await once(server, 'exit');
    await until(() => !isRunning(pid));
  },
);
