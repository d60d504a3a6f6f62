// Identifies the program that sends a request by its user agent, for protocols without device ids.
import { createHash } from 'node:crypto';

export interface ClientProgram {
  /** Stable for a program; derived only from its user agent and its address. */
  id: string;
  /** Its user agent, at most 200 characters. */
  name: string;
}

interface ClientRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  ip: string;
}

/** Programs of different values of `protocol` are different. */
export function readClientProgram({ headers, ip }: ClientRequest, protocol: string): ClientProgram {
  const agent = headers['user-agent'];
  const stated =
    typeof agent === 'string'
      ? agent
          .replace(/\p{Cc}/gu, ' ')
          .trim()
          .slice(0, 200)
      : '';
  const mark = createHash('sha1').update(`${stated}\n${ip}`).digest('hex').slice(0, 16);
  return { id: `${protocol}-${mark}`, name: stated.toWellFormed() || protocol };
}
