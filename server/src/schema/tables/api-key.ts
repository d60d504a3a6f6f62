// Keys of programs. Written by features/api-keys.
export interface ApiKeyTable {
  id: string;
  userId: string;
  name: string;
  keyPrefix: string;
  /** SHA-256 of the key (256 random bits, so a fast hash is enough), hex; unique. */
  keyHash: string;
  /** JSON array; null means whatever the owner may do. */
  permissions: string | null;
  isActive: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
  updatedAt: number;
}
