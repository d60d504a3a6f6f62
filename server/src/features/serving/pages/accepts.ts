// Which image formats a client can show, from its Accept header.

/** Formats that every current browser and reader shows. */
const common = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

/**
 * A client that names image formats knows what it can show: beyond those it gets only common ones, and those only
 * when it takes any. One that names none (a download tool) gets what is stored.
 */
export function acceptsImage(accept: string | string[] | undefined, mediaType: string): boolean {
  if (typeof accept !== 'string' || accept === '') return true;
  const types = accept.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '');
  if (types.includes(mediaType)) return true;
  const takesAny = types.includes('*/*') || types.includes('image/*');
  const namesImages = types.some((type) => type.startsWith('image/') && type !== 'image/*');
  return takesAny && (!namesImages || common.has(mediaType));
}

/** Named, and not refused with a quality of 0. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
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
