// Compares a request to the public address with the request that arrives at the server through the proxy.
import { toGuide } from '#infrastructure/program-files.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/**
 * The server's report about a received request with the header `Authorization`, or that it does not accept the host
 * name.
 */
export type Arrival = { authorization: boolean; protocol: string; host: string } | 'under another name';

const passOn = `See ${toGuide('guides/reverse-proxy.md')}.`;

export function describeArrival(arrival: Arrival | undefined, publicUrl: string): Finding[] {
  if (arrival === undefined) return [];
  const { host, protocol } = new URL(publicUrl);
  if (arrival === 'under another name')
    return [problem(...otherName(`another name than ${host}, which Lectern does not accept`))];
  const findings: Finding[] = [];
  if (!arrival.authorization)
    findings.push(
      problem(
        'The proxy removes the header Authorization, so that reading apps and e-readers cannot sign in.',
        `Configure the proxy to forward the header, and turn off its own sign-in. ${passOn}`,
      ),
    );
  // Without the default port of the scheme.
  const arrived = URL.parse(`${protocol}//${arrival.host}`)?.host;
  if (arrived !== host) findings.push(warning(...otherName(`the name ${arrival.host} for ${host}`)));
  if (protocol === 'https:' && arrival.protocol !== 'https')
    findings.push(
      warning(
        'HTTPS requests arrive as HTTP. All clients behind the proxy may count as one address.',
        `Configure the proxy to send X-Forwarded-Proto and X-Forwarded-For, and add its address to server.trust_proxy. ${passOn}`,
      ),
    );
  return findings.length > 0
    ? findings
    : [ok('Requests to the public address arrive with all their headers.')];
}

const otherName = (what: string): [message: string, remedy: string] => [
  `The proxy forwards ${what}. Images in EPUBs are not shown, and changes from browsers may be rejected.`,
  `Configure the proxy to forward Host, or to send X-Forwarded-Host and add its address to server.trust_proxy. ${passOn}`,
];
