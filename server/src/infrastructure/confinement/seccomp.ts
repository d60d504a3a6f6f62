// A filter of system calls (seccomp, kernel.org/doc/html/latest/userspace-api/seccomp_filter.html): no new sockets, no
// access to other processes, none of the calls that only attacks use. It is a deny list, as the runtime and the
// decoders may use any other call, also in later versions.
import type { Libc } from './libc.ts';

interface Machine {
  /** AUDIT_ARCH_… of linux/audit.h. */
  architecture: number;
  /** Its index in a row of `denied` and `ownOnly`. */
  column: 0 | 1;
  /** System calls of x32 begin here. */
  foreignFrom: number | undefined;
}

const machines: Partial<Record<string, Machine>> = {
  x64: { architecture: 0xc000_003e, column: 0, foreignFrom: 0x4000_0000 },
  arm64: { architecture: 0xc000_00b7, column: 1, foreignFrom: undefined },
};

/** Numbers of a call on x64 and on arm64 (asm/unistd_64.h, asm-generic/unistd.h). */
type Numbers = readonly [x64: number, arm64: number];

/** Of asm-generic/unistd.h: the same on every architecture since Linux 5.1. */
const same = (number: number): Numbers => [number, number];

const denied: Readonly<Record<string, Numbers>> = {
  socket: [41, 198],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  tkill: [200, 130],
  pivot_root: [155, 41],
  chroot: [161, 51],
  mount: [165, 40],
  umount2: [166, 39],
  unshare: [272, 97],
  setns: [308, 268],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  perf_event_open: [298, 241],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  pidfd_send_signal: same(424),
  io_uring_setup: same(425),
  io_uring_enter: same(426),
  io_uring_register: same(427),
  open_tree: same(428),
  move_mount: same(429),
  fsopen: same(430),
  fsconfig: same(431),
  fsmount: same(432),
  fspick: same(433),
  pidfd_open: same(434),
  pidfd_getfd: same(438),
  process_madvise: same(440),
  mount_setattr: same(442),
  process_mrelease: same(448),
};

/** Denied unless their first argument is this process (tgkill, kill) or 0, which means it (prlimit64). */
const ownOnly = { tgkill: [234, 131], kill: [62, 129], prlimit64: [302, 261] } as const;

/** Opcodes of linux/bpf_common.h: load a word, jump if equal, jump if at least, return. */
const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const give = 0x06;
const allow = 0x7fff_0000;
/** EPERM. */
const refuse = 0x0005_0001;
const killProcess = 0x8000_0000;
/** Offsets in struct seccomp_data: number, architecture, first argument's low half. */
const at = { number: 0, architecture: 4, firstArgument: 16 };

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number];

/** The filter of a process, as struct sock_filter; undefined for an unsupported processor. */
export function buildFilter(processor: string, pid: number): Uint8Array | undefined {
  const machine = machines[processor];
  if (!machine) return undefined;
  const { architecture, column, foreignFrom } = machine;
  const ownArgument = (call: number, value: number): Instruction[] => [
    [load, 0, 0, at.number],
    [jumpIfEqual, 0, 4, call],
    [load, 0, 0, at.firstArgument],
    [jumpIfEqual, 0, 1, value],
    [give, 0, 0, allow],
    [give, 0, 0, refuse],
  ];
  return toBytes([
    [load, 0, 0, at.architecture],
    [jumpIfEqual, 1, 0, architecture],
    [give, 0, 0, killProcess],
    ...ownArgument(ownOnly.tgkill[column], pid),
    ...ownArgument(ownOnly.kill[column], pid),
    ...ownArgument(ownOnly.prlimit64[column], 0),
    [load, 0, 0, at.number],
    ...(foreignFrom === undefined ? [] : whenTrue(jumpIfAtLeast, foreignFrom)),
    ...Object.values(denied).flatMap((numbers) => whenTrue(jumpIfEqual, numbers[column])),
    [give, 0, 0, allow],
  ]);
}

const whenTrue = (jump: number, value: number): Instruction[] => [
  [jump, 0, 1, value],
  [give, 0, 0, refuse],
];

function toBytes(instructions: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [i, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    bytes.writeUInt16LE(code, i * 8);
    bytes.writeUInt8(ifTrue, i * 8 + 2);
    bytes.writeUInt8(ifFalse, i * 8 + 3);
    bytes.writeUInt32LE(value, i * 8 + 4);
  }
  return bytes;
}

/** Needs no_new_privs. False where the kernel or the processor is not supported. */
export function filterCalls(libc: Libc): boolean {
  const filter = buildFilter(process.arch, process.pid);
  return filter !== undefined && libc.setFilter(filter) === 0;
}
