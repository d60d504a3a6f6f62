// Which program sends a request, as far as it says so: for protocols that do not name devices.
import { createHash } from 'node:crypto';

export interface ClientProgram {
  /** The same for the same program; made of what it calls itself, its address and nothing else. */
  id: string;
  /** What it calls itself, at most 200 characters. */
  name: string;
}

interface Asked {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  ip: string;
}

/** `protocol` keeps what is known of a program in one protocol apart from others. */
export function readClientProgram({ headers, ip }: Asked, protocol: string): ClientProgram {
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
