// Calls of the C library that Node.js does not offer. Linux only; throws if koffi has no binary for the system.
import { createRequire } from 'node:module';
import type Koffi from 'koffi';

/** Loaded on demand: the server itself does not need it. */
const load = (): typeof Koffi => createRequire(import.meta.url)('koffi');

type Word = number | bigint;

export interface Libc {
  /** Numbers only; `syscallOn` passes a pointer. Returns -1 on failure. */
  syscall(number: number, a: Word, b: Word, c: Word, d: Word): number;
  syscallOn(number: number, pointer: Uint8Array | null, b: Word, c: Word): number;
  syscallRule(number: number, a: Word, b: Word, pointer: Uint8Array, d: Word): number;
  /** Lowers a limit of this process permanently (setrlimit(2)). */
  limit(resource: number, value: number): void;
  prctl(option: number, a: Word, b: Word, c: Word, d: Word): number;
  /** `header` and `sets` as in capget(2). Both return 0 on success. */
  getCapabilities(header: Uint32Array, sets: Uint32Array): number;
  setCapabilities(header: Uint32Array, sets: Uint32Array): number;
  /** Installs a filter of socket filter instructions (linux/filter.h) on this thread. */
  setFilter(instructions: Uint8Array): number;
  /** Returns freed memory to the system (glibc). Throws for another C library. */
  trim(): void;
  /**
   * Makes another process run only when no other process needs the processor (SCHED_IDLE, sched(7)). Throws for musl,
   * which lacks the call.
   */
  runWhenIdle(pid: number): void;
  /** A copy of a descriptor that stays open in an executed program. */
  duplicate(descriptor: number): number;
  /** The ends of a pipe that stay open in an executed program: for reading, for writing. */
  pipe(): [number, number];
  /** Executes another program in this process (execve), with the standard streams; returns only on failure. */
  execve(program: string, args: readonly string[], environment: Readonly<Record<string, string>>): number;
}

const schedIdle = 5;
const prSetSeccomp = 22;
const seccompModeFilter = 2;
/** Commands of fcntl. */
const duplicateCommand = 0;
const setFlags = 2;

let loaded: Libc | undefined;

/** Cached, because koffi can define a named type only once. */
export function loadLibc(): Libc {
  loaded ??= bind();
  return loaded;
}

function bind(): Libc {
  const koffi = load();
  const libc = koffi.load(null);
  const word = 'size_t';
  const syscall = libc.func('syscall', 'long', ['long', word, word, word, word]);
  const syscallOn = libc.func('syscall', 'long', ['long', 'void *', word, word]);
  const syscallRule = libc.func('syscall', 'long', ['long', word, word, 'void *', word]);
  const setrlimit = libc.func('setrlimit', 'int', ['int', 'void *']);
  const prctl = libc.func('prctl', 'int', ['int', word, word, word, word]);
  const program = koffi.struct('sock_fprog', { len: 'uint16_t', filter: 'void *' });
  const prctlFilter = libc.func('prctl', 'int', ['int', word, koffi.pointer(program)]);
  const capget = libc.func('capget', 'int', ['void *', 'void *']);
  const capset = libc.func('capset', 'int', ['void *', 'void *']);
  const fcntl = libc.func('fcntl', 'int', ['int', 'int', 'int']);
  const pipe = libc.func('pipe', 'int', [koffi.out('int *')]);
  const execve = libc.func('execve', 'int', ['str', 'const char **', 'const char **']);
  return {
    syscall: (number, a, b, c, d) => Number(syscall(number, a, b, c, d)),
    syscallOn: (number, pointer, b, c) => Number(syscallOn(number, pointer, b, c)),
    syscallRule: (number, a, b, pointer, d) => Number(syscallRule(number, a, b, pointer, d)),
    // Soft and hard limit.
    limit: (resource, value) => void setrlimit(resource, new BigUint64Array([BigInt(value), BigInt(value)])),
    prctl: (option, a, b, c, d) => Number(prctl(option, a, b, c, d)),
    getCapabilities: (header, sets) => Number(capget(header, sets)),
    setCapabilities: (header, sets) => Number(capset(header, sets)),
    setFilter: (instructions) =>
      Number(
        prctlFilter(prSetSeccomp, seccompModeFilter, { len: instructions.length / 8, filter: instructions }),
      ),
    trim: () => void libc.func('malloc_trim', 'int', [word])(0),
    runWhenIdle(pid) {
      const set = libc.func('sched_setscheduler', 'int', ['int', 'int', 'const int *']);
      // The priority in this class is always 0.
      if (Number(set(pid, schedIdle, [0])) !== 0)
        throw new Error('The system does not support this priority');
    },
    duplicate: (descriptor) => Number(fcntl(descriptor, duplicateCommand, descriptor)),
    pipe() {
      const ends = new Int32Array(2);
      if (Number(pipe(ends)) !== 0) throw new Error('The pipe could not be created');
      return [ends[0] ?? -1, ends[1] ?? -1];
    },
    execve(path, args, environment) {
      // Node.js marks descriptors as close-on-exec.
      for (const standard of [0, 1, 2]) fcntl(standard, setFlags, 0);
      const entries = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
      return Number(execve(path, [...args, null], [...entries, null]));
    },
  };
}
