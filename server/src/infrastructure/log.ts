// Structured logs on standard error: one JSON line each, or readable lines where a person looks at a terminal or it is
// so configured. Secrets are cut out by their names, and those of the configuration wherever they appear.
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '#infrastructure/config/schema.ts';
import { createSecretMask } from '#infrastructure/config/secrets.ts';

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
export function createLog(
  { log, ...config }: Pick<Config, 'log'> & Partial<Pick<Config, 'auth' | 'database'>>,
  destination?: DestinationStream,
): Log {
  const output = masked(destination ?? openStandardError(), createSecretMask(config));
  const isTerminal = destination === undefined && process.stderr.isTTY === true;
  const isReadable = log.format === 'pretty' || (log.format === 'auto' && isTerminal);
  return pino(
    {
      level: log.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '***' },
    },
    isReadable ? readable(output, isTerminal) : output,
  );
}

/** Errors of drivers quote what they were given: secrets go from each line, wherever they stand in it. */
const masked = (output: DestinationStream, mask: (line: string) => string): DestinationStream => ({
  write: (line) => output.write(mask(line)),
});

function openStandardError(): DestinationStream {
  const output = pino.destination({ fd: 2, sync: true });
  // Nobody reads any more; there is nowhere to say so.
  output.on('error', () => {});
  return output;
}

/** Takes a progress bar that stands in the line away; it is drawn anew below. */
const emptyLine = '\r\u001b[K';

/** `12:00:00 info  message key=value`, and below it the stack of an error. */
function readable(output: DestinationStream, isTerminal: boolean): DestinationStream {
  return {
    write(line) {
      const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const fields = Object.entries(rest).map(([key, value]) => ` ${key}=${toReadable(value)}`);
      const begin = `${isTerminal ? emptyLine : ''}${String(time).slice(11, 19)} ${String(level).padEnd(5)}`;
      output.write(`${begin} ${String(msg ?? '')}${fields.join('')}\n${toStack(err)}`);
    },
  };
}

/** Texts with spaces or control characters are quoted: the latter would command a terminal. */
const toReadable = (value: unknown): string =>
  typeof value === 'string' && !/[\s"\p{Cc}\p{Cf}]/u.test(value) ? value : JSON.stringify(value);

function toStack(err: unknown): string {
  const stack = err !== null && typeof err === 'object' && 'stack' in err ? String(err.stack) : '';
  const lines = stack.replace(/[^\P{Cc}\n]/gu, '?').split('\n');
  return stack === '' ? '' : `${lines.map((line) => `         ${line}`).join('\n')}\n`;
}

export const silentLog: Log = pino({ level: 'silent' });
