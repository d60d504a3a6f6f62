// Which image formats a client can show, from its Accept header.

type Header = string | string[] | undefined;

/** Formats that every current browser and reader shows. */
const common = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

/**
 * A client that names image formats knows what it can show: beyond those it gets only common ones, and those only
 * when it takes any. One that names none (a download tool) gets what is stored.
 */
export function acceptsImage(accept: Header, mediaType: string): boolean {
  const types = toTypes(accept);
  if (types === undefined || types.includes(mediaType)) return true;
  const takesAny = types.includes('*/*') || types.includes('image/*');
  const namesImages = types.some((type) => type.startsWith('image/') && type !== 'image/*');
  return takesAny && (!namesImages || common.has(mediaType));
}

/** What a client gets instead of a format that it does not show: WebP, which keeps transparency, where it names that. */
export const toShownFormat = (accept: Header): 'webp' | 'jpeg' =>
  toTypes(accept)?.includes('image/webp') ? 'webp' : 'jpeg';

function toTypes(accept: Header): string[] | undefined {
  if (typeof accept !== 'string' || accept === '') return undefined;
  return accept.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
}

/** Named, and not refused with a quality of 0. */
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
