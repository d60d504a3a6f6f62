// `lectern config print`

import type { Flags } from '#kernel/config/flags.ts';
import { printConfig } from '#kernel/config/print.ts';
import { StartError } from '#kernel/errors.ts';
import { readInput } from './environment.ts';

export async function runConfig(flags: Flags): Promise<void> {
  if (flags.rest[0] !== 'print') throw new StartError('Say `lectern config print`');
  process.stdout.write(printConfig(readInput(flags).config));
}
