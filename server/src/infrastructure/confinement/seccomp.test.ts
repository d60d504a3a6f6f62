// Interprets the filter like the kernel, on any machine and for both processors.
import { expect, test } from 'vitest';
import { buildFilter } from './seccomp.ts';

const machines = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
type Processor = keyof typeof machines;
/** Numbers of a call on x64 and on arm64; null if it does not exist. */
type Numbers = readonly [x64: number, arm64: number | null];

const pid = 4_000;
const parent = 3_000;
const eperm = 0x0005_0001;
const enosys = 0x0005_0026;
const allowed = 0x7fff_0000;
const killed = 0x8000_0000;
const plugin = { usesNetwork: true, changesAttributes: false };
const reader = { usesNetwork: false, changesAttributes: false };
const writer = { usesNetwork: false, changesAttributes: true };

/** Runs the instructions of a filter that it uses from linux/bpf_common.h. */
function run(filter: Uint8Array, [number, architecture, ...args]: number[]): number {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number ?? 0, true);
  data.setUint32(4, architecture ?? 0, true);
  for (const [i, value] of args.entries()) data.setUint32(16 + 8 * i, value, true);
  const code = new DataView(filter.buffer, filter.byteOffset);
  let loaded = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const value = code.getUint32(at + 4, true);
    const jump = (isTrue: boolean) => {
      at += 8 * code.getUint8(at + (isTrue ? 2 : 3));
    };
    switch (code.getUint16(at, true)) {
      case 0x20:
        loaded = data.getUint32(value, true);
        break;
      case 0x15:
        jump(loaded === value);
        break;
      case 0x35:
        jump(loaded >= value);
        break;
      case 0x45:
        jump((loaded & value) !== 0);
        break;
      case 0x06:
        return value;
      default:
        throw new Error('The filter has an unknown instruction');
    }
  }
  throw new Error('The filter has no end');
}

/** Returns the distinct results of a call on all processors that have it. */
function call(options: typeof plugin, [x64, arm64]: Numbers, ...args: number[]): number[] {
  const on = (processor: Processor, number: number | null): number[] => {
    const filter = buildFilter(processor, { ...options, pid });
    if (!filter) throw new Error(`No filter for ${processor}`);
    return number === null ? [] : [run(filter, [number, machines[processor], ...args])];
  };
  return [...new Set([...on('x64', x64), ...on('arm64', arm64)])];
}

test.each<[string, ...Numbers]>([
  ['init_module', 175, 105],
  ['finit_module', 313, 273],
  ['delete_module', 176, 106],
  ['kexec_load', 246, 104],
  ['kexec_file_load', 320, 294],
  ['reboot', 169, 142],
  ['settimeofday', 164, 170],
  ['clock_settime', 227, 112],
  ['clock_adjtime', 305, 266],
  ['adjtimex', 159, 171],
  ['swapon', 167, 224],
  ['swapoff', 168, 225],
  ['mount', 165, 40],
  ['umount2', 166, 39],
  ['pivot_root', 155, 41],
  ['move_mount', 429, 429],
  ['fsmount', 432, 432],
  ['chroot', 161, 51],
  ['unshare', 272, 97],
  ['setns', 308, 268],
  ['bpf', 321, 280],
  ['perf_event_open', 298, 241],
  ['acct', 163, 89],
  ['sethostname', 170, 161],
  ['setdomainname', 171, 162],
  ['syslog', 103, 116],
  ['iopl', 172, null],
  ['ioperm', 173, null],
  ['ptrace', 101, 117],
  ['process_vm_readv', 310, 270],
  ['process_vm_writev', 311, 271],
  ['pidfd_open', 434, 434],
  ['pidfd_send_signal', 424, 424],
  ['pidfd_getfd', 438, 438],
  ['tkill', 200, 130],
  ['rt_sigqueueinfo', 129, 138],
  ['fork', 57, null],
  ['vfork', 58, null],
  ['setsid', 112, 157],
  ['setpgid', 109, 154],
  ['setpriority', 141, 140],
  ['sched_setattr', 314, 274],
  ['shmat', 30, 196],
  ['msgsnd', 69, 189],
  ['mq_open', 240, 180],
  ['inotify_add_watch', 254, 27],
  ['socketpair', 53, 199],
  ['listen', 50, 201],
  ['io_uring_setup', 425, 425],
])('%s is denied to worker processes and plugins', (_, ...numbers) => {
  for (const options of [plugin, reader, writer]) expect(call(options, numbers)).toEqual([eperm]);
});

test.each<[string, ...Numbers]>([
  ['read', 0, 63],
  ['openat', 257, 56],
  ['execve', 59, 221],
  ['mmap', 9, 222],
  ['clock_gettime', 228, 113],
])('%s is allowed', (_, ...numbers) => {
  for (const options of [plugin, reader, writer]) expect(call(options, numbers)).toEqual([allowed]);
});

test('signals and limits reach only the process itself', () => {
  for (const numbers of [[62, 129] as const, [234, 131] as const]) {
    expect(call(plugin, numbers, pid)).toEqual([allowed]);
    // 0, -1 and negative numbers are groups.
    for (const other of [parent, 0, -1, -parent]) expect(call(plugin, numbers, other)).toEqual([eperm]);
  }
  expect(call(plugin, [302, 261], 0)).toEqual([allowed]);
  expect(call(plugin, [302, 261], parent)).toEqual([eperm]);
  // F_SETOWN, F_SETSIG and F_SETOWN_EX of fcntl, FIOSETOWN and SIOCSPGRP of ioctl; F_GETFL and FIONBIO for comparison.
  for (const command of [8, 10, 15]) expect(call(plugin, [72, 25], 0, command)).toEqual([eperm]);
  for (const command of [0x8901, 0x8902]) expect(call(plugin, [16, 29], 0, command)).toEqual([eperm]);
  expect([...call(plugin, [72, 25], 8, 3), ...call(plugin, [16, 29], 0, 0x5421)]).toEqual([allowed, allowed]);
});

test('a process cannot write input for its terminal', () => {
  for (const command of [0x5412, 0x541c]) expect(call(reader, [16, 29], 2, command)).toEqual([eperm]);
});

test('a process cannot turn off its end with the server', () => {
  expect(call(plugin, [157, 167], 1)).toEqual([eperm]);
  // PR_SET_NAME.
  expect(call(plugin, [157, 167], 15)).toEqual([allowed]);
});

test('clone creates only threads, and clone3 appears to be missing', () => {
  const threadFlags = 0x3d_0f00;
  expect(call(reader, [56, 220], threadFlags)).toEqual([allowed]);
  expect(call(reader, [56, 220], 17)).toEqual([eperm]);
  expect(call(reader, [435, 435])).toEqual([enosys]);
});

test('plugins create only Internet sockets, worker processes none', () => {
  const families = [1, 2, 10, 16, 17, 40];
  const results = (options: typeof plugin) => families.flatMap((family) => call(options, [41, 198], family));
  expect(results(plugin)).toEqual([eperm, allowed, allowed, eperm, eperm, eperm]);
  expect(results(reader)).toEqual(families.map(() => eperm));
});

test.each<[string, ...Numbers]>([
  ['fchmod', 91, 52],
  ['fchown', 93, 55],
  ['fsetxattr', 190, 7],
  ['fremovexattr', 199, 16],
  ['utime', 132, null],
  ['utimensat', 280, 88],
])('%s is denied to processes that do not write into libraries', (_, ...numbers) => {
  for (const options of [plugin, reader]) expect(call(options, numbers)).toEqual([eperm]);
  expect(call(writer, numbers)).toEqual([allowed]);
});

test.each<[string, ...Numbers]>([
  ['memfd_create', 319, 279],
  ['memfd_secret', 447, 447],
])('%s is denied to plugins', (_, ...numbers) => {
  expect(call(plugin, numbers)).toEqual([eperm]);
  for (const options of [reader, writer]) expect(call(options, numbers)).toEqual([allowed]);
});

test('calls of other architectures end the process, those of x32 fail', () => {
  const filter = buildFilter('x64', { ...plugin, pid });
  if (!filter) throw new Error('The filter is missing');
  expect(run(filter, [0, 0x4000_0003])).toBe(killed);
  expect(run(filter, [0x4000_0000 + 62, machines.x64, parent])).toBe(eperm);
  expect(run(filter, [0x4000_0000, machines.x64])).toBe(eperm);
});

test('unsupported processors have no filter', () => {
  expect(buildFilter('riscv64', { ...plugin, pid })).toBeUndefined();
});
