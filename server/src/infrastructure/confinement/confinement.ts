// Starts worker processes confined, as far as the system supports it and the configuration says. They parse untrusted
// bytes; an attacker who controls one can only read the books of the folders that it works on.
import { globSync } from 'node:fs';
import { createRequire, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesFolder, programFolder, toEntry } from '#infrastructure/program-files.ts';
import { type Access, type Launch, launchVariable } from './launch.ts';

export type ConfinementMode = 'auto' | 'required' | 'off';

/** What a worker process may use besides the program itself. */
export interface AllowedPaths {
  reads: readonly string[];
  writes: readonly string[];
}

/** What is forked instead of the entry. */
interface Start {
  module: string;
  execArgv: string[];
  environment: Record<string, string>;
}

export interface Confinement {
  readonly mode: ConfinementMode;
  /** Whether processes are started with fewer privileges than this one. */
  readonly isOn: boolean;
  /** Stops confining, after the probe has failed. */
  giveUp(): void;
  /** `places` undefined: unconfined, and its compiled code is cached for confined processes. */
  toStart(
    program: { entry: URL; execArgv: string[]; environment: Record<string, string> },
    allowed?: AllowedPaths,
  ): Start;
}

const launcher = fileURLToPath(toEntry('infrastructure/confinement/launcher.cts'));
/** The program's files; not its whole folder, which by default holds the data folder. */
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

export function createConfinement(mode: ConfinementMode): Confinement {
  let isOn = mode !== 'off' && (mode === 'required' || isConfinable());
  const executes = isOn ? [process.execPath, ...globSync(loaders)] : [];

  function toAccess({ reads, writes }: AllowedPaths, entry: URL): Access {
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
      executes,
    };
  }

  return {
    mode,
    get isOn() {
      return isOn;
    },
    giveUp() {
      isOn = false;
    },
    toStart({ entry, execArgv, environment }, allowed) {
      if (!isOn) return { module: fileURLToPath(entry), execArgv, environment };
      const order: Launch = {
        access: allowed && toAccess(allowed, entry),
        isRequired: mode === 'required',
        program: process.execPath,
        args: [...execArgv, fileURLToPath(entry)],
        environment,
      };
      return {
        module: launcher,
        execArgv: ['--disable-sigusr1'],
        environment: { ...environment, [launchVariable]: JSON.stringify(order) },
      };
    },
  };
}
