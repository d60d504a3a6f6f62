// Fonts that users add for reading. Each belongs to one user.
/** Written by features/reading/fonts. */
export interface UserFontTable {
  id: string;
  userId: string;
  name: string;
  format: 'woff2' | 'woff' | 'ttf' | 'otf';
  sizeBytes: number;
  /** SHA-256 in hexadecimal. Unique per user. */
  hash: string;
  bytes: Uint8Array;
  createdAt: number;
}
