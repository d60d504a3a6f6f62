// Locates the package document: META-INF/container.xml (OCF 3) and the OPF that it names.
import { FormatError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { resolveHref } from '../opf/href.ts';
import { parseOpf } from '../opf/parse.ts';
import type { Opf } from '../opf/types.ts';
import { attribute, descendants, parseXml } from '../xml/tree.ts';
import type { EpubArchive, FindEntry } from './archive.ts';
import { createFinder, orUnreadable } from './archive.ts';

const containerName = 'META-INF/container.xml';
const packageType = 'application/oebps-package+xml';
const maxRootfiles = 100;

export interface EpubPackage {
  /** Paths that the container names, as written. The first is read. */
  rootfiles: string[];
  /** Entry name of the package document. */
  opfName: string;
  opf: Opf;
  find: FindEntry;
}

/**
 * Reads the package of an EPUB, which is sufficient for the metadata even if the book cannot be opened.
 * Throws FormatError `parser` if container or package are missing, `metadata` if the package is malformed.
 */
export function readEpubPackage(archive: EpubArchive, limits: Limits): EpubPackage {
  const find = createFinder(archive);
  const rootfiles = readRootfiles(archive, find, limits);
  const target = resolveHref(rootfiles[0] ?? '', '');
  const entry = target === undefined || target.name === '' ? undefined : find(target);
  if (entry === undefined) {
    throw new FormatError('parser', 'The package document of the EPUB is missing', {
      reason: 'missing_package',
    });
  }
  const opf = parseOpf(archive.read(entry, limits.maxDocumentBytes), limits, entry.name);
  return { rootfiles, opfName: entry.name, opf, find };
}

/** Returns the paths of the container. Paths declared as package documents come first. */
export function readRootfiles(archive: EpubArchive, find: FindEntry, limits: Limits): string[] {
  const entry = find({ name: containerName });
  if (entry === undefined) {
    throw new FormatError('parser', 'The EPUB has no container document', { reason: 'missing_container' });
  }
  const root = orUnreadable(containerName, () =>
    parseXml(archive.read(entry, limits.maxDocumentBytes), limits),
  );
  const rootfiles = descendants(root, 'rootfile').slice(0, maxRootfiles);
  const isPackage = rootfiles.map((rootfile) => attribute(rootfile, 'media-type')?.trim() === packageType);
  const ordered = [...rootfiles.filter((_, i) => isPackage[i]), ...rootfiles.filter((_, i) => !isPackage[i])];
  return ordered.flatMap((rootfile) => attribute(rootfile, 'full-path')?.trim() || []);
}
