// `lectern config print` and `lectern config check`

import { checkConfiguration, checkStart, type Finding } from '#features/system/doctor/index.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import { printConfig } from '#infrastructure/config/print.ts';
import { StartError } from '#infrastructure/errors.ts';
import { describeFinding } from './doctor.ts';
import { checkRequiredConfinement } from './process/confinement.ts';
import { readInput } from './process/environment.ts';
import { toUsage } from './process/own-command.ts';

export async function runConfig(flags: Flags): Promise<void> {
  switch (flags.rest.length === 1 && flags.rest[0]) {
    case 'print':
      return void process.stdout.write(printConfig(readInput(flags)));
    case 'check':
      return checkConfig(flags);
    default:
      throw new StartError(toUsage('config check, or config print'));
  }
}

/**
 * Prints whether `serve` starts. The schema and the rules between keys are errors of every command. Faults with which the
 * server starts are warnings, as in its log.
 */
async function checkConfig(flags: Flags): Promise<void> {
  const { config, timeZone } = readInput(flags);
  const faults = [...(await checkStart(config)), ...(await checkRequiredConfinement(config))];
  const others = await checkConfiguration(config, { timeZone });
  const warnings = others.map(
    (finding): Finding => (finding.state === 'problem' ? { ...finding, state: 'warning' } : finding),
  );
  for (const finding of [...faults, ...warnings]) process.stdout.write(describeFinding(finding));
  if (faults.length > 0) process.exitCode = 1;
  else process.stdout.write('The configuration is valid.\n');
}
