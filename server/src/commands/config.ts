// `lectern config print`

import type { Flags } from '#infrastructure/config/flags.ts';
import { printConfig } from '#infrastructure/config/print.ts';
import { StartError } from '#infrastructure/errors.ts';
import { readInput } from './environment.ts';

export async function runConfig(flags: Flags): Promise<void> {
  if (flags.rest[0] !== 'print') throw new StartError('Say `lectern config print`');
  process.stdout.write(printConfig(readInput(flags).config));
}
