// Sign-ins by the family of refresh tokens that descends from each: what people are told of them. Whether one is alive
// its tokens say (refresh-token.ts).
/** Written by features/identity/auth. */
export interface SessionTable {
  /** The tokens' `familyId`. */
  id: string;
  userId: string;
  /** `User-Agent` of the sign-in, cut to 300 characters; null where nobody said. */
  agent: string | null;
  createdAt: number;
  /** To five minutes. */
  seenAt: number;
}
