// The metadata.opf that calibre keeps beside a book.
import { FormatError } from '#formats/error.ts';
import { defaultLimits } from '#formats/limits.ts';
import type { EmbeddedMetadata } from '#formats/metadata.ts';
import { toEmbeddedMetadata } from '#formats/opf/embedded.ts';
import { parseOpf } from '#formats/opf/parse.ts';
import { openFileSource } from '#formats/source.ts';
import { toNativePath } from '#kernel/files/names.ts';
import type { FileToRead } from './reading.ts';

const sidecarName = 'metadata.opf';

/** Nothing when there is none or it cannot be opened; a fault when it is broken. */
export function readSidecar({ root, relativePath }: FileToRead): {
  metadata?: EmbeddedMetadata;
  fault?: FormatError;
} {
  const folder = relativePath.slice(0, relativePath.lastIndexOf('/') + 1);
  let source: ReturnType<typeof openFileSource>;
  try {
    source = openFileSource(toNativePath(root, folder + sidecarName));
  } catch {
    return {};
  }
  try {
    if (source.size > defaultLimits.maxDocumentBytes) {
      const fault = new FormatError('metadata', `${sidecarName} is too large`, { reason: 'too_large' });
      return { fault };
    }
    return { metadata: toEmbeddedMetadata(parseOpf(source.read(0, source.size), defaultLimits)) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { fault: new FormatError('metadata', `${sidecarName}: ${error.message}`, { cause: error }) };
  } finally {
    source.close();
  }
}
