// Parses the command line and runs a command.

import { type Flags, readFlags } from '#infrastructure/config/flags.ts';
import { StartError } from '#infrastructure/errors.ts';
import { version } from '#infrastructure/version.ts';
import { runBackup } from './backup.ts';
import { runConfig } from './config.ts';
import { runDoctor } from './doctor.ts';
import { runExport } from './export.ts';
import { runImport } from './import.ts';
import { printHelp } from './output/help.ts';
import { toPlainError } from './output/start-error.ts';
import { toJsonLine } from './output/terminal.ts';
import { readLogFormat } from './process/environment.ts';
import { runRestore } from './restore.ts';
import { serve } from './serve.ts';
import { runUser } from './user.ts';
import { work } from './worker.ts';

async function run(flags: Flags): Promise<void> {
  if (flags.version || flags.command === 'version') return void process.stdout.write(`Lectern ${version}\n`);
  if (flags.help || flags.command === 'help') return printHelp();
  switch (flags.command) {
    case 'worker':
      return work(flags);
    case 'config':
      return runConfig(flags);
    case 'health':
      return void (await import('./health.ts'));
    case 'backup':
      return runBackup(flags);
    case 'restore':
      return runRestore(flags);
    case 'import':
      return runImport(flags);
    case 'export':
      return runExport(flags);
    case 'user':
      return runUser(flags);
    case 'doctor':
      return runDoctor(flags);
    default:
      return serve(flags);
  }
}

// The reader of the output has ended (`| head`, a closed terminal): the server goes on.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

/** The output of these is collected as a log. */
const services: readonly string[] = ['serve', 'worker'];

let flags: Flags | undefined;
try {
  flags = readFlags(process.argv.slice(2));
  await run(flags);
} catch (cause) {
  const error = cause instanceof StartError ? cause : toPlainError(cause);
  if (!(error instanceof StartError)) throw error;
  const isJson = services.includes(flags?.command ?? 'serve') && readLogFormat(flags) === 'json';
  process.stderr.write(isJson ? toJsonLine('fatal', error.message) : `${error.message}\n`);
  process.exit(1);
}
