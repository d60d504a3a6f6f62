// Writes an EPUB 3 from the parts of a book. The bytes are deterministic, because positions and progress refer to them.
import type { EbookParts } from '../types.ts';
import { container, writeDocument, writeNavigation, writePackage } from './package.ts';
import { writeZip, type ZipMember } from './write-zip.ts';

const packed = /^(?:text\/|image\/svg|application\/(?:xhtml|xml))/;

export const writeEpub = (parts: EbookParts, id: string): Buffer => writeZip(toMembers(parts, id));

function* toMembers(parts: EbookParts, id: string): Generator<ZipMember> {
  const text = (name: string, content: string): ZipMember => ({
    name,
    bytes: Buffer.from(content),
    isStored: false,
  });
  yield { name: 'mimetype', bytes: Buffer.from('application/epub+zip'), isStored: true };
  yield text('META-INF/container.xml', container);
  yield text('content.opf', writePackage(parts, id));
  yield text('nav.xhtml', writeNavigation(parts));
  for (const document of parts.documents) yield text(document.name, writeDocument(document, parts));
  for (const { name, mediaType, bytes } of parts.resources)
    yield { name, bytes, isStored: !packed.test(mediaType) };
}
