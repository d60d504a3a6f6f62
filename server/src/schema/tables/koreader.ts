// KOReader's side of the progress.

/** A password that the server made for a device. Written by features/devices/koreader. */
export interface KoreaderKeyTable {
  id: string;
  userId: string;
  name: string;
  /** HMAC-SHA-256, by a secret of the server, of what the device sends: MD5 of the password. */
  keyHash: string;
  lastUsedAt: number | null;
  createdAt: number;
}

/**
 * What a reader's devices said last of a document: given back as it is while nothing newer is known.
 * Written by features/devices/koreader.
 */
export interface KoreaderPlaceTable {
  userId: string;
  /** What KOReader calls the document by: its partial MD5, or the MD5 of its file's name. */
  document: string;
  progress: string;
  /** 0 to 1. */
  percentage: number;
  device: string;
  deviceId: string;
  toldAt: number;
  /** 1 while no book is known for it: then nobody else has been told of the place. */
  isWaiting: number;
}
