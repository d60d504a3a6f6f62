// Sessions: one for each sign-in and its family of refresh tokens, which show whether it is active (refresh-token.ts).
/** Written by features/identity/auth. */
export interface SessionTable {
  /** The tokens' `familyId`. */
  id: string;
  userId: string;
  /** `User-Agent` of the sign-in, truncated to 300 characters. Null if the client sent none. */
  agent: string | null;
  createdAt: number;
  /** Time of the last use, with a precision of five minutes. */
  seenAt: number;
}
