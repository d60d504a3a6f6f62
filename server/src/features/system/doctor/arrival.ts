// What a reverse proxy leaves of a request to the public address.
import { toGuide } from '#infrastructure/program-files.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** As the server says that a request with a header `Authorization` arrived, or that it answers under no such name. */
export type Arrival = { authorization: boolean; protocol: string; host: string } | 'under another name';

const passOn = `The settings are in ${toGuide('guides/reverse-proxy.md')}.`;

export function describeArrival(arrival: Arrival | undefined, publicUrl: string): Finding[] {
  if (arrival === undefined) return [];
  const { host, protocol } = new URL(publicUrl);
  if (arrival === 'under another name')
    return [problem(...otherName(`another name than ${host}, under which Lectern does not answer`))];
  const findings: Finding[] = [];
  if (!arrival.authorization)
    findings.push(
      problem(
        'The proxy removes the header Authorization: reading apps and e-readers cannot sign in.',
        `Let it pass the header on, and switch off a sign-in of its own. ${passOn}`,
      ),
    );
  // Without the port that the scheme has by itself.
  const arrived = URL.parse(`${protocol}//${arrival.host}`)?.host;
  if (arrived !== host) findings.push(warning(...otherName(`the name ${arrival.host} for ${host}`)));
  if (protocol === 'https:' && arrival.protocol !== 'https')
    findings.push(
      warning(
        'Requests by HTTPS arrive as such by HTTP: all who come through the proxy may count as one address.',
        `Let it send X-Forwarded-Proto and X-Forwarded-For, and name its address in server.trust_proxy. ${passOn}`,
      ),
    );
  return findings.length > 0
    ? findings
    : [ok('Requests to the public address arrive with all their headers.')];
}

const otherName = (what: string): [message: string, remedy: string] => [
  `The proxy passes on ${what}: pictures inside EPUBs are not shown, and changes by browsers may be refused.`,
  `Let it pass on Host, or send X-Forwarded-Host and name its address in server.trust_proxy. ${passOn}`,
];
