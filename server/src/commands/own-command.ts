// Commands that people copy: they work literally, from any folder, for the way in which this program was started, and
// for the data that it uses.
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HowStarted, readHowStarted } from '#infrastructure/config/environment.ts';
import { packagesFolder, programFolder } from '#infrastructure/program-files.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';
import type { CommandInput } from './environment.ts';

type Input = Pick<CommandInput, 'config' | 'configFile' | 'sources' | 'started'>;

/** For commands that use the data of this configuration. Words like `<file>` are placeholders. */
export function createToCommand({ config, configFile, sources, started }: Input) {
  const flags = [
    ...(configFile === undefined ? [] : ['--config', configFile]),
    ...(sources.get('data_dir')?.kind === 'file' ? [] : ['--data-dir', config.dataDir]),
  ];
  const { host, port } = config.server;
  // The address of a server, when it does not come from the configuration file or the defaults.
  const isGiven = (key: string) => ['flag', 'variable'].includes(sources.get(key)?.kind ?? '');
  const address = [
    ...(isGiven('server.host') ? ['--host', host] : []),
    ...(isGiven('server.port') ? ['--port', String(port)] : []),
  ];
  const { sqlite } = config.database;
  const isVariable = sources.get('database.sqlite')?.kind === 'variable' && sqlite !== undefined;
  const variable = isVariable ? `env LECTERN_DATABASE_SQLITE=${quoteForShell(sqlite)} ` : '';
  const account = started.service === undefined ? '' : `sudo -u ${quoteForShell(started.service.user)} `;
  return (words: readonly string[]): string => {
    const all = [...words, ...flags, ...(words[0] === 'serve' ? address : [])];
    return `${account}${variable}${findProgram(started)} ${all.map(quote).join(' ')}`;
  };
}

/** The usage of a command, with placeholders and without this installation's data. */
export const toUsage = (words: string): string => `Usage: ${findProgram(readHowStarted())} ${words}`;

const quote = (word: string): string => (/^<.+>$/.test(word) ? word : quoteForShell(word));

const root = fileURLToPath(programFolder);

/** Returns the shortest command that starts the program in every folder. */
export function findProgram({ npmScript, searchPath, node, main }: HowStarted, folder = root): string {
  const home = folder.replace(/[\\/]$/, '');
  if (npmScript?.event === 'start' && isSame(npmScript.folder, home))
    return `npm --prefix ${quoteForShell(home)} start --`;
  const own = process.platform === 'win32' ? 'lectern.cmd' : 'lectern';
  for (const place of searchPath.split(delimiter)) {
    const target = toReal(join(place, own));
    // The entry point of the image starts the program in its folder.
    if (target !== undefined && (target.startsWith(home + sep) || target.endsWith('/lectern-entrypoint')))
      return 'lectern';
  }
  const launchers = [join(home, own), join(fileURLToPath(packagesFolder), '.bin', own)];
  const launcher = launchers.find((file) => toReal(file)?.startsWith(home + sep));
  return quoteForShell(launcher ?? node) + (launcher === undefined ? ` ${quoteForShell(main)}` : '');
}

function toReal(file: string): string | undefined {
  try {
    return existsSync(file) ? realpathSync(file) : undefined;
  } catch {
    return undefined;
  }
}

const isSame = (one: string, other: string): boolean => toReal(one) === toReal(other);
