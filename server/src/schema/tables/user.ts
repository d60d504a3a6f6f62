// Accounts.
/** Written by features/identity/users. */
export interface UserTable {
  id: string;
  username: string;
  /** Folded name; unique. */
  usernameFolded: string;
  email: string;
  /** Lower-case address; unique. */
  emailFolded: string;
  /**
   * Argon2id in PHC form; null for accounts without a password. One that came from another program has its hash until the
   * first sign-in, with the scheme in front: `{bcrypt}$2a$…`.
   */
  passwordHash: string | null;
  role: string;
  /** JSON array of permissions beyond the role's. */
  extraPermissions: string;
  isActive: number;
  emailVerified: number;
  /** Grows when everything issued before must stop working: sessions carry it. */
  tokenVersion: number;
  /** JSON array of the only libraries that the user may see; empty means all. */
  sharedLibraryIds: string;
  /** JSON array of `{tagId, access: 'allow' | 'deny'}`. */
  sharingTags: string;
  /** Years; null = no limit. */
  maxAgeRating: number | null;
  /** 1: sees what has no age rating, whatever the limit. */
  allowUnrated: number;
  lastLoginAt: number | null;
  createdAt: number;
  updatedAt: number;
}
