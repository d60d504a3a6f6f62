// Readable messages for failed connections. Node.js reports codes such as ECONNREFUSED and EAI_AGAIN.
import { toRecord } from '@lectern/contract/records';
import { messageOf, systemCodeOf } from './errors.ts';

/** A phrase for the end of a sentence, such as `no program listens at 127.0.0.1:5432`. */
export function explainConnection(error: unknown): string {
  const fault = toSingle(error);
  const { address, port, hostname = '' } = toRecord(fault);
  const at = address === undefined ? 'this address' : toAddress(String(address), port);
  switch (systemCodeOf(fault)) {
    case 'ECONNREFUSED':
      return `no program listens at ${at}`;
    case 'ENOENT':
      return `there is no socket ${at}`;
    case 'EACCES':
    case 'EPERM':
      return `this account may not connect to ${at}`;
    case 'ENOTFOUND':
      return `the host name ${hostname} does not exist`;
    case 'EAI_AGAIN':
      return `the host name ${hostname} cannot be looked up at the moment`;
    case 'ETIMEDOUT':
      return `${at} did not answer in time`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `no network leads to ${at}`;
    case 'ECONNRESET':
    case 'EPIPE':
      return 'the connection was closed';
    default:
      return messageOf(fault) || systemCodeOf(fault) || 'the connection failed';
  }
}

/** Returns the socket error: the first if a host has several addresses, and the cause of an error of `fetch`. */
function toSingle(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return toSingle(error.errors[0]);
  return error instanceof TypeError && error.cause !== undefined ? toSingle(error.cause) : error;
}

/** The path of a socket has no port. */
const toAddress = (address: string, port: unknown): string =>
  port === undefined ? address : `${address.includes(':') ? `[${address}]` : address}:${port}`;
