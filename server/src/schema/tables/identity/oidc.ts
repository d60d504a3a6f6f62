// Users' identities at sign-in providers, and sign-ins in progress.

/**
 * Unique by provider, issuer and subject: if a provider's issuer changes, its subjects are different users.
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
  /** SHA-256 of the cookie of the browser that started the flow, hex. */
  browserHash: string;
  /** Id of the provider in the configuration, or `plugin:` and the plugin id. */
  provider: string;
  nonce: string;
  /** PKCE code verifier (RFC 7636). */
  codeVerifier: string;
  /** Redirect URI sent to the provider. */
  redirectUri: string;
  /** Path on this server, including the base path. */
  redirectTo: string;
  /** Browser that started the flow (browser-session.ts). Null if no user was signed in there. */
  browserId: string | null;
  /** User who connects an account to a plugin. Null for sign-ins. */
  userId: string | null;
  expiresAt: number;
}
