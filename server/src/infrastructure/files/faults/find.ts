// Finds why a file or folder cannot be used: which path failed, and for which reason. Every check and every error for
// users uses this module, because advice for the wrong path can lose data.
import { accessSync, constants, lstatSync, readdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { systemCodeOf } from '#infrastructure/errors.ts';

export type FaultKind =
  | 'denied'
  | 'missing'
  | 'wrong_kind'
  | 'read_only'
  | 'full'
  | 'disconnected'
  | 'disk'
  | 'unusable';

export interface PathFault {
  kind: FaultKind;
  /** The path that failed, with links resolved: the requested one, or a folder above it. */
  at: string;
  /** Whether `at` is a folder above the requested path. */
  isAbove: boolean;
  /** Code of the system, such as EACCES. */
  code: string;
}

const kinds: Readonly<Record<string, FaultKind>> = {
  EACCES: 'denied',
  EPERM: 'denied',
  ENOENT: 'missing',
  ENOTDIR: 'wrong_kind',
  EISDIR: 'wrong_kind',
  EROFS: 'read_only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  // Network file systems whose server is gone or has lost the file, and FUSE without its program.
  ESTALE: 'disconnected',
  ENOTCONN: 'disconnected',
  EHOSTDOWN: 'disconnected',
  EHOSTUNREACH: 'disconnected',
  ETIMEDOUT: 'disconnected',
  ENODEV: 'disconnected',
  ENXIO: 'disconnected',
  EIO: 'disk',
  ELOOP: 'unusable',
  ENAMETOOLONG: 'unusable',
  EINVAL: 'unusable',
};

/** Returns the kind of a system error code; undefined for codes that no path causes. */
export const kindOf = (code: string): FaultKind | undefined => kinds[code];

/** Locates the error of an access to a path, or of its creation. Undefined for errors that no path causes. */
export function locateFault(error: unknown, path: string): PathFault | undefined {
  const code = systemCodeOf(error) ?? '';
  const kind = kinds[code];
  if (kind === undefined) return undefined;
  const above = findFaultAbove(path);
  if (above !== undefined && (kind === 'missing' || above.kind !== 'missing')) return above;
  const missing = above?.at ?? (isThere(path) ? undefined : resolve(path));
  // A missing path was to be created in the folder above it.
  if (kind !== 'missing' && missing !== undefined) return { kind, at: dirname(missing), isAbove: true, code };
  return { kind, at: resolve(path), isAbove: false, code };
}

/** The path that an error of the system names. */
export const pathOf = (error: unknown): string | undefined =>
  error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;

const modes = {
  read: constants.R_OK,
  write: constants.R_OK | constants.W_OK,
};

export interface RequiredAccess {
  access: keyof typeof modes;
  isFolder: boolean;
}

/** Returns the fault that keeps this account from a file or folder, or undefined. Also lists folders. */
export function findFault(path: string, { access, isFolder }: RequiredAccess): PathFault | undefined {
  try {
    if (isFolder !== statSync(path).isDirectory())
      return { kind: 'wrong_kind', at: resolve(path), isAbove: false, code: isFolder ? 'ENOTDIR' : 'EISDIR' };
    accessSync(path, modes[access] | (isFolder ? constants.X_OK : 0));
    // A handle of a network file system may be stale although the attributes are cached.
    if (isFolder) readdirSync(path);
    return undefined;
  } catch (error) {
    const fault = locateFault(error, path);
    if (fault) return fault;
    throw error;
  }
}

/** Returns the fault that keeps this account from creating a missing path, or undefined. */
export function findCreationFault(path: string): PathFault | undefined {
  const above = findFaultAbove(path);
  if (above !== undefined && above.kind !== 'missing') return above;
  const fault = findFault(dirname(above?.at ?? resolve(path)), { access: 'write', isFolder: true });
  return fault && { ...fault, isAbove: true };
}

/**
 * Returns the fault that keeps this account from writing a folder, or from creating it, or undefined. Comes before `mkdir`:
 * with `recursive` it never ends in /proc (Node.js 24).
 */
export function findFolderFault(path: string): PathFault | undefined {
  const fault = findFault(path, { access: 'write', isFolder: true });
  return fault?.kind === 'missing' ? findCreationFault(path) : fault;
}

const maxLinks = 40;

/**
 * The first folder above a path that cannot be passed. Follows links by hand: the folder that denies access may be above
 * the target of a link.
 */
function findFaultAbove(path: string): PathFault | undefined {
  const { root } = parse(resolve(path));
  let at = root;
  let rest = resolve(path).slice(root.length).split(sep).filter(Boolean);
  for (let links = 0; rest.length > 0; ) {
    const [name = '', ...after] = rest;
    const next = join(at, name);
    const isAbove = after.length > 0;
    try {
      const facts = lstatSync(next);
      if (facts.isSymbolicLink() && ++links <= maxLinks) {
        const target = resolve(at, readlinkSync(next));
        at = parse(target).root;
        rest = [...target.slice(at.length).split(sep).filter(Boolean), ...after];
        continue;
      }
      if (isAbove && !facts.isDirectory())
        return { kind: 'wrong_kind', at: next, isAbove: true, code: 'ENOTDIR' };
    } catch (error) {
      const code = systemCodeOf(error) ?? '';
      const kind = kinds[code];
      if (kind === undefined) return undefined;
      // Looking up a name needs the permission to search its folder.
      if (kind === 'denied') return { kind, at, isAbove: true, code };
      return isAbove ? { kind, at: next, isAbove, code } : undefined;
    }
    at = next;
    rest = after;
  }
  return undefined;
}

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
