// Links that set a new password. A user has at most one.
/** Written by features/identity/password-resets. */
export interface PasswordResetTable {
  userId: string;
  /** SHA-256 of the secret of the link (256 random bits), hex; unique. */
  secretHash: string;
  /** The user who created the link. Null for the command line. */
  creatorId: string | null;
  /** Token version of the user at creation. A later password change increments it, which ends the link. */
  tokenVersion: number;
  createdAt: number;
  expiresAt: number;
}
