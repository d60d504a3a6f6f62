// Which sessions of different accounts share a browser, so that limits of one end what it holds of the others.
/** Written by features/identity/browser-accounts. */
export interface BrowserSessionTable {
  /** The session; it goes with it. */
  sessionId: string;
  /** Made when the first account signs in there; no browser is told it. */
  browserId: string;
  /** When its account came into use in the browser last; 0 for one that never did. */
  inUseAt: number;
}
