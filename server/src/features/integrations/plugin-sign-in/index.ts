// Signing in at the services of plugins: accounts of users are connected there, and their tokens kept fresh.
export { createConnecting } from './connecting.ts';
export { clientKeys, findClient, tokenKeys } from './grants.ts';
export { createTokens, type Tokens } from './tokens.ts';
