// Sends a file inside an EPUB. The content is untrusted: it cannot run scripts, load anything outside the book, or be
// embedded in foreign pages.
import type { StoredEntry } from '@lectern/formats/content';
import { deobfuscateFont } from '@lectern/formats/epub/fonts';
import { findObfuscation } from '@lectern/formats/epub/structure';
import { forbidden, reason } from '#infrastructure/errors.ts';
import { type BytesAnswer, bytesAnswer } from '#infrastructure/http/routes/answers.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import type { EntryRead, EntryReader } from '../pages/index.ts';

/** Values of Sec-Fetch-Dest for content that browsers execute (Fetch, 2.2.5). Books need none of them. */
const runningDestinations: readonly string[] = [
  'script',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
];

/** Throws `forbidden` for a request whose response the browser would execute. */
export function refuseRunning({ headers }: Pick<CallRequest, 'headers'>): void {
  const isRun = runningDestinations.includes(String(headers['sec-fetch-dest']));
  if (isRun || headers['service-worker'] !== undefined) throw forbidden(reason('book_programs'));
}

/** Hosts allowed in a policy, which does not support IPv6 addresses in brackets (CSP 3, 2.3.1). */
const hostForm = /^[a-z0-9_.-]+(?::\d+)?$/i;

/**
 * `allow-same-origin` lets images and fonts of the book be loaded with the session; scripts remain disabled. Sources
 * are the book's folder under the requested host and under the configured one.
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
  /** Absolute URL of the folder with the book's files, with a trailing slash. */
  folder: string;
  /** The host requested by the browser. */
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

/** Matches all type names under which browsers run scripts, in any spelling. */
const scriptForm = /(?:java|ecma|j|live)script/i;

/**
 * Scripts are sent as bytes, which browsers do not run with MIME sniffing disabled. EPUB text is UTF-8; only XML may
 * declare another encoding.
 */
function toServedType({ mediaType }: StoredEntry): string {
  if (scriptForm.test(mediaType)) return 'application/octet-stream';
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
