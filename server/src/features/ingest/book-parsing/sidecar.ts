// Reads metadata from the sidecar files of a book: ComicInfo and MetronInfo (XML), and OPF documents of calibre.

import { toEmbeddedMetadata as fromComicInfo } from '@lectern/formats/comic-info/embedded';
import { parseComicInfo } from '@lectern/formats/comic-info/parse';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import type { EmbeddedMetadata } from '@lectern/formats/metadata';
import { parseMetronInfo } from '@lectern/formats/metron-info/parse';
import { toEmbeddedMetadata as fromOpf } from '@lectern/formats/opf/embedded';
import { parseOpf } from '@lectern/formats/opf/parse';
import { openFileSource } from '@lectern/formats/source';
import type { OnRepair } from '@lectern/formats/xml/recover';
import { joinNames, toNativePath } from '#infrastructure/files/names.ts';
import type { FileToRead } from './reading.ts';

export interface SidecarReading {
  /** Null if none of them contains metadata. */
  metadata: EmbeddedMetadata | null;
  faults: FormatError[];
}

/** The first sidecar takes precedence. Missing ones are ignored; an invalid or repaired one is an error of the book. */
export function readSidecars({ root, relativePath, sidecars = [] }: FileToRead): SidecarReading {
  const folder = relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')));
  const faults: FormatError[] = [];
  let metadata: EmbeddedMetadata | undefined;
  for (const name of sidecars) {
    const record = (error: FormatError): void =>
      void faults.push(new FormatError('metadata', `${name}: ${error.message}`, { cause: error }));
    try {
      const stated = readOne(toNativePath(root, joinNames(folder, name)), name, record);
      if (stated) metadata = { ...stated, ...metadata };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      record(error);
    }
  }
  return { metadata: metadata ?? null, faults };
}

function readOne(path: string | Buffer, name: string, onRepair: OnRepair): EmbeddedMetadata | undefined {
  let source: ReturnType<typeof openFileSource>;
  try {
    source = openFileSource(path);
  } catch {
    return undefined;
  }
  try {
    if (source.size > defaultLimits.maxDocumentBytes)
      throw new FormatError('metadata', 'The sidecar file is too large', { reason: 'too_large' });
    const bytes = source.read(0, source.size);
    return /\.opf$/i.test(name)
      ? fromOpf(parseOpf(bytes, defaultLimits, { onRepair }))
      : readXml(bytes, onRepair);
  } finally {
    source.close();
  }
}

/** Undefined for other XML. */
function readXml(bytes: Uint8Array, onRepair: OnRepair): EmbeddedMetadata | undefined {
  const repairs: FormatError[] = [];
  const info = parseComicInfo(bytes, defaultLimits, (fault) => void repairs.push(fault));
  if (!info) return parseMetronInfo(bytes, defaultLimits, onRepair);
  repairs.forEach(onRepair);
  return fromComicInfo(info);
}
