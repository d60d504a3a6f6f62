// An EpubStructure as bytes for a database column: names repeat in the contents, so it packs to a tenth.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EpubStructure } from './structure.ts';

/** A few hundred bytes for a novel of thirty chapters. */
export function packStructure(structure: EpubStructure): Uint8Array {
  return deflateRawSync(JSON.stringify(structure));
}

/** The structure that `packStructure` packed. Only for bytes that it made: nothing is checked. */
export function unpackStructure(packed: Uint8Array): EpubStructure {
  return JSON.parse(inflateRawSync(packed).toString());
}
