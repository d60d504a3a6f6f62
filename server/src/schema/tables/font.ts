// Fonts that users have added for reading, each its user's own.
/** Written by features/reading/fonts. */
export interface UserFontTable {
  id: string;
  userId: string;
  name: string;
  format: 'woff2' | 'woff' | 'ttf' | 'otf';
  sizeBytes: number;
  /** SHA-256 in hexadecimal digits; unique for the user. */
  hash: string;
  bytes: Uint8Array;
  createdAt: number;
}
