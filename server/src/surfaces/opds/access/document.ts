// The authentication document (Authentication for OPDS 1.0), which describes how to sign in. Sent as the body of every
// 401 and at a separate URL. Basic comes first, because clients use the first method they support.
import type { AnswerHeaders } from '#infrastructure/http/routes/answers.ts';
import { type Bases, mediaTypes, relations, toAuthenticationAddress } from '../addresses.ts';

const labels = { login: 'User name', password: 'Password or API key' };

export function toAuthenticationDocument(bases: Bases): string {
  const token = `${bases.json}/token`;
  return JSON.stringify({
    id: toAuthenticationAddress(bases),
    title: 'Lectern',
    description: 'Sign in with your user name and password, or with an API key as the password.',
    links: [{ rel: 'start', href: `${bases.json}/catalog`, type: mediaTypes.json }],
    authentication: [
      { type: 'http://opds-spec.org/auth/basic', labels },
      {
        type: 'http://opds-spec.org/auth/oauth/password',
        labels: { login: 'User name', password: 'Password' },
        links: [
          { rel: 'authenticate', href: token, type: 'application/json' },
          { rel: 'refresh', href: token, type: 'application/json' },
        ],
      },
    ],
  });
}

/** Headers for clients with and without support for the document. */
export const toChallenge = (bases: Bases): AnswerHeaders => ({
  'WWW-Authenticate': 'Basic realm="Lectern", charset="UTF-8"',
  Link: `<${toAuthenticationAddress(bases)}>; rel="${relations.authentication}"; type="${mediaTypes.authentication}"`,
});
