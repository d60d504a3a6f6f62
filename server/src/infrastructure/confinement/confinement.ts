// Starts worker processes and plugins confined, as far as the system and the configuration permit. Worker processes
// parse untrusted bytes, and plugins are untrusted programs. An attacker who controls such a process can use only its
// folders, and the network from a plugin.
import { globSync, realpathSync } from 'node:fs';
import { createRequire, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesFolder, programFolder, toEntry } from '#infrastructure/program-files.ts';
import { dacOverride, dacReadSearch } from './capabilities.ts';
import { type Access, type Launch, launchVariable } from './launch.ts';

export type ConfinementMode = 'auto' | 'required' | 'off';

/** Files and folders that a process may use in addition to its program. */
export interface AllowedPaths {
  reads: readonly string[];
  writes: readonly string[];
}

/** The forked module, in place of the entry. */
interface Start {
  module: string;
  execArgv: string[];
  environment: Record<string, string>;
}

/** Arguments and environment of Node.js. */
interface NodeProgram {
  args: string[];
  environment: Record<string, string>;
}

const launcher = fileURLToPath(toEntry('infrastructure/confinement/launcher.cts'));
/** The program's files; not its whole folder, which contains the data folder by default. */
const ofProgram = [
  'package.json',
  'contract',
  'formats',
  'server/package.json',
  'server/node_modules',
  'server/src',
  'server/dist',
]
  .map((name) => new URL(name, programFolder))
  .concat(packagesFolder)
  .map((url) => fileURLToPath(url));
/** System files that Node.js and the decoders read: libraries, time zones, the amount of memory. */
const ofSystem = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/nix/store',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/usr/share/zoneinfo',
  '/proc/meminfo',
  '/proc/cpuinfo',
  '/sys/fs/cgroup',
  '/dev/urandom',
  '/dev/random',
];
/** Files that plugins read in addition: their memory usage (`process.memoryUsage`), host names and root certificates. */
const ofPlugins = [
  '/proc/self/stat',
  '/proc/self/statm',
  '/proc/self/status',
  '/etc/hosts',
  '/etc/host.conf',
  '/etc/nsswitch.conf',
  '/etc/gai.conf',
  '/etc/services',
  '/etc/ssl/certs',
  '/etc/ssl/cert.pem',
  '/etc/pki/tls/certs',
  '/etc/pki/ca-trust/extracted',
  '/usr/share/ca-certificates',
];
/** Dynamic linkers: each processor and C library has its own. */
const loaders = ['/lib/ld-*.so*', '/lib64/ld-*.so*', '/usr/lib/ld-*.so*', '/usr/lib64/ld-*.so*'];

/** Whether the operating system is supported; the probe finds out what its kernel supports. */
export function isConfinable(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    createRequire(import.meta.url).resolve(`@koromix/koffi-linux-${process.arch}`);
    return true;
  } catch {
    return false;
  }
}

/** The list of name servers. Services that replace the file have a folder for it, which then must be readable. */
function listNameServerFiles(): string[] {
  const file = '/etc/resolv.conf';
  try {
    const folder = dirname(realpathSync(file));
    return folder.startsWith('/run/') ? [folder] : [file];
  } catch {
    return [];
  }
}

export class Confinement {
  readonly #mode: ConfinementMode;
  #layers: 'all' | 'some' | 'none';
  readonly #executes: string[];
  readonly mode: ConfinementMode;

  constructor(mode: ConfinementMode) {
    this.#mode = mode;
    this.#layers = mode !== 'off' && (mode === 'required' || isConfinable()) ? 'all' : 'none';
    this.#executes = this.#layers === 'none' ? [] : [process.execPath, ...globSync(loaders)];
    this.mode = mode;
  }

  /** Whether processes are started with fewer privileges than this one. */
  get isOn(): boolean {
    return this.#layers !== 'none';
  }

  /** Whether files, other processes and UNIX sockets are all denied. */
  get isComplete(): boolean {
    return this.#layers === 'all';
  }

  /** Sets the result of the probe: `none` stops confining. */
  limitTo(found: 'some' | 'none'): void {
    this.#layers = found;
  }

  /**
   * Starts a worker process. `allowed` undefined: unconfined, and its compiled code is cached for confined processes.
   */
  toStart(
    { entry, execArgv, environment }: { entry: URL; execArgv: string[]; environment: Record<string, string> },
    allowed?: AllowedPaths,
  ): Start {
    if (this.#layers === 'none') return { module: fileURLToPath(entry), execArgv, environment };
    const access = allowed && this.#toWorkerAccess(allowed, entry);
    const args = [...execArgv, fileURLToPath(entry)];
    return {
      module: launcher,
      execArgv: ['--disable-sigusr1'],
      environment: {
        ...environment,
        ...toVariable({ access, args, environment, isRequired: this.#mode === 'required' }),
      },
    };
  }

  /** Starts a JavaScript program that can use the network and these folders, but no files of Lectern. */
  toPlugin(program: NodeProgram, { reads, writes }: AllowedPaths): NodeProgram {
    if (this.#layers === 'none') return program;
    const access: Access = {
      reads: [...ofSystem, ...ofPlugins, ...listNameServerFiles(), ...reads],
      writes: ['/dev/null', ...writes],
      executes: this.#executes,
      usesNetwork: true,
      changesAttributes: false,
      capabilities: [],
    };
    // OpenSSL's configuration cannot be read and is not needed.
    const environment = { ...program.environment, OPENSSL_CONF: '/dev/null' };
    const compiled = getCompileCacheDir();
    // The API reports the plugin as restricted: it must not start with fewer layers than the probe found.
    const isRequired = this.#mode === 'required' || this.#layers === 'all';
    return {
      args: ['--disable-sigusr1', launcher],
      environment: {
        ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
        ...toVariable({ access, args: program.args, environment, isRequired }),
      },
    };
  }

  #toWorkerAccess({ reads, writes }: AllowedPaths, entry: URL): Access {
    const compiled = getCompileCacheDir();
    return {
      reads: [
        ...ofProgram,
        dirname(fileURLToPath(entry)),
        ...(compiled === undefined ? [] : [compiled]),
        ...ofSystem,
        ...reads,
      ],
      writes: ['/dev/null', ...writes],
      executes: this.#executes,
      usesNetwork: false,
      changesAttributes: writes.length > 0,
      // Books may belong to another user than the server's.
      capabilities: writes.length > 0 ? [dacOverride, dacReadSearch] : [dacReadSearch],
    };
  }
}

const toVariable = (order: Omit<Launch, 'parent' | 'program'>): Record<string, string> => {
  const launch: Launch = { ...order, parent: process.pid, program: process.execPath };
  return { [launchVariable]: JSON.stringify(launch) };
};
