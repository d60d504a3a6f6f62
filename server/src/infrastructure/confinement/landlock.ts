// Landlock (Linux 5.13 and later, kernel.org/doc/html/latest/userspace-api/landlock.html): a process drops, for itself
// and programs that it executes, access to all files except the given ones, to TCP unless it uses the network, and
// signals to other processes. The system call filter (seccomp.ts) denies operations that earlier versions of Landlock
// do not cover: UNIX sockets, signals, `truncate`, and changes of permissions, which no version covers.
import { closeSync, openSync, statSync } from 'node:fs';
import type { Access } from './launch.ts';
import type { Libc } from './libc.ts';

/** Equal on all architectures. */
const calls = { createRuleset: 444, addRule: 445, restrictSelf: 446 };
const queryVersion = 1;
const pathBeneath = 1;
const openPath = 0x20_0000;
const closeOnExec = 0x8_0000;

const execute = 1n << 0n;
const writeFile = 1n << 1n;
const readFile = 1n << 2n;
const readDir = 1n << 3n;
/** Creation of devices and UNIX sockets. */
const makeSpecial = (1n << 6n) | (1n << 9n) | (1n << 11n);
const truncate = 1n << 14n;
/** Access rights of files; all others are those of folders. */
const ofFiles = execute | writeFile | readFile | truncate | (1n << 15n);
const tcp = 0b11n;
/** Abstract UNIX sockets and signals. */
const scopes = 0b11n;

/** Returns the access rights of this version of the interface: the first has 13, and some later ones added one. */
const toFileRights = (version: number): bigint =>
  (1n << BigInt(version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13)) - 1n;

/** Returns the version of the interface; 0 if the kernel does not support it or it is disabled. */
export const findLandlock = (libc: Libc): number =>
  Math.max(0, libc.syscallOn(calls.createRuleset, null, 0, queryVersion));

/** Requires no_new_privs. Throws if the kernel rejects the rules. */
export function restrictFiles(libc: Libc, version: number, access: Access): void {
  const { reads, writes, executes, usesNetwork } = access;
  const all = toFileRights(version);
  const ruleset = createRuleset(libc, version, { files: all, network: usesNetwork ? 0n : tcp });
  const allow = (path: string, rights: bigint) => addRule(libc, ruleset, path, rights & all);
  for (const path of reads) allow(path, readFile | readDir);
  for (const path of writes) allow(path, all & ~(execute | makeSpecial));
  for (const path of executes) allow(path, execute | readFile);
  const refused = libc.syscall(calls.restrictSelf, ruleset, 0, 0, 0) !== 0;
  closeSync(ruleset);
  if (refused) throw new Error('Landlock could not be enabled');
}

/** `files` and `network` are the rights that are denied without a rule. */
function createRuleset(
  libc: Libc,
  version: number,
  { files, network }: { files: bigint; network: bigint },
): number {
  const attributes = new BigUint64Array([files, version >= 4 ? network : 0n, version >= 6 ? scopes : 0n]);
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const ruleset = libc.syscallOn(calls.createRuleset, new Uint8Array(attributes.buffer), size, 0);
  if (ruleset < 0) throw new Error('Landlock could not be initialized');
  return ruleset;
}

/** Missing and unreadable paths stay denied. */
function addRule(libc: Libc, ruleset: number, path: string, rights: bigint): void {
  let descriptor: number;
  try {
    descriptor = openSync(path, openPath | closeOnExec);
  } catch {
    return;
  }
  try {
    const isFolder = statSync(path).isDirectory();
    const attributes = Buffer.alloc(12);
    attributes.writeBigUInt64LE(isFolder ? rights : rights & ofFiles, 0);
    attributes.writeInt32LE(descriptor, 8);
    if (libc.syscallRule(calls.addRule, ruleset, pathBeneath, attributes, 0) !== 0)
      throw new Error(`Landlock rejected a rule for ${path}`);
  } finally {
    closeSync(descriptor);
  }
}
