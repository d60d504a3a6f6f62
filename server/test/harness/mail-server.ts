// An SMTP server on this machine, with the certificate of the tests.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll } from 'vitest';

const fixtures = join(import.meta.dirname, '../fixtures/tls');
const readPem = (name: string) => readFileSync(join(fixtures, `${name}.pem`), 'utf8');

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and encoded body. */
  source: string;
}

export interface TestMailServer {
  port: number;
  /** Messages in the order of their arrival. */
  mails: ReceivedMail[];
  close(): Promise<void>;
}

/** Returns the secret of the link in a message with a quoted-printable body. */
export const readLink = ({ source }: ReceivedMail): { url: string; secret: string } => {
  const [, url = '', secret = ''] = /(https?:\/\/\S+)#([\w-]{43})/.exec(source.replaceAll('=\r\n', '')) ?? [];
  return { url, secret };
};

/** The mail server as the body of a request. */
export const toSettings = ({ port }: TestMailServer) => ({
  host: '127.0.0.1',
  port,
  security: 'starttls',
  username: 'lectern',
  password: 'secret',
  fromAddress: 'library@example.org',
  fromName: 'Lectern',
});

/** Options of a server whose certificate is not trusted. */
export const untrusted = { key: readPem('second.key'), cert: readPem('second') };

/** Trusts the certificate of the test servers in this process while the tests of the file run. */
export function trustTestCertificate(): void {
  const before = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...before, readPem('first')]));
  afterAll(() => setDefaultCACertificates(before));
}

/** Starts a server that accepts the user `lectern` with the password `secret`, unless the options replace the check. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    key: readPem('first.key'),
    cert: readPem('first'),
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (username === 'lectern' && password === 'secret') done(null, { user: username });
      else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ from, to, source: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    port: address.port,
    mails,
    close: () => new Promise((done) => void server.close(() => done())),
  };
}
