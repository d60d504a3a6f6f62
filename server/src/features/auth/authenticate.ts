// Who calls: the proof behind a bearer token, an API key or the session cookie, in this order. Where one is given the
// next is not looked at: a bad bearer token makes nobody of the caller, whatever cookie the browser sends along.
// Other schemes of `Authorization` are not ours to read: a proxy in front may ask for its own.
//
// What was proved is remembered for `freshMs`, by the hash of the credential: within it a request costs one SHA-256.
// So a sign-out, a new password or role, a disabled user or key take effect at once in the process that was told and
// in those that it reaches, and in every other within that time.
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { IdentityChanges } from '#kernel/access/identity-changes.ts';
import { toPermissions, toRole } from '#kernel/access/rights.ts';
import { toSeriesRule, type Viewer, visibleLibraries } from '#kernel/access/viewer.ts';
import type { Clock } from '#kernel/clock.ts';
import { findCookie } from '#kernel/http/cookies.ts';
import type { Authenticate } from '#kernel/http/request-state.ts';
import type { UserTable } from '#schema/tables/user.ts';
import { sessionCookie } from './session-answer.ts';
import type { Sessions } from './sessions.ts';
import type { Claims, Tokens } from './tokens.ts';

/** Below the second that the contract allows, with room for the request that is under way. */
export const freshMs = 750;
const mostRemembered = 10_000;

interface Credential {
  via: Viewer['via'];
  secret: string;
}

interface Proof {
  viewer: Viewer;
  /** When the credential ends by itself; null for never. */
  expiresAtMs: number | null;
}

interface Remembered extends Proof {
  atMs: number;
  generation: number;
}

export interface AuthenticateParts {
  tokens: Tokens;
  sessions: Pick<Sessions, 'findUser'>;
  apiKeys: { prove(key: string): Promise<Proof | undefined> };
  changes: IdentityChanges;
  clock: Clock;
}

export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  const { changes, clock } = parts;
  const remembered = new LRUCache<string, Remembered>({ max: mostRemembered });
  const asked = new Map<string, Promise<Viewer | undefined>>();

  const isFresh = ({ atMs, generation, expiresAtMs }: Remembered): boolean => {
    const nowMs = clock();
    const ageMs = nowMs - atMs;
    return (
      generation === changes.generation &&
      ageMs >= 0 &&
      ageMs < freshMs &&
      (expiresAtMs === null || nowMs < expiresAtMs)
    );
  };

  async function ask(credential: Credential, key: string): Promise<Viewer | undefined> {
    // Taken before asking: what changes meanwhile makes the answer old.
    const [atMs, generation] = [clock(), changes.generation];
    const proof = await prove(parts, credential);
    if (proof) remembered.set(key, { ...proof, atMs, generation });
    else remembered.delete(key);
    return proof?.viewer;
  }

  return ({ headers }) => {
    const credential = findCredential(headers);
    if (!credential) return undefined;
    const key = hash('sha256', `${credential.via} ${credential.secret}`, 'base64url');
    const known = remembered.get(key);
    if (known && isFresh(known)) return known.viewer;
    // A reader's many requests at once need one answer.
    const question = `${changes.generation} ${key}`;
    const waiting = asked.get(question);
    if (waiting) return waiting;
    const answer = ask(credential, key).finally(() => asked.delete(question));
    asked.set(question, answer);
    return answer;
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function findCredential(headers: Headers): Credential | undefined {
  const { authorization } = headers;
  if (typeof authorization === 'string' && /^bearer(\s|$)/i.test(authorization))
    return { via: 'bearer', secret: authorization.slice('bearer'.length).trim() };
  const apiKey = headers['x-api-key'];
  if (typeof apiKey === 'string') return { via: 'api-key', secret: apiKey };
  const cookie = findCookie(headers, sessionCookie);
  return cookie === undefined ? undefined : { via: 'cookie', secret: cookie };
}

async function prove(parts: AuthenticateParts, { via, secret }: Credential): Promise<Proof | undefined> {
  if (via === 'api-key') return parts.apiKeys.prove(secret);
  const claims = parts.tokens.verify(via === 'cookie' ? 'cookie' : 'access', secret);
  if (!claims) return undefined;
  const user = await parts.sessions.findUser(claims.userId, claims.sessionId);
  return user && { viewer: toViewer(user, via, claims), expiresAtMs: claims.expiresAtMs };
}

const toViewer = (user: UserTable, via: 'bearer' | 'cookie', { sessionId }: Claims): Viewer => ({
  userId: user.id,
  role: toRole(user.role),
  permissions: new Set(toPermissions(user)),
  libraryIds: visibleLibraries(user.sharedLibraryIds),
  seriesRule: toSeriesRule(user),
  via,
  sessionId,
  apiKeyId: null,
});
