// A filter of system calls (seccomp, kernel.org/doc/html/latest/userspace-api/seccomp_filter.html): no UNIX sockets, no
// incoming connections, other processes, changes of permissions, and calls that only attacks use. It is a deny list, because the
// runtime and the decoders may use any other call, also in later versions.
import type { Access } from './launch.ts';
import type { Libc } from './libc.ts';

interface Machine {
  /** AUDIT_ARCH_… of linux/audit.h. */
  architecture: number;
  /** Index in a pair of numbers. */
  column: 0 | 1;
  /** Number of the first x32 system call. */
  foreignFrom: number | undefined;
}

const machines: Partial<Record<string, Machine>> = {
  x64: { architecture: 0xc000_003e, column: 0, foreignFrom: 0x4000_0000 },
  arm64: { architecture: 0xc000_00b7, column: 1, foreignFrom: undefined },
};

/** Numbers of a call on x64 and on arm64 (asm/unistd_64.h, asm-generic/unistd.h); undefined if it does not exist. */
type Numbers = readonly [x64: number, arm64: number | undefined];

/** Numbers of asm-generic/unistd.h are equal on all architectures since Linux 5.1. */
const same = (number: number): Numbers => [number, number];
const onlyX64 = (number: number): Numbers => [number, undefined];

const denied: Readonly<Record<string, Numbers>> = {
  socketpair: [53, 199],
  listen: [50, 201],
  // Other processes.
  fork: onlyX64(57),
  vfork: onlyX64(58),
  setsid: [112, 157],
  setpgid: [109, 154],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  tkill: [200, 130],
  pidfd_send_signal: same(424),
  pidfd_open: same(434),
  pidfd_getfd: same(438),
  process_madvise: same(440),
  process_mrelease: same(448),
  setpriority: [141, 140],
  ioprio_set: [251, 30],
  sched_setparam: [142, 118],
  sched_setscheduler: [144, 119],
  sched_setaffinity: [203, 122],
  sched_setattr: [314, 274],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  semget: [64, 190],
  semop: [65, 193],
  semtimedop: [220, 192],
  semctl: [66, 191],
  msgget: [68, 186],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  mq_open: [240, 180],
  mq_unlink: [241, 181],
  // Files by their paths, which Landlock does not cover.
  truncate: [76, 45],
  chmod: onlyX64(90),
  fchmodat: [268, 53],
  fchmodat2: same(452),
  chown: onlyX64(92),
  lchown: onlyX64(94),
  fchownat: [260, 54],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  setxattrat: same(463),
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  removexattrat: same(466),
  file_setattr: same(469),
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  mknod: onlyX64(133),
  mknodat: [259, 33],
  fanotify_init: [300, 262],
  inotify_add_watch: [254, 27],
  quotactl: [179, 60],
  quotactl_fd: same(443),
  // Mounts and namespaces.
  pivot_root: [155, 41],
  chroot: [161, 51],
  mount: [165, 40],
  umount2: [166, 39],
  unshare: [272, 97],
  setns: [308, 268],
  open_tree: same(428),
  move_mount: same(429),
  fsopen: same(430),
  fsconfig: same(431),
  fsmount: same(432),
  fspick: same(433),
  mount_setattr: same(442),
  open_tree_attr: same(467),
  // The kernel and the machine.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  perf_event_open: [298, 241],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  io_uring_setup: same(425),
  io_uring_enter: same(426),
  io_uring_register: same(427),
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  syslog: [103, 116],
  vhangup: [153, 58],
  iopl: onlyX64(172),
  ioperm: onlyX64(173),
  modify_ldt: onlyX64(154),
};

/** Denied unless the process changes attributes of files (`Access`). */
const ofAttributes: Readonly<Record<string, Numbers>> = {
  fchmod: [91, 52],
  fchown: [93, 55],
  fsetxattr: [190, 7],
  fremovexattr: [199, 16],
  utime: onlyX64(132),
  utimes: onlyX64(235),
  futimesat: onlyX64(261),
  utimensat: [280, 88],
};

/**
 * Denied to plugins: memory without a name in the file system, which does not count as memory of the process, and from which
 * programs can be executed. Decoders may use it.
 */
const ofMemory: Readonly<Record<string, Numbers>> = {
  memfd_create: [319, 279],
  memfd_secret: same(447),
};

/** Opcodes of linux/bpf_common.h: load a word, jump if equal, if at least, or if a bit is set, return. */
const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfSet = 0x45;
const give = 0x06;
const allow = 0x7fff_0000;
/** EPERM. */
const refuse = 0x0005_0001;
/** ENOSYS: the C library then uses `clone`, whose flags a filter can check. */
const refuseAsUnknown = 0x0005_0026;
const killProcess = 0x8000_0000;
/** Offsets in struct seccomp_data: number, architecture, the low halves of arguments. */
const at = { number: 0, architecture: 4, firstArgument: 16, secondArgument: 24 };

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number];

interface ArgumentRule {
  call: Numbers;
  jump: typeof jumpIfEqual | typeof jumpIfSet;
  values: readonly number[];
  /** The first argument by default. */
  argument?: keyof typeof at;
  /** Denies these values and allows all others, instead of the reverse. */
  isDenied?: boolean;
}

interface FilterOptions extends Pick<Access, 'usesNetwork' | 'changesAttributes'> {
  /** The process that the filter is for. */
  pid: number;
}

const clone3 = same(435);
const setParentDeathSignal = 1;
const cloneThread = 0x1_0000;
const internetFamilies = [2, 10];
/** F_SETOWN, F_SETSIG, F_SETOWN_EX: the kernel sends a signal of choice to any process when a descriptor is ready. */
const signalByDescriptor = [8, 10, 15];
/** FIOSETOWN and SIOCSPGRP do the same. TIOCSTI and TIOCLINUX insert input that a terminal reads as typed. */
const deniedControls = [0x8901, 0x8902, 0x5412, 0x541c];

const deniedValues = { argument: 'secondArgument', jump: jumpIfEqual, isDenied: true } as const;

/** Calls that depend on one argument. */
const toArgumentRules = ({ pid, usesNetwork }: FilterOptions): ArgumentRule[] => [
  { call: [234, 131], jump: jumpIfEqual, values: [pid] }, // tgkill
  { call: [62, 129], jump: jumpIfEqual, values: [pid] }, // kill
  { call: [302, 261], jump: jumpIfEqual, values: [0] }, // prlimit64 of this process
  { call: [56, 220], jump: jumpIfSet, values: [cloneThread] }, // clone
  { call: [41, 198], jump: jumpIfEqual, values: usesNetwork ? internetFamilies : [] }, // socket
  // A process without this signal would outlive the server.
  { call: [157, 167], jump: jumpIfEqual, values: [setParentDeathSignal], isDenied: true }, // prctl
  { ...deniedValues, call: [72, 25], values: signalByDescriptor }, // fcntl
  { ...deniedValues, call: [16, 29], values: deniedControls }, // ioctl
];

/** The filter of a process, as struct sock_filter; undefined for an unsupported processor. */
export function buildFilter(processor: string, options: FilterOptions): Uint8Array | undefined {
  const machine = machines[processor];
  if (!machine) return undefined;
  const { architecture, column, foreignFrom } = machine;
  const numberOf = (numbers: Numbers): number[] => {
    const number = numbers[column];
    return number === undefined ? [] : [number];
  };
  return toBytes([
    [load, 0, 0, at.architecture],
    [jumpIfEqual, 1, 0, architecture],
    [give, 0, 0, killProcess],
    ...toArgumentRules(options).flatMap((rule) =>
      numberOf(rule.call).flatMap((number) => toInstructions(number, rule)),
    ),
    [load, 0, 0, at.number],
    ...(foreignFrom === undefined ? [] : whenTrue(jumpIfAtLeast, foreignFrom)),
    ...Object.values({
      ...denied,
      ...(!options.changesAttributes && ofAttributes),
      ...(options.usesNetwork && ofMemory),
    })
      .flatMap(numberOf)
      .flatMap((number) => whenTrue(jumpIfEqual, number)),
    ...numberOf(clone3).flatMap((number) => whenTrue(jumpIfEqual, number, refuseAsUnknown)),
    [give, 0, 0, allow],
  ]);
}

const toInstructions = (
  number: number,
  { jump, values, argument = 'firstArgument', isDenied = false }: ArgumentRule,
): Instruction[] => [
  [load, 0, 0, at.number],
  [jumpIfEqual, 0, 2 + 2 * values.length, number],
  [load, 0, 0, at[argument]],
  ...values.flatMap((value) => whenTrue(jump, value, isDenied ? refuse : allow)),
  [give, 0, 0, isDenied ? allow : refuse],
];

const whenTrue = (jump: number, value: number, result = refuse): Instruction[] => [
  [jump, 0, 1, value],
  [give, 0, 0, result],
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

/** Requires no_new_privs. Returns false if the kernel or the processor is not supported. */
export function filterCalls(libc: Libc, access: Access): boolean {
  const filter = buildFilter(process.arch, { ...access, pid: process.pid });
  return filter !== undefined && libc.setFilter(filter) === 0;
}
