// The reasons for which a file cannot be restored, and their API errors.
import type { BackupRefusal } from '@lectern/contract/values';
import { FormatError } from '@lectern/formats/error';
import { DatabaseRefused } from '#infrastructure/database/restorable.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import { JobError, WorkerLost } from '#infrastructure/workers/protocol.ts';

/** An error in the file, not in the program. The message is for users. */
export class BackupRefused extends Error {
  readonly reason: BackupRefusal;

  constructor(reason: BackupRefusal, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BackupRefused';
    this.reason = reason;
  }
}

/** Converts errors of the readers to BackupRefused. */
export function toRefusal(error: unknown): unknown {
  if (error instanceof DatabaseRefused) return new BackupRefused(error.reason, error.message, error);
  if (!(error instanceof FormatError)) return error;
  const reason = error.reason === 'too_large' || error.reason === 'overlap' ? 'too_large' : 'damaged';
  return new BackupRefused(reason, `The backup cannot be read: ${error.message}`, error);
}

const spaceCodes = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

/** Returns the API error, also for failures in a worker process. */
export function toProblem(error: unknown): unknown {
  if (error instanceof BackupRefused) return refused(error.reason, error.message, error);
  if (error instanceof WorkerLost && error.reason !== 'closed')
    return refused('damaged', 'The backup could not be read completely', error);
  if (!(error instanceof JobError)) return error;
  const { name, message, fields } = error.data;
  if (name === 'BackupRefused' && typeof fields.reason === 'string')
    return refused(fields.reason, message, error);
  if (fields.code === 'insufficient_storage')
    return new Problem('insufficient_storage', message, { cause: error });
  if (spaceCodes.includes(String(fields.code)))
    return new Problem('insufficient_storage', reason('data_disk_full'), { cause: error });
  return error;
}

const refused = (reason: string, message: string, cause: unknown): Problem =>
  new Problem('backup_refused', message, { details: { reason }, cause });
