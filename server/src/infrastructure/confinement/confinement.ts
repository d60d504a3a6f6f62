// How the worker processes of this process are started: confined as far as the system allows, or as the configuration
// says. They read untrusted bytes; whoever takes one over shall find nothing but the books of the folders it works on.
import { globSync } from 'node:fs';
import { createRequire, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Access, type Launch, launchVariable } from './launch.ts';

export type ConfinementMode = 'auto' | 'required' | 'off';

/** What a worker process may use besides the program itself. */
export interface Places {
  reads: readonly string[];
  writes: readonly string[];
}

/** What is to be forked in place of an entry. */
interface Start {
  module: string;
  execArgv: string[];
  environment: Record<string, string>;
}

export interface Confinement {
  readonly mode: ConfinementMode;
  /** Whether processes are started with fewer rights than this one. */
  readonly isOn: boolean;
  /** Stops confining: the probe has shown that it does not work here. */
  giveUp(): void;
  /** `places` undefined: without limits, and what is compiled is kept for those that have them. */
  toStart(
    program: { entry: URL; execArgv: string[]; environment: Record<string, string> },
    places?: Places,
  ): Start;
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const launcher = fileURLToPath(new URL('./launcher.cts', import.meta.url));
/** The program. Not the whole folder: the data folder lies in it by default. */
const ofProgram = [
  'package.json',
  'node_modules',
  'contract',
  'formats',
  'server/package.json',
  'server/node_modules',
  'server/src',
].map((name) => join(root, name));
/** What Node.js and the decoders read of a system: libraries, time zones, how much memory there is. */
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
/** Programs that load a program: each processor and C library has its own. */
const loaders = ['/lib/ld-*.so*', '/lib64/ld-*.so*', '/usr/lib/ld-*.so*', '/usr/lib64/ld-*.so*'];

/** Whether this system has the means at all; what the kernel gives, the probe tells. */
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

  function toAccess({ reads, writes }: Places, entry: URL): Access {
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
    toStart({ entry, execArgv, environment }, places) {
      if (!isOn) return { module: fileURLToPath(entry), execArgv, environment };
      const order: Launch = {
        access: places && toAccess(places, entry),
        isRequired: mode === 'required',
        program: process.execPath,
        args: [...execArgv, fileURLToPath(entry)],
        environment,
      };
      return {
        module: launcher,
        execArgv: [],
        environment: { ...environment, [launchVariable]: JSON.stringify(order) },
      };
    },
  };
}
