// PINs of accounts, which unlock a profile in a browser where it was signed in before.

/** Written by features/identity/profile-pins. */
export interface ProfilePinTable {
  userId: string;
  /** Argon2id in PHC format. */
  pinHash: string;
  updatedAt: number;
}

/** A browser whose session of an account was ended, and which may start a new one with the PIN. Written by features/identity/profile-pins. */
export interface LockedProfileTable {
  /** SHA-256 of the secret in the cookie of the browser. */
  secretHash: string;
  userId: string;
  /** The version of the account at that time. A new password, or the end of all sessions, makes the row invalid. */
  tokenVersion: number;
  /** Attempts with the PIN. */
  attempts: number;
  createdAt: number;
  expiresAt: number;
}
