// Why a database cannot be taken over.
import { type Reason, reason } from '#infrastructure/errors.ts';

/** What was given cannot be taken over. The message is a sentence for people. */
export class PeerRefused extends Error {
  readonly reason: Reason;

  constructor(why: Reason | string) {
    const known = typeof why === 'string' ? reason('import_refused', { message: why }) : why;
    super(known.message);
    this.name = 'PeerRefused';
    this.reason = known;
  }
}
