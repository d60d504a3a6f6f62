// Raw HTTP on a socket, for requests that no client library would send.
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Sends the text and reads until the server closes the connection or a response with a known length is complete. */
export function sendRaw(port: number, text: string | Uint8Array): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const finish = () => {
      socket.destroy();
      const answer = parseAnswer(received);
      if (answer) resolve(answer);
      else reject(new Error(`Connection closed without a response: ${received}`));
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      const answer = parseAnswer(received);
      const length = answer?.headers['content-length'];
      if (answer && length !== undefined && answer.body.length >= Number(length)) finish();
    });
    socket.once('close', finish);
    socket.once('error', () => {});
    socket.write(text);
  });
}

/** Sends a request line and headers. Adds `Connection: close`, and `Host` if it is missing. */
export function sendRequestLine(port: number, line: string, headers: readonly string[] = []) {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: localhost'];
  return sendRaw(port, `${[line, ...host, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`);
}

function parseAnswer(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
  };
}
