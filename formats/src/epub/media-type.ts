// Media types of the resources of an EPUB, by their names where the package does not say.

const byExtension: ReadonlyMap<string, string> = new Map([
  ['xhtml', 'application/xhtml+xml'],
  ['html', 'application/xhtml+xml'],
  ['htm', 'application/xhtml+xml'],
  ['svg', 'image/svg+xml'],
  ['css', 'text/css'],
  ['js', 'text/javascript'],
  ['ncx', 'application/x-dtbncx+xml'],
  ['opf', 'application/oebps-package+xml'],
  ['smil', 'application/smil+xml'],
  ['pls', 'application/pls+xml'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['jxl', 'image/jxl'],
  ['bmp', 'image/bmp'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['ttf', 'font/ttf'],
  ['otf', 'font/otf'],
  ['woff', 'font/woff'],
  ['woff2', 'font/woff2'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['xml', 'application/xml'],
  ['json', 'application/json'],
  ['txt', 'text/plain'],
]);

const imageTypes: ReadonlySet<string> = new Set([...byExtension.values()].filter(isOfImage));

// What is written where something else is meant.
const corrected: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/svg', 'image/svg+xml'],
  ['text/x-oeb1-document', 'text/html'],
  ['text/x-oeb1-css', 'text/css'],
  ['application/xhtml', 'application/xhtml+xml'],
]);

/** The type of a name's extension; application/octet-stream when it has none that is known. */
export function mediaTypeOf(entryName: string): string {
  const extension = entryName.slice(entryName.lastIndexOf('.') + 1).toLowerCase();
  return byExtension.get(extension) ?? 'application/octet-stream';
}

/** The type to serve an entry with: the declared one, mended, unless nothing usable is declared. */
export function toMediaType(declared: string, entryName: string): string {
  const type = corrected.get(declared) ?? declared;
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : mediaTypeOf(entryName);
}

/** An image of a kind that something can show; not Photoshop's and the like. */
export function isImage(mediaType: string): boolean {
  return imageTypes.has(mediaType);
}

function isOfImage(mediaType: string): boolean {
  return mediaType.startsWith('image/');
}

/** An image that is made of pixels. */
export function isBitmap(mediaType: string): boolean {
  return mediaType !== 'image/svg+xml' && isImage(mediaType);
}

/** A document that can show other images: XHTML, HTML or SVG. */
export function isPage(mediaType: string): boolean {
  return mediaType === 'application/xhtml+xml' || mediaType === 'text/html' || mediaType === 'image/svg+xml';
}
