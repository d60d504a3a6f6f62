// A filter of system calls (seccomp, kernel.org/doc/html/latest/userspace-api/seccomp_filter.html): no new socket, nothing
// done to other processes, none of the calls that only an attack would make. A list of what is denied, not of what is
// allowed: the runtime and the decoders may use whatever else they need, today and in their next versions.
import type { Libc } from './libc.ts';

interface Machine {
  /** AUDIT_ARCH_… of linux/audit.h. */
  architecture: number;
  /** Denied altogether. */
  denied: readonly number[];
  /** Denied unless their first argument is this process (tgkill) or 0, which means it (prlimit64). */
  ownOnly: { tgkill: number; prlimit64: number; kill: number };
  /** Calls of the other interface of the same processor begin here (x32). */
  foreignFrom: number | undefined;
}

/** Of asm-generic/unistd.h, the same on every architecture since Linux 5.1. */
const sinceUnified = [
  424, // pidfd_send_signal
  425,
  426,
  427, // io_uring_setup, io_uring_enter, io_uring_register
  428,
  429,
  430,
  431,
  432,
  433, // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick
  434,
  438, // pidfd_open, pidfd_getfd
  440,
  442,
  448, // process_madvise, mount_setattr, process_mrelease
];

const machines: Partial<Record<string, Machine>> = {
  x64: {
    architecture: 0xc000_003e,
    denied: [
      41, // socket
      101,
      310,
      311,
      312, // ptrace, process_vm_readv, process_vm_writev, kcmp
      129,
      297,
      200, // rt_sigqueueinfo, rt_tgsigqueueinfo, tkill
      155,
      161,
      165,
      166,
      272,
      308, // pivot_root, chroot, mount, umount2, unshare, setns
      248,
      249,
      250, // add_key, request_key, keyctl
      298,
      321,
      323, // perf_event_open, bpf, userfaultfd
      256,
      279, // migrate_pages, move_pages
      303,
      304, // name_to_handle_at, open_by_handle_at
      ...sinceUnified,
    ],
    ownOnly: { tgkill: 234, prlimit64: 302, kill: 62 },
    foreignFrom: 0x4000_0000,
  },
  arm64: {
    architecture: 0xc000_00b7,
    denied: [
      198, // socket
      117,
      270,
      271,
      272, // ptrace, process_vm_readv, process_vm_writev, kcmp
      138,
      240,
      130, // rt_sigqueueinfo, rt_tgsigqueueinfo, tkill
      41,
      51,
      40,
      39,
      97,
      268, // pivot_root, chroot, mount, umount2, unshare, setns
      217,
      218,
      219, // add_key, request_key, keyctl
      241,
      280,
      282, // perf_event_open, bpf, userfaultfd
      238,
      239, // migrate_pages, move_pages
      264,
      265, // name_to_handle_at, open_by_handle_at
      ...sinceUnified,
    ],
    ownOnly: { tgkill: 131, prlimit64: 261, kill: 129 },
    foreignFrom: undefined,
  },
};

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

/** The filter of a process, as struct sock_filter; undefined for a processor that is not known here. */
export function buildFilter(processor: string, pid: number): Uint8Array | undefined {
  const machine = machines[processor];
  if (!machine) return undefined;
  const { architecture, denied, ownOnly, foreignFrom } = machine;
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
    ...ownArgument(ownOnly.tgkill, pid),
    ...ownArgument(ownOnly.kill, pid),
    ...ownArgument(ownOnly.prlimit64, 0),
    [load, 0, 0, at.number],
    ...(foreignFrom === undefined ? [] : whenTrue(jumpIfAtLeast, foreignFrom)),
    ...denied.flatMap((call) => whenTrue(jumpIfEqual, call)),
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

/** Needs no_new_privs. False where the kernel or the processor has no such filter. */
export function filterCalls(libc: Libc): boolean {
  const filter = buildFilter(process.arch, process.pid);
  return filter !== undefined && libc.setFilter(filter) === 0;
}
