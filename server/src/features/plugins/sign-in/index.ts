// Sign-in at plugin services: connects users' accounts and refreshes their tokens.
export { createConnecting } from './connecting.ts';
export { clientKeys, findClient, tokenKeys } from './grants.ts';
export { createTokens, type Tokens } from './tokens.ts';
