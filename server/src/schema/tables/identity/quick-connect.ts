// Devices that wait for the approval of a user.
/** Written by features/identity/quick-connect. */
export interface QuickConnectTable {
  id: string;
  /** The code without its hyphen; unique. */
  code: string;
  /** SHA-256 of the secret of the device (256 random bits), hex; unique. */
  secretHash: string;
  name: string;
  /** `session` or `api_key`. */
  result: string;
  /** Address of the device. */
  address: string;
  /** The user who approved it. Null before. */
  userId: string | null;
  /** Token version of the user at the approval. A later password change ends the approval. */
  tokenVersion: number | null;
  deniedAt: number | null;
  /** Time of the last poll. 0 before the first one. */
  polledAt: number;
  createdAt: number;
  expiresAt: number;
}
