// People as sign-in providers name them, and sign-ins that are under way.

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

/** Lives from the redirect to the provider until the way back, once. Written by features/identity/oidc. */
export interface OidcFlowTable {
  /** SHA-256 of the `state` that the provider gives back, hex; unique. */
  stateHash: string;
  /** SHA-256 of the cookie of the browser that began, hex. */
  browserHash: string;
  provider: string;
  nonce: string;
  /** The secret half of PKCE. */
  codeVerifier: string;
  /** Address that the provider was told to send the browser back to. */
  redirectUri: string;
  /** Path of our own, with the base path. */
  redirectTo: string;
  /** The browser that began (browser-session.ts); null when nobody was signed in there. */
  browserId: string | null;
  expiresAt: number;
}
