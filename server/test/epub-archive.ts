// In-memory archives for the EPUB reader, which accesses archives through an interface.

import type { EpubArchive } from '@lectern/formats/epub/archive';
import { FormatError } from '@lectern/formats/error';

/** Creates an archive with these files in this order, without compression. */
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
