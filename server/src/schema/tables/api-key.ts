// API keys.
/** Written by features/identity/api-keys. */
export interface ApiKeyTable {
  id: string;
  userId: string;
  name: string;
  keyPrefix: string;
  /** SHA-256 of the key (256 random bits, so a fast hash is enough), hex; unique. */
  keyHash: string;
  /** SHA-256 of the key's MD5, which is all that KOReader sends of a password; null for older keys. */
  digestHash: string | null;
  /** JSON array; null means all permissions of the owner. */
  permissions: string | null;
  isActive: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
  updatedAt: number;
}
