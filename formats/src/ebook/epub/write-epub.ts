// Writes an EPUB 3 from the parts of a book. The bytes are deterministic, because positions and progress refer to them.
import type { EbookParts } from '../types.ts';
import { container, writeDocument, writeNavigation, writePackage } from './package.ts';
import { writeZip, type ZipMember } from './write-zip.ts';

const packed = /^(?:text\/|image\/svg|application\/(?:xhtml|xml))/;

export function writeEpub(parts: EbookParts, id: string): Promise<Buffer> {
  const text = (name: string, content: string): ZipMember => ({
    name,
    bytes: Buffer.from(content),
    isStored: false,
  });
  return writeZip([
    { name: 'mimetype', bytes: Buffer.from('application/epub+zip'), isStored: true },
    text('META-INF/container.xml', container),
    text('content.opf', writePackage(parts, id)),
    text('nav.xhtml', writeNavigation(parts)),
    ...parts.documents.map((document) => text(document.name, writeDocument(document, parts))),
    ...parts.resources.map(({ name, mediaType, bytes }) => ({
      name,
      bytes,
      isStored: !packed.test(mediaType),
    })),
  ]);
}
