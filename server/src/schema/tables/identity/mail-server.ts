// The mail server through which messages are sent. At most one row.
/** Written by features/identity/mail. */
export interface MailServerTable {
  /** Always `mail`. */
  name: string;
  host: string;
  port: number;
  security: string;
  /** Null without sign-in. */
  username: string | null;
  /** Encrypted with a key that is derived from the server secret. Null without a password. */
  password: string | null;
  fromAddress: string;
  fromName: string;
  updatedAt: number;
}
