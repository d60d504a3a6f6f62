// User names and e-mail addresses: which are equal, and which could be confused with those of another user.
import { invalid, reason, toIssue } from '#infrastructure/errors.ts';

/**
 * The form in which user names are compared. Compatibility forms, case and invisible characters are ignored (`Ａnna`,
 * `ANNA` and `anna` are equal; `Straße` equals `strasse`).
 */
export const foldUsername = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    // Converting to upper case first expands ligatures and the sharp s. The capital sharp s has to be lowered before.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

/** E-mail addresses are compared case-insensitively. */
export const foldEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** Returns the column for a login. Names contain no `@`, except the account's own address. */
export const isEmailLogin = (login: string): boolean => login.normalize('NFKC').includes('@');

/**
 * Throws `validation_failed` for an invisible name, or one that looks like an e-mail address other than the account's
 * own: signing in with an address must lead to the account that owns it.
 */
export function checkNames(username: string, email: string): void {
  if (foldUsername(username) === '') throw invalid(toIssue('body.username', reason('username_invisible')));
  if (isEmailLogin(username) && foldEmail(username) !== foldEmail(email))
    throw invalid(toIssue('body.username', reason('username_is_email')));
}
