// Invitations to create an account.
/** Written by features/identity/invitations. */
export interface InvitationTable {
  id: string;
  /** SHA-256 of the secret of the link (256 random bits), hex; unique. */
  secretHash: string;
  /** The user who grants the access. Null if the account was deleted. */
  inviterId: string | null;
  /** Text of the inviter for the list of invitations. */
  note: string | null;
  /** Address to which the link was sent. Null without one. */
  email: string | null;
  role: string;
  /** As in the table `user`. */
  sharedLibraryIds: string;
  sharingTags: string;
  maxAgeRating: number | null;
  allowUnrated: number;
  /** Language code of the page of the link. Null for the language of the browser. */
  language: string | null;
  createdAt: number;
  expiresAt: number;
  revokedAt: number | null;
  usedAt: number | null;
  /** The created account. Null if unused, or if the account was deleted. */
  userId: string | null;
}
