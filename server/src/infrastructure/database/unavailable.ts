// Errors of a database server that is restarting, unreachable or busy. The same request may succeed later.
import { toRecord } from '@lectern/contract/records';

/** The driver reports a lost or refused connection without a code. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Classes and codes of appendix A of the PostgreSQL manual: connection, shutdown, too many connections, deadlock. */
const busy = /^(08|57P0|53300|40P01)/;

/** During a restart, a container temporarily has no name or address: EAI_AGAIN, EHOSTUNREACH. */
const network = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
];

export function isUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = toRecord(error);
  if (code !== '') return busy.test(String(code)) || network.includes(String(code));
  return lostConnection.test(String(message));
}
