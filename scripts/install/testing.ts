// Fixtures of the installer's tests: packages of the registry and copies of this repository.
import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { isNetworkError } from './npm-errors.mjs';

export const root = join(import.meta.dirname, '..', '..');
export const run = promisify(execFile);
export const isWindows = process.platform === 'win32';
export const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-npm-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Copies the files that npm reads: the lock file, the settings, and the manifest of each workspace. */
export function copyManifests(): string {
  const folder = makeFolder();
  const { workspaces }: { workspaces: string[] } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  for (const workspace of workspaces) mkdirSync(join(folder, workspace), { recursive: true });
  const manifests = ['.', ...workspaces].map((path) => join(path, 'package.json'));
  for (const path of [...manifests, 'package-lock.json', '.npmrc'])
    copyFileSync(join(root, path), join(folder, path));
  return folder;
}

/** Copies the files that `npm start` reads before the installation. */
export function copyInstaller(): string {
  const folder = copyManifests();
  for (const path of ['scripts/install.mjs', 'scripts/install', 'scripts/runtime.mjs'])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  return folder;
}

/**
 * Installs a package into a temporary folder and returns the folder of the package. Returns undefined if the registry is
 * unreachable; with `CI` set, throws instead.
 */
export async function installPackage(name: string, version: string): Promise<string | undefined> {
  const folder = makeFolder();
  const patience = ['--prefer-offline', '--fetch-retries=1', '--fetch-retry-mintimeout=1000'];
  const args = ['install', '--prefix', folder, ...patience, ...quiet, `${name}@${version}`];
  try {
    await run('npm', args, { cwd: folder, shell: isWindows });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    if (process.env.CI || !isNetworkError(output)) throw error;
    return undefined;
  }
  return join(folder, 'node_modules', name);
}

export const toSkipReason = (name: string): string =>
  `${name} cannot be installed: the package registry is unreachable. Check the network.`;

/** The environment of a command that a user types: without the variables of the npm that runs the tests. */
export const cleanEnvironment = (more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  ...more,
});

/** The search path with a program's folder first and without the programs in node_modules. */
export const toPath = (file: string): string =>
  [
    dirname(file),
    ...(process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules')),
  ].join(':');
