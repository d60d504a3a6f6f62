// Methods of 7z archives (Methods.txt of the LZMA SDK), and the memory that each needs for unpacking.
import { u32le } from '../../bytes.ts';

export interface Coder {
  /** Hex as in Methods.txt, without blanks. */
  method: string;
  properties: Uint8Array;
  /** Offset of the properties within the definition of the folder. */
  propertiesAt: number;
  inputs: number;
  outputs: number;
}

export const methods = { copy: '00', lzma: '030101', lzma2: '21', ppmd: '030401', aes: '06f10701' };

/** Delta, the branch converters of all processors, deflate, deflate64 and bzip2. */
const filters = ['03', '04', '05', '06', '07', '08', '09', '0a', '0b', '03030103', '0303011b'];
const branches = ['03030205', '03030401', '03030501', '03030701', '03030805'];
const others = ['040108', '040109', '040202'];
const known = new Set([...Object.values(methods), ...filters, ...branches, ...others]);

/** 7-Zip's ultra level uses 64 MiB, or 256 MiB in its newest versions. */
export const maxDictionaryBytes = 256 * 1024 * 1024;
const smallestDictionary = 4096;

export const isKnownMethod = ({ method }: Coder): boolean => known.has(method);

/**
 * Returns the bytes of memory that a method's properties request. All methods except PPMd never need more
 * than their output.
 */
export function findMemory({ method, properties }: Coder, unpackedBytes: number): number {
  if (method === methods.ppmd) return u32le(properties, 1);
  const dictionary = findDictionary({ method, properties });
  return dictionary === undefined ? 0 : Math.min(dictionary, Math.max(unpackedBytes, smallestDictionary));
}

function findDictionary({ method, properties }: Pick<Coder, 'method' | 'properties'>): number | undefined {
  if (method === methods.lzma) return u32le(properties, 1);
  return method === methods.lzma2 ? toLzma2Dictionary(properties[0] ?? 0) : undefined;
}

/** 4 KiB, 6 KiB, 8 KiB and so on to 4 GiB. */
export const toLzma2Dictionary = (code: number): number => (2 | (code & 1)) * 2 ** ((code >> 1) + 11);

/** Returns the properties with the dictionary reduced to what the output needs. */
export function withLeastDictionary(coder: Coder, unpackedBytes: number): Uint8Array {
  const properties = Buffer.from(coder.properties);
  const least = Math.max(unpackedBytes, smallestDictionary);
  if (coder.method === methods.lzma && properties.length >= 5 && u32le(properties, 1) > least)
    properties.writeUInt32LE(least, 1);
  if (coder.method === methods.lzma2)
    while (properties[0] && toLzma2Dictionary(properties[0] - 1) >= least) properties[0]--;
  return properties;
}
