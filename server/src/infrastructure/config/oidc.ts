// The keys of `auth.oidc`: sign-in providers, each a section of a list. In the environment the list is JSON.
import { roleSchema } from '@lectern/contract/permissions';
import { z } from 'zod';
import { withoutEndSlashes } from '#infrastructure/text/end-slashes.ts';
import { address, marks, marksOf, secret } from './marks.ts';
import { bool, list } from './values.ts';

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Whether the address can only be of this machine. */
export const isLoopback = (url: URL): boolean => loopback.test(url.hostname);

const groupName = z.string().min(1).max(256);

const shape = {
  /** Part of addresses and of stored identities: must not change. */
  id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'it has to be up to 32 lower-case letters, digits and dashes'),
  /** Label of the button; by default the id. */
  name: z.string().trim().min(1).max(64).optional(),
  /** Exactly as the provider spells it, a slash at the end included. */
  issuer: z
    .url({ protocol: /^https?$/, error: 'it has to be an address such as https://id.example.org' })
    .register(marks, address),
  client_id: z.string().min(1),
  /** Omitted for a public client, which only PKCE protects. */
  client_secret: z.string().min(1).optional().register(marks, secret),
  scopes: z
    .preprocess((value) => (typeof value === 'string' ? value.replaceAll(' ', ',') : value), list)
    .transform((scopes) => [...new Set(['openid', ...scopes])])
    .default(['openid', 'profile', 'email']),
  /** Claim that lists the person's groups; dots lead into objects (`realm_access.roles`). */
  groups_claim: z.string().min(1).max(256).default('groups'),
  /** Group → role. If not empty, the role is set at each sign-in: the highest of the groups', else reader. */
  group_roles: z.record(groupName, roleSchema).default({}),
  /**
   * Group → libraries by name or id, `*` for all. If not empty, libraries are set at each sign-in; people without any
   * are refused. Administrators are not restricted.
   */
  group_libraries: z.record(groupName, list).default({}),
  /** Create an account for every person of the provider. */
  auto_create: bool.default(false),
  /** Link by a verified e-mail address to the account that has it; never to an administrator's. */
  link_by_email: bool.default(false),
  /** Without TLS, to this machine only: for tests. */
  allow_insecure_http: bool.default(false),
};

/** Keys of a provider, for suggestions. */
export const oidcProviderKeys = Object.keys(shape);

const provider = z
  .preprocess(toSnakeKeys, z.strictObject(shape))
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

/** Invalid addresses have an issue already. */
const isSafe = (issuer: URL | null, allowInsecureHttp: boolean): boolean =>
  issuer?.protocol !== 'http:' || (allowInsecureHttp && isLoopback(issuer));

/** Accepts keys of a provider in camel case, too. Names below them (groups) stay unchanged. */
function toSnakeKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), item]),
  );
}

/** Without the reason, which would quote secrets. */
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
      message: 'each provider needs an id of its own',
    })
    .default([])
    .describe('Sign-in providers. In a variable: the list as JSON.')
    .register(marks, { kind: 'secret', items: marksOf(shape) }),
  public_url: z
    .url({ protocol: /^https?$/, error: 'it has to be an address such as https://books.example.org' })
    .transform(withoutEndSlashes)
    .optional()
    .describe(
      'Address of the server for browsers at sign-in, with its base path. Without it, server.public_url.',
    ),
};
