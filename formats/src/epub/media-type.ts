// Media types of EPUB resources, derived from their names if the package does not declare them.

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

// Common wrong types and the correct ones.
const corrected: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/svg', 'image/svg+xml'],
  ['text/x-oeb1-document', 'text/html'],
  ['text/x-oeb1-css', 'text/css'],
  ['application/xhtml', 'application/xhtml+xml'],
]);

/** Returns the type of a file extension, or application/octet-stream if it is unknown. */
export function mediaTypeOf(entryName: string): string {
  const extension = entryName.slice(entryName.lastIndexOf('.') + 1).toLowerCase();
  return byExtension.get(extension) ?? 'application/octet-stream';
}

/**
 * Returns the type to serve: the declared type, corrected, or the type of the name if the declared one is
 * unusable.
 */
export function toMediaType(declared: string, entryName: string): string {
  const type = corrected.get(declared) ?? declared;
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : mediaTypeOf(entryName);
}

/** Whether browsers can display the image type; false for Photoshop and similar formats. */
export function isImage(mediaType: string): boolean {
  return imageTypes.has(mediaType);
}

function isOfImage(mediaType: string): boolean {
  return mediaType.startsWith('image/');
}

export function isBitmap(mediaType: string): boolean {
  return mediaType !== 'image/svg+xml' && isImage(mediaType);
}

/** Whether a document can show other images: XHTML, HTML or SVG. */
export function isPage(mediaType: string): boolean {
  return mediaType === 'application/xhtml+xml' || mediaType === 'text/html' || mediaType === 'image/svg+xml';
}
