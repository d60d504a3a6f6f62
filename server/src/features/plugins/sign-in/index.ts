// Sign-in at plugin services: connects users' accounts and refreshes their tokens.
export { Connecting } from './connecting.ts';
export { clientKeys, findClient, tokenKeys } from './grants.ts';
export { Tokens } from './tokens.ts';
