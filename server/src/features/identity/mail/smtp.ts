// Sends a message through an SMTP server (RFC 5321). The connection is always encrypted: by TLS from the start (RFC 8314)
// or by STARTTLS (RFC 3207).

import type { MailServer } from '@lectern/contract/identity/mail';
import { createTransport } from 'nodemailer';
import { messageOf, Problem, reason, systemCodeOf } from '#infrastructure/errors.ts';
import { inTime } from '#infrastructure/timeout.ts';

export interface SmtpServer extends Pick<MailServer, 'host' | 'port' | 'security' | 'username'> {
  password: string | null;
  from: { name: string; address: string };
}

export interface Message {
  /** One address. */
  to: string;
  subject: string;
  text: string;
}

/** Time for a connection, a greeting, and between two responses. */
const responseMs = 10_000;
/** Limit for a whole message. */
const messageMs = 30_000;
/** Length of the mail server's response in error messages. */
const maxResponse = 200;

/** Throws `mail_failed`. */
export async function sendBySmtp(server: SmtpServer, message: Message): Promise<void> {
  const { host, port, security, username, password } = server;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ...(username !== null && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: responseMs,
    greetingTimeout: responseMs,
    socketTimeout: responseMs,
    dnsTimeout: responseMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const sent = transport.sendMail({
      from: server.from,
      // An object is one address. Text could contain several.
      to: { name: '', address: message.to },
      subject: message.subject,
      text: message.text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    if (!(await inTime(sent, messageMs)))
      throw new Problem('mail_failed', toReason('mail_unreachable', host));
  } catch (error) {
    throw error instanceof Problem ? error : explain(error, host);
  } finally {
    transport.close();
  }
}

type MailReason = 'mail_credentials' | 'mail_insecure' | 'mail_refused' | 'mail_unreachable';

const toReason = (key: MailReason, host: string, response = 'no response') => reason(key, { host, response });

/** Errors of nodemailer: https://nodemailer.com/errors */
function explain(error: unknown, host: string): Problem {
  const code = systemCodeOf(error) ?? '';
  const response = readResponse(error) ?? messageOf(error);
  const shown = response.replaceAll(/\s+/g, ' ').trim().slice(0, maxResponse);
  return new Problem('mail_failed', toReason(findReason(code, error), host, shown), { cause: error });
}

/** Returns the response of the mail server, if it sent one. */
const readResponse = (error: unknown): string | undefined =>
  error instanceof Error && 'response' in error && typeof error.response === 'string'
    ? error.response
    : undefined;

function findReason(code: string, error: unknown): MailReason {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'mail_credentials';
  if (code === 'ETLS' || code === 'EREQUIRETLS' || isCertificateFault(error)) return 'mail_insecure';
  if (readResponse(error) !== undefined) return 'mail_refused';
  return code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'EPROTOCOL'
    ? 'mail_refused'
    : 'mail_unreachable';
}

/** Whether the certificate or the TLS handshake was refused. */
const isCertificateFault = (error: unknown): boolean =>
  /certificate|SSL|TLS/i.test(messageOf(error)) && readResponse(error) === undefined;
