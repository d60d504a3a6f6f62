// The account that runs the program.
import type { Account } from '#infrastructure/config/environment.ts';
import { toGuide } from '#infrastructure/program-files.ts';
import { type Finding, warning } from './finding.ts';

/** In a container, root has only the files and rights that the container has. */
export function checkAccount({ uid, isInContainer }: Account): Finding[] {
  if (uid !== 0 || isInContainer) return [];
  return [
    warning(
      'Lectern runs as root: a fault in it gives access to the whole machine.',
      `Run it as a separate account that owns the data folder: ${toGuide('guides/install.md')}.`,
    ),
  ];
}
