// Refuses an archive in volumes of which one is missing.
import { FormatError } from '../../../error.ts';
import { type FileSource, toFileName } from '../../../source.ts';
import { findMissingName, listNextNames } from './names.ts';
import { isVolumeSource } from './source.ts';

/** Names the missing volume if file names reveal it. Throws FormatError `parser`. */
export function refuseIncomplete(source: FileSource): void {
  const last = isVolumeSource(source) ? source.volumes.at(-1)?.name : undefined;
  const missing = last === undefined ? findMissingName(toFileName(source.path)) : listNextNames(last)[0];
  if (missing === undefined) return;
  throw new FormatError('parser', `The volume ${missing} of the archive is missing`, {
    entry: missing,
    reason: 'missing_volume',
  });
}
