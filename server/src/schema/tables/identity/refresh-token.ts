// Refresh tokens, each valid for one use; a family belongs to one sign-in.
/** Written by features/identity/auth. */
export interface RefreshTokenTable {
  id: string;
  familyId: string;
  userId: string;
  /** SHA-256 of the token, hex; unique. */
  tokenHash: string;
  /** The user's token version at the time of issue. The session has ended if the user's version is higher. */
  tokenVersion: number;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
  revokedAt: number | null;
}
