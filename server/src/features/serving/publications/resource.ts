// A file inside an EPUB. What comes from a book is a stranger's: it runs no script, reaches nothing but the book and
// is shown in nobody else's page.
import type { StoredEntry } from '@lectern/formats/content';
import { deobfuscateFont } from '@lectern/formats/epub/fonts';
import { findObfuscation } from '@lectern/formats/epub/structure';
import { forbidden, reason } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/answers.ts';
import type { CallRequest } from '#infrastructure/http/implement.ts';
import type { EntryRead, EntryReader } from '../pages/index.ts';

/** How browsers ask for what they would run (Fetch, 2.2.5), which nothing in a book is for. */
const runningDestinations: readonly string[] = [
  'script',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
];

/** Throws forbidden for a request by which a browser would run the answer. */
export function refuseRunning({ headers }: Pick<CallRequest, 'headers'>): void {
  const isRun = runningDestinations.includes(String(headers['sec-fetch-dest']));
  if (isRun || headers['service-worker'] !== undefined) throw forbidden(reason('book_programs'));
}

/** What a policy can name: it knows no addresses of IP version 6 in brackets (CSP 3, 2.3.1). */
const hostForm = /^[a-z0-9_.-]+(?::\d+)?$/i;

/**
 * `allow-same-origin` lets pictures and fonts of the book be fetched with the session; scripts stay off. Sources are
 * the book's own folder, under the host that the browser asked and the one that the server is known by.
 */
function toPolicy(folder: string, host: string): string {
  const { host: knownHost, pathname } = new URL(folder);
  const hosts = [...new Set([host.toLowerCase(), knownHost])].filter((one) => hostForm.test(one));
  const own = hosts.length > 0 ? hosts.map((one) => `${one}${pathname}`).join(' ') : "'self'";
  return [
    'sandbox allow-same-origin',
    "default-src 'none'",
    `img-src ${own} data: blob:`,
    `media-src ${own} data: blob:`,
    `style-src ${own} 'unsafe-inline' data: blob:`,
    `font-src ${own} data: blob:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

interface ResourceContext {
  /** Absolute address of the folder that the book's files lie in, with a slash at its end. */
  folder: string;
  /** As the browser knows it. */
  host: string;
}

export function sendResource(
  { book, map, entry }: EntryRead,
  { read: readEntry, streamPart }: Pick<EntryReader, 'read' | 'streamPart'>,
  { folder, host }: ResourceContext,
): BytesAnswer {
  const structure = map.epub;
  const obfuscation = structure ? findObfuscation(structure, entry.name) : undefined;
  const read = async () => {
    const bytes = await readEntry({ book, map, entry });
    return obfuscation ? deobfuscateFont(bytes, obfuscation.algorithm, obfuscation.identifier) : bytes;
  };
  return bytesAnswer({
    mediaType: toServedType(entry),
    sizeBytes: entry.sizeBytes,
    etag: toEtag(entry) + (obfuscation ? '-clear' : ''),
    lastModifiedMs: map.modifiedUs / 1000,
    acceptsRanges: true,
    headers: { 'Content-Security-Policy': toPolicy(folder, host), 'X-Frame-Options': 'SAMEORIGIN' },
    async body(part) {
      const stream = part && !obfuscation ? await streamPart({ book, map, entry }, part) : undefined;
      if (stream) return stream;
      const bytes = await read();
      return part ? bytes.subarray(part.start, part.end + 1) : bytes;
    },
  });
}

const toEtag = ({ crc32, sizeBytes }: StoredEntry): string =>
  `${(crc32 ?? 0).toString(16).padStart(8, '0')}-${sizeBytes.toString(36)}`;

/** Of every name that browsers run a script under, in whichever way it is written. */
const scriptForm = /(?:java|ecma|j|live)script/i;

/**
 * Scripts are sent as bytes that no browser runs, as their type is not guessed at. Texts of EPUBs are UTF-8 unless they
 * say otherwise themselves, which they may only in XML.
 */
function toServedType({ mediaType }: StoredEntry): string {
  if (scriptForm.test(mediaType)) return 'application/octet-stream';
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
