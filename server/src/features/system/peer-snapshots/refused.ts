// Why a database cannot be taken over.
/** What was given cannot be taken over. The message is a sentence for people. */
export class PeerRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PeerRefused';
  }
}
