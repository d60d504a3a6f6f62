// Structured logs: one JSON line each on standard error, or readable lines when so configured. Secrets are cut out
// by their names wherever they appear.
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#kernel/config/schema.ts';

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

/** The log of a process. `destination` is standard error unless a test wants the lines. */
export function createLog({ log }: Pick<Config, 'log'>, destination?: DestinationStream): Log {
  const output = destination ?? pino.destination({ fd: 2, sync: true });
  return pino(
    {
      level: log.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    },
    log.format === 'pretty' ? readable(output) : output,
  );
}

/** `12:00:00 info  message key=value` */
function readable(output: DestinationStream): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const fields = Object.entries(rest).map(
        ([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );
      output.write(
        `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(msg ?? '')}${fields.join('')}\n`,
      );
    },
  };
}

export const silentLog: Log = pino({ level: 'silent' });
