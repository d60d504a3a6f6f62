// Locates the package document: META-INF/container.xml (OCF 3) and the OPF that it names, or the only OPF.
import { isJunk } from '../archive/pages.ts';
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { resolveHref } from '../opf/href.ts';
import { parseOpf } from '../opf/parse.ts';
import type { Opf } from '../opf/types.ts';
import { attribute, descendants, parseXml } from '../xml/tree.ts';
import type { EpubArchive, EpubEntry, FindEntry } from './archive.ts';
import { createFinder, orNothing, orUnreadable } from './archive.ts';

const containerName = 'META-INF/container.xml';
const packageType = 'application/oebps-package+xml';
const maxRootfiles = 100;
/** Package documents that are compared. */
const maxPackages = 10;

export interface EpubPackage {
  /** Paths that the container names, as written. The first that exists is read. */
  rootfiles: string[];
  /** Entry name of the package document. */
  opfName: string;
  opf: Opf;
  find: FindEntry;
  /** Errors of documents that were read after repairs. */
  faults: FormatError[];
}

/**
 * Reads the package of an EPUB, which is sufficient for the metadata even if the book cannot be opened. If the
 * container is missing or names no existing file, the only `.opf` of the archive
 * is the package, or the only one whose reading order exists. Throws
 * FormatError `parser` if container or package are missing, `metadata` if the package is malformed.
 */
export function readEpubPackage(archive: EpubArchive, limits: Limits): EpubPackage {
  const find = createFinder(archive);
  const faults: FormatError[] = [];
  const { rootfiles, entry } = findPackage(archive, find, limits, faults);
  const onRepair = createRepairLog(faults, entry.name);
  const bytes = archive.read(entry, limits.maxDocumentBytes);
  const opf = parseOpf(bytes, limits, { name: entry.name, onRepair });
  return { rootfiles, opfName: entry.name, opf, find, faults };
}

/** Returns a function that records the error of a repaired document, with the name of its entry. */
export const createRepairLog =
  (faults: FormatError[], entry: string) =>
  ({ message, reason, cause }: FormatError): void => {
    faults.push(new FormatError('metadata', message, { entry, cause, ...(reason && { reason }) }));
  };

function findPackage(
  archive: EpubArchive,
  find: FindEntry,
  limits: Limits,
  faults: FormatError[],
): { rootfiles: string[]; entry: EpubEntry } {
  const only = (): EpubEntry | undefined => {
    const packages = archive.entries.filter(({ name }) => /\.opf$/i.test(name) && !isJunk(name));
    return packages.length > 1 ? findComplete(archive, packages, find, limits) : packages[0];
  };
  let rootfiles: string[];
  try {
    rootfiles = readRootfiles(archive, find, limits, faults);
  } catch (error) {
    // Documents that define entities or exceed limits are hostile, not damaged.
    const isDamaged =
      error instanceof FormatError && (error.reason === 'missing_container' || error.reason === 'malformed');
    const entry = isDamaged ? only() : undefined;
    if (entry === undefined) throw error;
    return { rootfiles: [], entry };
  }
  const entry = rootfiles.flatMap((path) => findRootfile(path, find) ?? [])[0] ?? only();
  if (entry === undefined) {
    throw new FormatError('parser', 'The package document of the EPUB is missing', {
      reason: 'missing_package',
    });
  }
  return { rootfiles, entry };
}

/** Returns the only package document whose reading order exists in the archive. */
function findComplete(
  archive: EpubArchive,
  packages: readonly EpubEntry[],
  find: FindEntry,
  limits: Limits,
): EpubEntry | undefined {
  const complete = packages.slice(0, maxPackages).filter((entry) => {
    const opf = orNothing(() =>
      parseOpf(archive.read(entry, limits.maxDocumentBytes), limits, { name: entry.name, onRepair() {} }),
    );
    const spine = opf?.spine ?? [];
    return spine.length > 0 && spine.every(({ item }) => item !== undefined && find(item) !== undefined);
  });
  return complete.length === 1 ? complete[0] : undefined;
}

function findRootfile(path: string, find: FindEntry): EpubEntry | undefined {
  const target = resolveHref(path, '');
  return target === undefined || target.name === '' ? undefined : find(target);
}

/** Returns the paths of the container. Paths declared as package documents come first. */
export function readRootfiles(
  archive: EpubArchive,
  find: FindEntry,
  limits: Limits,
  faults: FormatError[] = [],
): string[] {
  const entry = find({ name: containerName });
  if (entry === undefined) {
    throw new FormatError('parser', 'The EPUB has no container document', { reason: 'missing_container' });
  }
  const root = orUnreadable(containerName, () =>
    parseXml(archive.read(entry, limits.maxDocumentBytes), limits, {
      onRepair: createRepairLog(faults, containerName),
    }),
  );
  const rootfiles = descendants(root, 'rootfile').slice(0, maxRootfiles);
  const isPackage = rootfiles.map((rootfile) => attribute(rootfile, 'media-type')?.trim() === packageType);
  const ordered = [...rootfiles.filter((_, i) => isPackage[i]), ...rootfiles.filter((_, i) => !isPackage[i])];
  return ordered.flatMap((rootfile) => attribute(rootfile, 'full-path')?.trim() || []);
}
