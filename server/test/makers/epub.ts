// Creates EPUBs for tests: a small valid EPUB whose parts can be replaced, removed or extended.
import type { EpubArchive } from '@lectern/formats/epub/archive';
import { memoryArchive } from '../epub-archive.ts';

export interface EpubParts {
  version?: string;
  /** Content of `metadata`. */
  metadata?: string;
  /** Content of `manifest`. Default: the navigation document and two chapters. */
  manifest?: string;
  /** Content of `spine`. */
  spine?: string;
  spineAttributes?: string;
  /** Markup after `spine`. */
  afterSpine?: string;
  /** Additional or replaced files by name. Undefined removes a file. */
  files?: Record<string, string | Uint8Array | undefined>;
}

export const containerXml = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

/** Returns an XHTML page with this body. */
export const page = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>t</title></head><body>${body}</body></html>`;

/** Returns a package document. */
export function packageXml(parts: EpubParts = {}): string {
  return `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${parts.version ?? '3.0'}" unique-identifier="uid">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${
    parts.metadata ?? '<dc:title>A Book</dc:title>'
  }</metadata>
<manifest>${
    parts.manifest ??
    `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
<item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>`
  }</manifest>
<spine ${parts.spineAttributes ?? ''}>${parts.spine ?? '<itemref idref="c1"/><itemref idref="c2"/>'}</spine>
${parts.afterSpine ?? ''}</package>`;
}

/** Returns the files of an EPUB by name. */
export function epubFiles(parts: EpubParts = {}): [string, string | Uint8Array][] {
  const files: Record<string, string | Uint8Array | undefined> = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': containerXml,
    'OEBPS/content.opf': packageXml(parts),
    'OEBPS/nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="c1.xhtml">One</a></li><li><a href="text/c2.xhtml#x">Two</a></li></ol></nav>',
    ),
    'OEBPS/c1.xhtml': page('<p>One.</p>'),
    'OEBPS/text/c2.xhtml': page('<p id="x">Two.</p>'),
    ...parts.files,
  };
  return Object.entries(files).flatMap(([name, content]) => (content === undefined ? [] : [[name, content]]));
}

/** Returns an opened EPUB. */
export function anEpub(parts: EpubParts = {}): EpubArchive {
  return memoryArchive(epubFiles(parts));
}
