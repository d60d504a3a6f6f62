// Names of the volumes of a RAR archive: `Book.part1.rar`, `Book.part2.rar` …, or in the old scheme
// `Book.rar`, `Book.r00` … `Book.r99`, `Book.s00` …. Comics also use `.cbr` instead of `.rar`. Without "part", only a
// first volume with the number 0 is recognized (`Book.000.rar`), because such numbers are usually those of issues.

/** More than the archive of any book has. */
export const maxVolumes = 1_000;

interface Part {
  /** The part before the number. */
  before: string;
  digits: string;
  number: number;
  extension: string;
}

/** Parses the name of a volume in the new scheme. Returns undefined for any other name. */
export function findPart(name: string): Part | undefined {
  return splitNumber(/\.part(\d{1,5})\.(rar|cbr)$/i.exec(name)) ?? splitNumber(zeroBased.exec(name));
}

const zeroBased = /\.(000)\.(rar|cbr)$/i;
const numbered = /\.(\d{3})\.(rar|cbr)$/i;

/** Whether the volumes after this one have names such as `Book.001.rar`. */
export const isZeroBased = (first: string): boolean => zeroBased.test(first);

function splitNumber(match: RegExpExecArray | null): Part | undefined {
  const [, digits = '', extension = ''] = match ?? [];
  if (!match) return undefined;
  const before = match.input.slice(0, match.input.length - extension.length - 1 - digits.length);
  return { before, digits, number: Number(digits), extension };
}

/** Returns possible names of the volume after `name`, the likeliest first. Empty for other names. */
export function listNextNames(name: string, first = name): string[] {
  const part = isZeroBased(first) ? splitNumber(numbered.exec(name)) : findPart(name);
  if (part) {
    const digits = String(part.number + 1).padStart(part.digits.length, '0');
    const extensions = [...new Set([part.extension, 'rar', 'cbr'])];
    return extensions.map((extension) => `${part.before}${digits}.${extension}`);
  }
  const stem = name.slice(0, name.lastIndexOf('.') + 1);
  const extension = name.slice(stem.length);
  if (/^(?:rar|cbr)$/i.test(extension)) {
    const isUpper = extension === extension.toUpperCase();
    return isUpper ? [`${stem}R00`, `${stem}r00`] : [`${stem}r00`, `${stem}R00`];
  }
  const next = findNextOld(extension);
  return next === undefined ? [] : [`${stem}${next}`];
}

/** "r00" → "r01", "r99" → "s00". */
function findNextOld(extension: string): string | undefined {
  if (!/^[r-y]\d\d$|^z(?:\d[0-8]|[0-8]9)$/i.test(extension)) return undefined;
  const number = Number(extension.slice(1)) + 1;
  if (number < 100) return `${extension[0]}${String(number).padStart(2, '0')}`;
  return `${String.fromCharCode(extension.charCodeAt(0) + 1)}00`;
}

/** Whether a name is `Book.r00` and so on. Such a file is unreadable without the first volume. */
export const isOldVolumeName = (name: string): boolean => /\.[r-z]\d\d$/i.test(name);

/** Returns a volume and its existing successors. */
export function listVolumeNames(first: string, has: (name: string) => boolean): string[] {
  const names = [first];
  for (let name: string | undefined = first; names.length < maxVolumes; ) {
    name = listNextNames(name, first).find(has);
    if (name === undefined) break;
    names.push(name);
  }
  return names;
}

/** Returns the name of the missing volume: the first if `name` is a later volume, otherwise the next. */
export function findMissingName(name: string): string | undefined {
  const part = findPart(name);
  if (part && part.number > 1)
    return `${part.before}${'1'.padStart(part.digits.length, '0')}.${part.extension}`;
  return listNextNames(name)[0];
}

/** Returns the name of the archive without the volume number. */
export function toArchiveName(name: string): string {
  const part = findPart(name);
  return part ? `${part.before.replace(/\.(?:part)?$/i, '')}.${part.extension}` : name;
}
