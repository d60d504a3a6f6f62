// User names and e-mail addresses: which count as equal, and which could be confused with another user's.
import { invalid, reason, toIssue } from '#infrastructure/errors.ts';

/**
 * The form in which user names are compared: compatibility forms, case and invisible characters make no difference
 * (`Ａnna`, `ANNA` and `anna` are one; `Straße` is `strasse`).
 */
export const foldUsername = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    // Upper case first, which expands ligatures and the sharp s; the capital sharp s has to be lowered before.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

/** E-mail addresses are compared without regard to case. */
export const foldEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** The column that a login is looked up in: names hold no `@`, except one's own address. */
export const isEmailLogin = (login: string): boolean => login.normalize('NFKC').includes('@');

/**
 * Throws `validation_failed` for an invisible name, or one that looks like an e-mail address other than the account's
 * own: signing in by that address must lead to the account that owns it.
 */
export function checkNames(username: string, email: string): void {
  if (foldUsername(username) === '') throw invalid(toIssue('body.username', reason('username_invisible')));
  if (isEmailLogin(username) && foldEmail(username) !== foldEmail(email))
    throw invalid(toIssue('body.username', reason('username_is_email')));
}
