// Refuses an archive in volumes of which one is missing.
import { FormatError } from '../../../error.ts';
import { type FileSource, toFileName } from '../../../source.ts';
import { findMissingName, listNextNames } from './names.ts';
import { isVolumeSource } from './source.ts';

/** Names the missing volume if file names reveal it. Throws FormatError `parser`. */
export function refuseIncomplete(source: FileSource): void {
  const volumes = isVolumeSource(source) ? source.volumes : [];
  const last = volumes.at(-1)?.name;
  const next = last === undefined ? undefined : listNextNames(last, volumes[0]?.name)[0];
  const missing = last === undefined ? findMissingName(toFileName(source.path)) : next;
  if (missing === undefined) return;
  throw new FormatError('parser', `The volume ${missing} of the archive is missing`, {
    entry: missing,
    reason: 'missing_volume',
  });
}
