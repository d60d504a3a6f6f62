// Refresh tokens, each good for one use; a family descends from one sign-in.
/** Written by features/identity/auth. */
export interface RefreshTokenTable {
  id: string;
  familyId: string;
  userId: string;
  /** SHA-256 of the token, hex; unique. */
  tokenHash: string;
  /** The user's at the time of issue: when the user's has grown, the session is over. */
  tokenVersion: number;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
  revokedAt: number | null;
}
