// The keys of `auth.oidc`: sign-in providers, each a section of a list. In the environment the list is JSON.
import { roleSchema } from '@lectern/contract/identity/permissions';
import { z } from 'zod';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import { address, marks, marksOf, secret } from './marks.ts';
import { bool, list } from './values.ts';

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Returns whether the address can only belong to this machine. */
export const isLoopback = (url: URL): boolean => loopback.test(url.hostname);

const groupName = z.string().min(1).max(256);

/** Fields of a sign-in provider in the file. */
export const oidcProviderShape = {
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'it has to be up to 32 lower-case letters, digits and dashes')
    .describe('Part of addresses and of stored accounts. It must not change.'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .optional()
    .describe('Label of the sign-in button. Without it, the id.'),
  issuer: z
    .url({ protocol: /^https?$/, error: 'it has to be an address such as https://id.example.org' })
    .describe('Issuer exactly as the provider spells it, including a slash at the end.')
    .register(marks, address),
  client_id: z.string().min(1).describe('Id of the client at the provider.'),
  client_secret: z
    .string()
    .min(1)
    .optional()
    .describe('Secret of the client. Omit it for a public client, which uses PKCE only.')
    .register(marks, secret),
  scopes: z
    .preprocess((value) => (typeof value === 'string' ? value.replaceAll(' ', ',') : value), list)
    .transform((scopes) => [...new Set(['openid', ...scopes])])
    .default(['openid', 'profile', 'email'])
    .describe('Requested scopes. Some providers need another scope for groups.'),
  groups_claim: z
    .string()
    .min(1)
    .max(256)
    .default('groups')
    .describe('Claim with the groups of the user. Dots separate nested objects: realm_access.roles.'),
  group_roles: z
    .record(groupName, roleSchema)
    .default({})
    .describe(
      'Role of each group. If set, each sign-in assigns the highest role of the groups, or reader without one.',
    ),
  group_libraries: z
    .record(groupName, list)
    .default({})
    .describe(
      'Libraries of each group by name or id; * for all. If set, each sign-in assigns them, and users without a library cannot sign in. Administrators see all libraries.',
    ),
  auto_create: bool.default(false).describe('Create an account for every user of the provider.'),
  link_by_email: bool
    .default(false)
    .describe(
      'Link a verified e-mail address to the account that has it. Accounts of administrators are never linked.',
    ),
  allow_insecure_http: bool
    .default(false)
    .describe('Accept an issuer without TLS on this machine, for tests.'),
};

/** Keys of a provider, for suggestions. */
export const oidcProviderKeys = Object.keys(oidcProviderShape);

const provider = z
  .preprocess(toSnakeKeys, z.strictObject(oidcProviderShape))
  .refine(({ issuer }) => !issuer.includes('/.well-known/'), {
    path: ['issuer'],
    message: 'it has to be the issuer itself, without /.well-known/…',
  })
  .refine(({ issuer, allow_insecure_http }) => isSafe(URL.parse(issuer), allow_insecure_http), {
    path: ['issuer'],
    message: 'it has to begin with https:// (http:// needs allow_insecure_http and this machine itself)',
  })
  .transform((keys) => ({
    id: keys.id,
    name: keys.name ?? keys.id,
    issuer: keys.issuer,
    clientId: keys.client_id,
    clientSecret: keys.client_secret,
    scopes: keys.scopes,
    groupsClaim: keys.groups_claim,
    groupRoles: keys.group_roles,
    groupLibraries: keys.group_libraries,
    autoCreate: keys.auto_create,
    linkByEmail: keys.link_by_email,
    allowInsecureHttp: keys.allow_insecure_http,
  }));

export type OidcProvider = z.output<typeof provider>;

/** Invalid addresses are reported separately. */
const isSafe = (issuer: URL | null, allowInsecureHttp: boolean): boolean =>
  issuer?.protocol !== 'http:' || (allowInsecureHttp && isLoopback(issuer));

/** Accepts keys of a provider in camel case, too. Names below them (groups) stay unchanged. */
function toSnakeKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), item]),
  );
}

/** Omits the reason, which would quote secrets. */
function parseList(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'it has to be a list in JSON' });
    return z.NEVER;
  }
}

export const oidcShape = {
  providers: z
    .unknown()
    .transform(parseList)
    .pipe(z.array(provider).max(32))
    .refine((providers) => new Set(providers.map(({ id }) => id)).size === providers.length, {
      message: 'provider ids must be unique',
    })
    .default([])
    .describe('Sign-in providers. In a variable: the list as JSON.')
    .register(marks, { kind: 'secret', items: marksOf(oidcProviderShape) }),
  public_url: z
    .url({ protocol: /^https?$/, error: 'it has to be an address such as https://books.example.org' })
    .transform(withoutEndSlashes)
    .optional()
    .describe(
      'Address of the server for browsers at sign-in, with its base path. Without it, server.public_url.',
    ),
};
