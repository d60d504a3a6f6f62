// Sentences about path errors: the problem, and the command or step that fixes it.
import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '#infrastructure/errors.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';
import { locateFault, type PathFault, type RequiredAccess } from './find.ts';

export interface Explanation {
  /** The problem as a sentence without final period. */
  message: string;
  /** The remedy as a sentence without final period. */
  remedy: string;
}

interface Subject {
  /** `The data folder`. */
  what: string;
  path: string;
  access: RequiredAccess['access'];
  /** Whether the contents are secret: no remedy makes them readable for all accounts. */
  isSecret?: boolean;
  /** Alternative if the path itself is wrong: `choose another folder with --data-dir`. */
  otherwise?: string;
}

/** Describes a problem for users, with the path that failed and the command or step that fixes it. */
export function explainFault(fault: PathFault, subject: Subject): Explanation {
  const { what, path } = subject;
  const { message, remedy } = describe(fault, subject);
  const otherwise = subject.otherwise === undefined ? '' : `, or ${subject.otherwise}`;
  return { message: `${what} ${path} ${message}`, remedy: `${remedy}${otherwise}` };
}

function describe(fault: PathFault, subject: Subject): Explanation {
  const { kind, at, isAbove, code } = fault;
  switch (kind) {
    case 'denied':
      return describeDenied(fault, subject);
    case 'missing':
      return {
        message: isAbove ? `does not exist: the folder ${at} is missing` : 'does not exist',
        remedy: 'Check the path, and that its disk is mounted',
      };
    case 'wrong_kind':
      return {
        message: isAbove
          ? `does not exist: ${at} is a file`
          : `is a ${code === 'EISDIR' ? 'folder' : 'file'}`,
        remedy: 'Check the path',
      };
    case 'read_only':
      return {
        message: 'is on a read-only file system',
        remedy: `Mount ${findMount(at)} writable (in a container without :ro; in a systemd unit with ReadWritePaths=${at})`,
      };
    case 'full':
      return { message: 'is on a disk that is full', remedy: 'Free some space' };
    case 'disconnected':
      return {
        message: `is on a disk or network share that is not connected (${code}${isAbove ? ` at ${at}` : ''})`,
        remedy: `Mount ${isAbove ? at : findMount(at)} again`,
      };
    case 'disk':
      return {
        message: `cannot be read or written: its disk reports errors (${code}${isAbove ? ` at ${at}` : ''})`,
        remedy: 'Check the disk and its connection before you start again',
      };
    default:
      return {
        message:
          code === 'ELOOP' ? 'is a link that leads back to itself' : `cannot be used as a path (${code})`,
        remedy: 'Check the path',
      };
  }
}

function describeDenied({ at, isAbove }: PathFault, { access, path, isSecret }: Subject): Explanation {
  const facts = statOrNothing(at);
  const by = `${describeSelf()} (${describeOwner(facts)})`;
  const quoted = quoteForShell(at);
  if (isAbove && facts && !isSearchable(at))
    return {
      message: `cannot be reached: the folder ${at} denies access to ${by}`,
      remedy: isSecret ? admitGroup(at, facts) : `As root or its owner: chmod ${classOf(facts)}+x ${quoted}`,
    };
  if (isAbove)
    return {
      message: `cannot be created: the folder ${at} is not writable by ${by}`,
      remedy: `As root: mkdir -p ${quoteForShell(path)} && chown ${ownIds()} ${quoteForShell(path)}`,
    };
  if (access === 'write')
    return {
      message: `is not writable by ${by}`,
      remedy: isForeign(at)
        ? `Give ${describeSelf()} permission to write there`
        : `${asOwnerFirst(facts)} chown -R ${ownIds()} ${quoted}`,
    };
  const asOwner = 'or run Lectern as that owner';
  return {
    message: `cannot be read by ${by}`,
    remedy: isSecret
      ? `${facts ? admitGroup(at, facts) : `As root: chown ${ownIds()} ${quoted}`}, ${asOwner}`
      : `As root or its owner: chmod -R ${facts ? classOf(facts) : 'o'}+rX ${quoted}, ${asOwner}`,
  };
}

/** Another owner, such as the account of a service, may still need the path. */
const asOwnerFirst = (facts: Stats | undefined): string =>
  facts === undefined || facts.uid === 0 || facts.uid === process.geteuid?.()
    ? 'As root:'
    : 'Run Lectern as that owner, or as root:';

/** Whether a folder contains files, but none of Lectern: changing their owner could break the programs that use them. */
function isForeign(path: string): boolean {
  try {
    const names = readdirSync(path);
    return names.length > 0 && !names.some((name) => /^(lectern[.-]|secret$)/.test(name));
  } catch {
    // It is a file, or a folder that this account cannot read.
    return false;
  }
}

/** The command that lets this account, and no others, read a secret file or pass the folder above it. */
function admitGroup(path: string, facts: Stats): string {
  const quoted = quoteForShell(path);
  const right = facts.isDirectory() ? 'x' : 'r';
  const ofAccount = classOf(facts);
  if (ofAccount !== 'o') return `As root or its owner: chmod ${ofAccount}+${right} ${quoted}`;
  // Another group of the file would take the access from the accounts of the present one.
  const admitsGroup = (facts.mode & (right === 'x' ? 0o010 : 0o040)) !== 0;
  if (admitsGroup && facts.gid !== 0)
    return `As root: usermod -aG "$(stat -c %G ${quoted})" "$(id -nu ${process.geteuid?.()})"`;
  const mode = right === 'x' ? 'g+x' : '0640';
  return `As root: chgrp ${process.getegid?.()} ${quoted} && chmod ${mode} ${quoted}`;
}

/** The letter of chmod for the permissions that apply to this account. */
function classOf({ uid, gid }: Stats): string {
  if (uid === process.geteuid?.()) return 'u';
  return gid === process.getegid?.() || process.getgroups?.().includes(gid) ? 'g' : 'o';
}

function isSearchable(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const statOrNothing = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
};

/** The folder where the file system of a path is mounted. */
function findMount(path: string): string {
  const device = statOrNothing(path)?.dev;
  for (let at = path; ; at = dirname(at))
    if (dirname(at) === at || device === undefined || statOrNothing(dirname(at))?.dev !== device) return at;
}

const ownIds = (): string => `${process.geteuid?.() ?? ''}:${process.getegid?.() ?? ''}`;

const describeSelf = (): string =>
  process.geteuid ? `uid ${process.geteuid()}, gid ${process.getegid?.()}` : 'this account';

const describeOwner = (facts: Stats | undefined): string =>
  facts ? `owner ${facts.uid}:${facts.gid}, mode ${(facts.mode & 0o7777).toString(8)}` : 'owner unknown';

/** One sentence with the remedy, for the terminal. */
export const toSentence = ({ message, remedy }: Explanation): string =>
  `${message}; ${remedy.charAt(0).toLowerCase()}${remedy.slice(1)}`;

/** Returns the error as a sentence with the remedy, which ends the program; the error itself if no path causes it. */
export function toPathError(error: unknown, subject: Subject): unknown {
  const fault = locateFault(error, subject.path);
  return fault ? new StartError(toSentence(explainFault(fault, subject)), { cause: error }) : error;
}
