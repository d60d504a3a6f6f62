// `lectern export <folder>`: everything that people have made, as files that anybody can read; also while a server runs.
import { resolve } from 'node:path';
import { exportTo } from '#features/export/index.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import { StartError } from '#infrastructure/errors.ts';
import { toStartError } from './output/start-error.ts';
import { readInput } from './process/environment.ts';
import { toUsage } from './process/own-command.ts';

export async function runExport(flags: Flags): Promise<void> {
  const [given, ...more] = flags.rest;
  if (given === undefined || more.length > 0)
    throw new StartError(toUsage('export <folder>: a new folder for the export'));
  const input = readInput(flags);
  const { config, cwd } = input;
  const folder = resolve(cwd, given);
  const counts = await exportTo(folder, config, { secrets: !flags.withoutSecrets }).catch(
    (error: unknown) => {
      throw toStartError(error, input);
    },
  );
  const lines = Object.entries(counts).map(([name, count]) => `  ${name.replaceAll('-', ' ')}: ${count}`);
  process.stdout.write(`Exported to ${folder}. Books are not in it.\n${lines.join('\n')}\n`);
  if (flags.withoutSecrets) return;
  process.stdout.write(
    'It holds hashes of passwords and API keys: keep it to yourself, or export with --without-secrets.\n',
  );
}
