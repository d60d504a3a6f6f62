// KOReader's progress sync.

/** A password that the server generated for a device. Written by features/devices/koreader. */
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
 * The last position that a user's devices reported of a document: returned unchanged while there is no newer one.
 * Written by features/devices/koreader.
 */
export interface KoreaderPositionTable {
  userId: string;
  /** KOReader's id of the document: its partial MD5, or the MD5 of its file's name. */
  document: string;
  progress: string;
  /** 0 to 1. */
  percentage: number;
  device: string;
  deviceId: string;
  reportedAt: number;
  /** 1 while no book is known for it, so that it is not part of anybody's progress. */
  isWaiting: number;
}
