// Types of images.

/** Whether every browser supports the type. The server converts other types. */
export const isShownEverywhere = (mediaType: string): boolean =>
  /^image\/(jpeg|png|gif|webp|avif)$/.test(mediaType);
