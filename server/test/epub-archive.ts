// Archives in memory for the EPUB reader, which knows archives by an interface only.

import type { EpubArchive } from '@lectern/formats/epub/archive';
import { FormatError } from '@lectern/formats/error';

/** An archive of these files, in this order. Nothing is packed: a file takes as many bytes as it has. */
export function memoryArchive(
  files: Iterable<readonly [name: string, content: string | Uint8Array]>,
): EpubArchive {
  const contents = [...files].map(([name, content]) => [name, Buffer.from(content)] as const);
  const entries = contents.map(([name, { length }]) => ({ name, sizeBytes: length, packedBytes: length }));
  return {
    entries,
    read(entry, maxBytes) {
      const content = contents[entries.indexOf(entry)]?.[1];
      if (content === undefined) throw new Error(`not an entry of this archive: ${entry.name}`);
      if (content.length > maxBytes) throw new FormatError('parser', 'Too large', { reason: 'too_large' });
      return content;
    },
  };
}
