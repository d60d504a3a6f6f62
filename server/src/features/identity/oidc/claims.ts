// Validates a provider's claims about a user. They are untrusted: the provider may be hostile, or the user may choose
// the values.
import { emailSchema, usernameSchema } from '@lectern/contract/identity/auth';
import { isRecord } from '@lectern/contract/records';

type Claims = Readonly<Record<string, unknown>>;

export interface Person {
  issuer: string;
  /** Permanently identifies the user at this issuer (OpenID Connect Core 1.0 §2). */
  subject: string;
  /** A valid user name, without `@`. */
  username: string;
  /** The address, if the provider has verified it. */
  verifiedEmail: string | undefined;
  groups: ReadonlySet<string>;
}

export interface IdentityClaims {
  /** Claims of the ID token, whose signature, issuer, audience and nonce were verified. */
  idToken: Claims;
  /** Claims of the user information endpoint, if it exists. */
  userInfo: Claims;
}

const maxGroups = 2_000;

/** Undefined without a subject as required by OpenID Connect Core §2: up to 255 ASCII characters. */
export function readPerson({ idToken, userInfo }: IdentityClaims, groupsClaim: string): Person | undefined {
  const { iss, sub } = idToken;
  if (typeof iss !== 'string' || typeof sub !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(sub))
    return undefined;
  const verifiedEmail = findVerifiedEmail(idToken) ?? findVerifiedEmail(userInfo);
  const all = { ...userInfo, ...idToken };
  return {
    issuer: iss,
    subject: sub,
    username: toUsername([all.preferred_username, all.nickname, verifiedEmail, all.name, all.given_name]),
    verifiedEmail,
    groups: new Set(readGroups(findClaim(idToken, groupsClaim) ?? findClaim(userInfo, groupsClaim))),
  };
}

/** Address and `email_verified` must come from the same document. Some providers send `email_verified` as a string. */
function findVerifiedEmail({ email, email_verified }: Claims): string | undefined {
  if (email_verified !== true && email_verified !== 'true') return undefined;
  const parsed = emailSchema.safeParse(email);
  return parsed.success && parsed.data.isWellFormed() ? parsed.data : undefined;
}

/** Returns the first claim that can become a user name. */
function toUsername(wishes: readonly unknown[]): string {
  for (const wish of wishes) {
    if (typeof wish !== 'string') continue;
    const [name = ''] = wish.slice(0, 512).normalize('NFKC').split('@');
    const short = [...name.replace(/\p{C}/gu, '').trim()].slice(0, 64).join('');
    const parsed = usernameSchema.safeParse(short);
    if (parsed.success && /[\p{L}\p{N}]/u.test(short)) return parsed.data;
  }
  return 'user';
}

/** Finds a claim by its name, otherwise by a dotted path: `realm_access.roles`. */
function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const part of name.split('.')) {
    if (!isRecord(at) || !Object.hasOwn(at, part)) return undefined;
    at = at[part];
  }
  return at;
}

function readGroups(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.filter((group) => typeof group === 'string').slice(0, maxGroups);
}
