// Types of images.

/** Whether every browser shows it; others are for the server to convert. */
export const isShownEverywhere = (mediaType: string): boolean =>
  /^image\/(jpeg|png|gif|webp|avif)$/.test(mediaType);
