// The e-mail address of accounts without one. Does not import zod, so that the client can load it cheaply.

/** RFC 6761 reserves `.invalid`, so the address can never exist. It is unique, like every address. */
const domain = '@no-address.invalid';

export const toNoAddress = (userId: string): string => `${userId}${domain}`;

export const isNoAddress = (email: string): boolean => email.endsWith(domain);
