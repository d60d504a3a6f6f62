// What keeps a command from a file or folder that somebody named, as the end of a sentence.
import { systemCodeOf } from '../errors.ts';

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be opened by the account that runs Lectern',
  EPERM: 'may not be opened by the account that runs Lectern',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'has no room: the disk is full',
  EDQUOT: 'has no room: the disk is full',
};

/** `has no room: the disk is full`; undefined for what is no fault of the place. */
export const explainFileFault = (error: unknown): string | undefined => faults[systemCodeOf(error) ?? ''];
