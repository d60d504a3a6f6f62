// `lectern doctor`: examines the server's surroundings, and ends with 1 when there is a problem.

import { examine, type Finding } from '#features/system/doctor/index.ts';
import type { Flags } from '#infrastructure/config/flags.ts';
import { StartError } from '#infrastructure/errors.ts';
import { countOf } from './output/counts.ts';
import { toShownName } from './output/terminal.ts';
import { checkRequiredConfinement } from './process/confinement.ts';
import { readInput } from './process/environment.ts';
import { createToCommand, toUsage } from './process/own-command.ts';

export async function runDoctor(flags: Flags): Promise<void> {
  if (flags.rest.length > 0) throw new StartError(toUsage('doctor'));
  const input = readInput(flags);
  const { config, timeZone, account } = input;
  const counts = { ok: 0, warning: 0, problem: 0 };
  const print = (finding: Finding) => {
    counts[finding.state]++;
    process.stdout.write(describeFinding(finding));
  };
  for await (const finding of examine(config, { timeZone, account, toCommand: createToCommand(input) }))
    print(finding);
  for (const finding of await checkRequiredConfinement(config)) print(finding);
  process.stdout.write(`\n${countOf(counts.problem, 'problem')}, ${countOf(counts.warning, 'warning')}\n`);
  if (counts.problem > 0) process.exitCode = 1;
}

/** Lines of a finding. Names of folders and libraries are untrusted. */
export const describeFinding = ({ state, message, remedy }: Finding): string =>
  [`${state.padEnd(8)} ${message}`, ...(remedy === undefined ? [] : [`         ${remedy}`])]
    .map((line) => `${toShownName(line)}\n`)
    .join('');
