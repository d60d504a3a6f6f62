// KOReader's progress sync.

/** A password that the server generated for a device. Written by features/devices/koreader. */
export interface KoreaderKeyTable {
  id: string;
  userId: string;
  name: string;
  /** HMAC-SHA-256, with a server secret, of the password MD5 that the device sends. */
  keyHash: string;
  lastUsedAt: number | null;
  createdAt: number;
}

/**
 * The last position that a user's devices reported for a document. Returned unchanged while it is the latest.
 * Written by features/devices/koreader.
 */
export interface KoreaderPositionTable {
  userId: string;
  /** KOReader document id: partial MD5, or MD5 of the file name. */
  document: string;
  progress: string;
  /** 0 to 1. */
  percentage: number;
  device: string;
  deviceId: string;
  reportedAt: number;
  /** 1 while the document has no matching book, so that it is not part of the user's progress. */
  isWaiting: number;
}
