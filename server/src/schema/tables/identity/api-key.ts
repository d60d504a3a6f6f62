// API keys.
/** Written by features/identity/api-keys. */
export interface ApiKeyTable {
  id: string;
  userId: string;
  name: string;
  keyPrefix: string;
  /** SHA-256 of the key (256 random bits, so a fast hash is enough), hex; unique. */
  keyHash: string;
  /** SHA-256 of the MD5 of the key, because KOReader only sends the MD5 of a password. Null for older keys. */
  digestHash: string | null;
  /** JSON array. Null for all permissions of the owner. */
  permissions: string | null;
  isActive: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
  updatedAt: number;
}
