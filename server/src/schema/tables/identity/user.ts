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
   * Argon2id in PHC format. Null for accounts without a password. Imported hashes of other programs are kept until the
   * first sign-in, prefixed with their scheme: `{bcrypt}$2a$…`.
   */
  passwordHash: string | null;
  role: string;
  /** JSON array of permissions in addition to the role's. */
  extraPermissions: string;
  isActive: number;
  emailVerified: number;
  /** 1: the user entered the address, by registration or an invitation. 0: an administrator, an import or a provider. */
  choseEmail: number;
  /** Language code of the interface. Null for that of each device. */
  language: string | null;
  /** Increased to invalidate everything issued before. Sessions contain it. */
  tokenVersion: number;
  /** JSON array of accessible libraries. Empty for all. */
  sharedLibraryIds: string;
  /** JSON array of `{tagId, access: 'allow' | 'deny'}`. */
  sharingTags: string;
  /** Maximum age rating in years. Null for no limit. */
  maxAgeRating: number | null;
  /** 1: series without an age rating are visible regardless of the limit. */
  allowUnrated: number;
  lastLoginAt: number | null;
  createdAt: number;
  updatedAt: number;
}
