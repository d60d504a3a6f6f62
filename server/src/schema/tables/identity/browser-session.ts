// Sessions of different accounts in one browser. Switching to an account ends the sessions of accounts with more rights.
/** Written by features/identity/browser-accounts. */
export interface BrowserSessionTable {
  /** Id of the session, with which the row is deleted. */
  sessionId: string;
  /** Created at the first sign-in of the browser. Not sent to the browser. */
  browserId: string;
  /** Time when the account was last active in the browser. 0 if never. */
  inUseAt: number;
}
