// Detects the image type by the first bytes; the sender's content type is ignored.

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const;
export type OutsideImageType = (typeof imageTypes)[number];

const isAt = (bytes: Buffer, offset: number, start: string): boolean =>
  bytes.subarray(offset, offset + start.length).toString('latin1') === start;

/** Undefined for other data. SVG is excluded, because it can contain scripts. */
export function findImageType(bytes: Buffer): OutsideImageType | undefined {
  if (isAt(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (isAt(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (isAt(bytes, 0, 'RIFF') && isAt(bytes, 8, 'WEBP')) return 'image/webp';
  if (isAt(bytes, 4, 'ftypavif') || isAt(bytes, 4, 'ftypavis')) return 'image/avif';
  if (isAt(bytes, 0, 'GIF87a') || isAt(bytes, 0, 'GIF89a')) return 'image/gif';
  return undefined;
}
