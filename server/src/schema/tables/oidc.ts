// Identities of people at sign-in providers, and sign-ins in progress.

/**
 * Unique by provider, issuer and subject: where a provider's issuer changes, its subjects are other people.
 * Written by features/identity/oidc.
 */
export interface OidcIdentityTable {
  /** Id of the provider in the configuration. */
  provider: string;
  /** `iss` of the ID token. */
  issuer: string;
  /** `sub` of the ID token: up to 255 ASCII characters. */
  subject: string;
  userId: string;
  createdAt: number;
}

/** Exists from the redirect to another site until the redirect back. Written by features/identity/redirects. */
export interface OidcFlowTable {
  /** SHA-256 of the `state` that the provider returns, hex; unique. */
  stateHash: string;
  /** SHA-256 of the cookie of the browser that began, hex. */
  browserHash: string;
  /** Of the configuration; or `plugin:` and the id of one. */
  provider: string;
  nonce: string;
  /** The code verifier of PKCE (RFC 7636). */
  codeVerifier: string;
  /** The redirect URI that was sent to the provider. */
  redirectUri: string;
  /** Path of this server, with the base path. */
  redirectTo: string;
  /** The browser that began (browser-session.ts); null when nobody was signed in there. */
  browserId: string | null;
  /** Who connects an account to a plugin; null for sign-ins. */
  userId: string | null;
  expiresAt: number;
}
