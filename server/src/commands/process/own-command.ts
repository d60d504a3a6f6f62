// Commands that people copy: they work literally, from any folder, for the way in which this program was started, and
// for the data that it uses.
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HowStarted, readHowStarted } from '#infrastructure/config/environment.ts';
import { configKeys, readKey } from '#infrastructure/config/keys.ts';
import { listSecrets } from '#infrastructure/config/marks.ts';
import { packagesFolder, programFolder } from '#infrastructure/program-files.ts';
import { quoteForShell } from '#infrastructure/text/shell-quote.ts';
import type { CommandInput } from './environment.ts';

type Input = Pick<CommandInput, 'config' | 'configFile' | 'cwd' | 'environment' | 'sources' | 'started'>;

/** For commands that use the data of this configuration. Words like `<file>` are placeholders. No secret is shown. */
export function createToCommand(input: Input) {
  const { config, configFile, sources, started } = input;
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
  const { settings, secrets } = listVariables(input);
  return (words: readonly string[]): string => {
    const [command = ''] = words;
    const all = [...words, ...flags, ...(command === 'serve' ? address : [])];
    // Restoring uses the files of the data folder and the database only.
    const passed = command === 'restore' ? [] : secrets;
    return [
      // The shell refuses the command when it does not have the variable.
      ...passed.map((name) => `${name}="\${${name}:?}"`),
      ...toAccount(started, passed),
      ...(settings.length > 0 ? ['env', ...settings] : []),
      findProgram(started),
      ...all.map(quote),
    ].join(' ');
  };
}

function toAccount({ service }: HowStarted, passed: readonly string[]): string[] {
  if (service === undefined) return [];
  const kept = passed.length > 0 ? [`--preserve-env=${passed.join(',')}`] : [];
  return ['sudo', ...kept, '-u', quoteForShell(service.user)];
}

/** Keys that flags of the command set. */
const ofFlags: readonly string[] = ['data_dir', 'server.host', 'server.port'];

/** Variables that configure this process: assignments of settings, and names of variables with secrets. */
function listVariables({ config, cwd, environment, sources }: Input) {
  const settings: string[] = [];
  const secrets: string[] = [];
  const add = (name: string, value: string) => settings.push(`${name}=${quoteForShell(value)}`);
  for (const { path, variable, mark } of configKeys) {
    const key = path.join('.');
    const source = sources.get(key);
    if (source?.kind !== 'variable' || ofFlags.includes(key)) continue;
    const value = environment[source.name] ?? '';
    if (source.name !== variable) add(source.name, resolve(cwd, value));
    else if (mark?.kind === 'path') add(variable, [readKey(config, path)].flat().join(','));
    else if (listSecrets(readKey(config, path), mark).length > 0) secrets.push(variable);
    else add(variable, value);
  }
  return { settings, secrets };
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
