// Structured logs on standard error: JSON lines, or readable lines on a terminal or if configured. Secrets are removed
// by their names, and secrets of the configuration wherever they appear.
import { toRecord } from '@lectern/contract/records';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#infrastructure/config/schema.ts';
import { createSecretMask } from '#infrastructure/config/secrets.ts';
import { isUnavailable } from '#infrastructure/database/unavailable.ts';
import { messageOf, Problem, StartError, systemCodeOf } from '#infrastructure/errors.ts';
import type { RecentLog } from '#infrastructure/recent-log.ts';

export type Log = Logger;

const secrets = [
  'password',
  'authorization',
  'cookie',
  'token',
  'accessToken',
  'refreshToken',
  'key',
  'apiKey',
];

/** The log of a process. `destination` is standard error except in tests. `recent` also receives each line as JSON. */
export function createLog(
  { log, ...config }: Pick<Config, 'log'> & Partial<Config>,
  destination?: DestinationStream,
  recent?: RecentLog,
): Log {
  const mask = createSecretMask(config);
  const output = masked(destination ?? openStandardError(), mask);
  const isTerminal = destination === undefined && process.stderr.isTTY === true;
  const isReadable = log.format === 'pretty' || (log.format === 'auto' && isTerminal);
  return pino(
    {
      level: log.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: toLogged },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    },
    remembered(isReadable ? readable(output, isTerminal) : output, (line) => recent?.add(mask(line))),
  );
}

const remembered = (output: DestinationStream, remember: (line: string) => void): DestinationStream => ({
  write(line) {
    remember(line);
    output.write(line);
  },
});

/**
 * Formats an error with its stack. External failures, such as a restarting database, have no stack: it would be the
 * same at each attempt and point to code without a bug.
 */
function toLogged(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!(error instanceof Problem || error instanceof StartError || isUnavailable(error)))
    return pino.stdSerializers.err(error);
  const code = error instanceof Problem ? error.code : systemCodeOf(error);
  return { type: error.name, message: toMessage(error), ...(code !== undefined && { code }) };
}

function toMessage(error: Error): string {
  // The sentence for the operator names paths that callers of the API may not see.
  if (error instanceof Problem && error.cause instanceof StartError) return error.cause.message;
  // Connecting to a host with several addresses fails with an error for each, and without a message.
  return error.message === '' && error instanceof AggregateError
    ? error.errors.map(messageOf).join('; ')
    : error.message;
}

/** Errors of drivers quote their input, so secrets are removed from the whole line. */
const masked = (output: DestinationStream, mask: (line: string) => string): DestinationStream => ({
  write: (line) => output.write(mask(line)),
});

function openStandardError(): DestinationStream {
  const output = pino.destination({ fd: 2, sync: true });
  // The reader of standard error is gone.
  output.on('error', () => {});
  return output;
}

/** Clears a progress bar in the current line; it is drawn again below. */
const emptyLine = '\r\u001b[K';

/** `12:00:00 info  message key=value`, followed by the stack of an error, or its message if it has no stack. */
function readable(output: DestinationStream, isTerminal: boolean): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, err, ...rest } = toRecord(JSON.parse(line));
      const fields = Object.entries(rest).map(([key, value]) => ` ${key}=${toReadable(value)}`);
      const begin = `${isTerminal ? emptyLine : ''}${String(time).slice(11, 19)} ${String(level).padEnd(5)}`;
      output.write(`${begin} ${String(msg ?? '')}${fields.join('')}\n${toStack(err)}`);
    },
  };
}

/** Quotes texts with spaces or control characters, because a terminal would execute the latter. */
const toReadable = (value: unknown): string =>
  typeof value === 'string' && !/[\s"\p{Cc}\p{Cf}]/u.test(value) ? value : JSON.stringify(value);

function toStack(err: unknown): string {
  const { stack: found, message = '' } = toRecord(err);
  const stack = String(found ?? message);
  const lines = stack.replace(/[^\P{Cc}\n]/gu, '?').split('\n');
  return stack === '' ? '' : `${lines.map((line) => `         ${line}`).join('\n')}\n`;
}

export const silentLog: Log = pino({ level: 'silent' });
