// Image formats that a client supports, derived from its Accept header.

type Header = string | string[] | undefined;

/** Formats that all current browsers and readers support. */
const common = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

/**
 * A client that lists image formats gets only those and, if it also accepts any type, the common formats. A client that
 * lists none (for example a download tool) gets the stored format.
 */
export function acceptsImage(accept: Header, mediaType: string): boolean {
  const types = toTypes(accept);
  if (types === undefined || types.includes(mediaType)) return true;
  const takesAny = types.includes('*/*') || types.includes('image/*');
  const namesImages = types.some((type) => type.startsWith('image/') && type !== 'image/*');
  return takesAny && (!namesImages || common.has(mediaType));
}

/** Replacement for an unsupported format: WebP, which keeps transparency, if the client lists it. */
export const toShownFormat = (accept: Header): 'webp' | 'jpeg' =>
  toTypes(accept)?.includes('image/webp') ? 'webp' : 'jpeg';

function toTypes(accept: Header): string[] | undefined {
  if (typeof accept !== 'string' || accept === '') return undefined;
  return accept.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
}

/** Listed, and without a quality of 0. */
export function acceptsGzip(header: Header): boolean {
  if (typeof header !== 'string') return false;
  const named = header
    .split(',')
    .map((part) => part.split(';').map((part) => part.trim().toLowerCase()))
    .filter(([coding]) => coding === 'gzip');
  return (
    named.length > 0 &&
    !named.some((parameters) => parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  );
}
