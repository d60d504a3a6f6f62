// The account that runs the program.
import type { Account } from '#infrastructure/config/environment.ts';
import { toGuide } from '#infrastructure/program-files.ts';
import { type Finding, warning } from './finding.ts';

/** In a container, root only has the files and privileges of the container. */
export function checkAccount({ uid, isInContainer }: Account): Finding[] {
  if (uid !== 0 || isInContainer) return [];
  return [
    warning(
      'Lectern runs as root, so that a security bug gives access to the whole machine.',
      `Run it as a separate account that owns the data folder: ${toGuide('guides/install.md')}.`,
    ),
  ];
}
