// The command line of every command: `lectern <command> [flags]`.

import { parseArgs } from 'node:util';
import { isKeyOf } from '@lectern/contract/records';
import { StartError } from '#infrastructure/errors.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';
import { findNearest } from './nearest.ts';

export interface Flags {
  command: string;
  /** Arguments after the command that are not flags. */
  rest: string[];
  libraries: string[];
  host?: string | undefined;
  port?: string | undefined;
  dataDir?: string | undefined;
  config?: string | undefined;
  /** `--no-tasks`: serve HTTP only. */
  noTasks: boolean;
  /** `--setup`: the first administrator is created in the browser. */
  setup: boolean;
  /** `--new-secret`: this server's secret replaces the former secret of the database. */
  newSecret: boolean;
  /** `--map`: folders of another server and the corresponding local ones. */
  maps: string[];
  /** `--dry-run`: print the planned changes without making them. */
  dryRun: boolean;
  /** `--yes`: do not ask. */
  yes: boolean;
  /** `--without-secrets`: no hashes of passwords and API keys in an export. */
  withoutSecrets: boolean;
  help: boolean;
  version: boolean;
}

const commands = [
  'serve',
  'worker',
  'backup',
  'restore',
  'import',
  'export',
  'user',
  'config',
  'doctor',
  'health',
  'help',
  'version',
] as const;

type Command = (typeof commands)[number];

/** Commands without arguments. The other commands check their arguments. */
const withoutArguments: readonly Command[] = ['serve', 'worker', 'health', 'version', 'help'];

export const options = {
  library: { type: 'string', multiple: true },
  host: { type: 'string' },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  config: { type: 'string' },
  'no-tasks': { type: 'boolean' },
  setup: { type: 'boolean' },
  'new-secret': { type: 'boolean' },
  map: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  'without-secrets': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** Flags that only some commands read. A command that ignored them would do something else than its user expects. */
const commandsOf: Partial<Record<keyof typeof options, readonly Command[]>> = {
  library: ['serve'],
  'no-tasks': ['serve'],
  setup: ['serve'],
  'new-secret': ['serve', 'worker'],
  map: ['import'],
  'dry-run': ['import'],
  yes: ['import'],
  'without-secrets': ['export'],
};

/**
 * Parses the command line. The default command is `serve`. Throws StartError for unknown and misplaced words, with the
 * nearest flag or command.
 */
export function readFlags(args: readonly string[]): Flags {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!isKeyOf(options, token.name)) throw unknownFlag(token.rawName);
    const needsValue = options[token.name].type === 'string';
    if (needsValue && !token.value) throw new StartError(`${token.rawName} needs a value`);
    if (!needsValue && token.value !== undefined) throw new StartError(`${token.rawName} takes no value`);
  }
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false });
  const [command = 'serve', ...rest] = positionals;
  if (!isCommand(command)) throw unknownCommand(command);
  if (values.help !== true && values.version !== true) refuseMisplaced(command, rest, Object.keys(values));
  const texts = (value: unknown) => (Array.isArray(value) ? value.filter((v) => typeof v === 'string') : []);
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    command,
    rest,
    libraries: texts(values.library),
    host: text(values.host),
    port: text(values.port),
    dataDir: text(values['data-dir']),
    config: text(values.config),
    noTasks: values['no-tasks'] === true,
    setup: values.setup === true,
    newSecret: values['new-secret'] === true,
    maps: texts(values.map),
    dryRun: values['dry-run'] === true,
    yes: values.yes === true,
    withoutSecrets: values['without-secrets'] === true,
    help: values.help === true,
    version: values.version === true,
  };
}

const isCommand = (word: string): word is Command => commands.some((known) => known === word);

function refuseMisplaced(command: Command, rest: readonly string[], names: readonly string[]): void {
  const [word] = rest;
  if (word !== undefined && withoutArguments.includes(command))
    throw new StartError(`Unexpected argument "${word}" after ${command}${hintAtLibrary(word)}`);
  for (const name of names) {
    const owners = isKeyOf(options, name) ? commandsOf[name] : undefined;
    if (owners !== undefined && !owners.includes(command))
      throw new StartError(`--${name} is a flag of ${owners.join(' and ')}, not of ${command}`);
  }
}

/** Users often give folders of books without the flag. */
const hintAtLibrary = (word: string): string =>
  /[\\/]/.test(word) ? `; did you mean --library ${quoteForShell(word)}?` : '';

function unknownFlag(name: string): StartError {
  const nearest = findNearest(
    name,
    Object.keys(options).map((option) => `--${option}`),
  );
  return new StartError(`Unknown flag ${name}${nearest ? `; did you mean ${nearest}?` : ''}`);
}

function unknownCommand(name: string): StartError {
  const nearest = findNearest(name, commands);
  const hint = nearest ? `; did you mean ${nearest}?` : hintAtLibrary(name);
  return new StartError(`Unknown command "${name}"${hint} (commands: ${commands.join(', ')})`);
}
