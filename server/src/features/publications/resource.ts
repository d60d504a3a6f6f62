// A file inside an EPUB. What comes from a book is a stranger's: it runs no script, reaches nothing but the book and
// is shown in nobody else's page.
import type { StoredEntry } from '#formats/content.ts';
import { deobfuscateFont } from '#formats/epub/fonts.ts';
import { type EpubStructure, findObfuscation } from '#formats/epub/structure.ts';
import { type BytesAnswer, bytesAnswer } from '#kernel/http/answers.ts';
import type { EntryRead, EntryReader } from '../pages/index.ts';

/** `allow-same-origin` lets pictures and fonts of the same book be fetched with the session; scripts stay off. */
const contentSecurityPolicy = [
  'sandbox allow-same-origin',
  "default-src 'none'",
  "img-src 'self' data: blob:",
  "media-src 'self' data: blob:",
  "style-src 'self' 'unsafe-inline' data: blob:",
  "font-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

export function sendResource(
  { book, map, entry }: EntryRead,
  entries: Pick<EntryReader, 'read'>,
): BytesAnswer {
  const structure = map.epub as EpubStructure | null;
  const obfuscation = structure ? findObfuscation(structure, entry.name) : undefined;
  const read = async () => {
    const bytes = await entries.read({ book, map, entry });
    return obfuscation ? deobfuscateFont(bytes, obfuscation.algorithm, obfuscation.identifier) : bytes;
  };
  return bytesAnswer({
    mediaType: toServedType(entry),
    sizeBytes: entry.sizeBytes,
    etag: toEtag(entry) + (obfuscation ? '-clear' : ''),
    lastModifiedMs: map.modifiedUs / 1000,
    acceptsRanges: true,
    headers: { 'Content-Security-Policy': contentSecurityPolicy, 'X-Frame-Options': 'SAMEORIGIN' },
    async body(part) {
      const bytes = await read();
      return part ? bytes.subarray(part.start, part.end + 1) : bytes;
    },
  });
}

const toEtag = ({ crc32, sizeBytes }: StoredEntry): string =>
  `${(crc32 ?? 0).toString(16).padStart(8, '0')}-${sizeBytes.toString(36)}`;

/** Texts of EPUBs are UTF-8 unless they say otherwise themselves, which they may only in XML. */
const toServedType = ({ mediaType }: StoredEntry): string =>
  mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
