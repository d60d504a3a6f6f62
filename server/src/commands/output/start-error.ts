// A fault that prevents the start, as a sentence in the terminal instead of a stack trace.

import { dirname } from 'node:path';
import { isRecord } from '@lectern/contract/records';
import type { Config } from '#infrastructure/config/schema.ts';
import { explainConnection } from '#infrastructure/connection-faults.ts';
import { NewerDatabase } from '#infrastructure/database/newer-database.ts';
import { findDatabaseFile } from '#infrastructure/database/open.ts';
import { isUnavailable } from '#infrastructure/database/unavailable.ts';
import { Problem, StartError } from '#infrastructure/errors.ts';
import { toPathError } from '#infrastructure/files/faults/explain.ts';
import { pathOf } from '#infrastructure/files/faults/find.ts';
import { createToCommand } from '../process/own-command.ts';

type Folders = Pick<Config, 'dataDir' | 'database'>;

/** Other errors than those of the configuration or the disk are returned unchanged. */
export function toStartError(error: unknown, input: Parameters<typeof createToCommand>[0]): unknown {
  if (error instanceof NewerDatabase)
    return new StartError(error.toSentence(createToCommand(input)), { cause: error });
  if (error instanceof StartError) return error;
  if (input.config.database.postgres !== undefined && isUnavailable(error))
    return new StartError(
      `PostgreSQL stopped responding (${explainConnection(error)}). Start again when it runs`,
      {
        cause: error,
      },
    );
  const sentence = error instanceof Problem ? describe(error) : explainDisk(listCodes(error), input.config);
  return sentence === undefined ? toPlainError(error) : new StartError(sentence, { cause: error });
}

/** Returns the messages of invalid values without the names of their fields, which the command line does not have. */
function describe({ message, details }: Problem): string {
  const issues = isRecord(details) && Array.isArray(details.issues) ? details.issues.filter(isRecord) : [];
  return issues.length === 0 ? message : issues.map((issue) => String(issue.message)).join('; ');
}

/** A fault of a path that no command expects, as a sentence; other errors are returned unchanged. */
export function toPlainError(error: unknown): unknown {
  const path = pathOf(error);
  return path === undefined ? error : toPathError(error, { what: 'The path', path, access: 'write' });
}

function explainDisk(codes: readonly string[], config: Folders): string | undefined {
  const file = findDatabaseFile(config);
  const folder = file === undefined ? config.dataDir : dirname(file);
  const isAny = (pattern: RegExp) => codes.some((code) => pattern.test(code));
  // SQLite reports faults of its shared memory and write-ahead log with codes of its own.
  if (isAny(/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_(WRITE|SHM\w*|FSYNC|TRUNCATE))$/))
    return `The disk that holds ${folder} is full; free some space and start again`;
  if (isAny(/^53100$/)) return 'The disk of PostgreSQL is full; free some space and start again';
  if (isAny(/^(EIO|SQLITE_IOERR\w*)$/))
    return `The disk that holds ${folder} cannot be read or written (${codes.join(', ')}); look at it before you start again`;
  return undefined;
}

/** Codes of an error and of its causes. */
function listCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const all = error instanceof AggregateError ? error.errors.flatMap(listCodes) : [];
  return [...code, ...all, ...listCodes(error.cause)];
}
