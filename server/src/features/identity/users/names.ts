// User names and e-mail addresses: what counts as the same, and what cannot be told apart from another's.
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
    // By way of the capitals, which unfold ligatures and the sharp s; its own capital has to be made small first.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

/** E-mail addresses are compared without regard to case. */
export const foldEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** What signing in with this text looks for: names hold no `@`, except one's own address. */
export const isEmailLogin = (login: string): boolean => login.normalize('NFKC').includes('@');

/**
 * Throws `validation_failed` for a name that nobody could see, or that looks like an e-mail address other than the
 * account's own: who signs in by that address must reach the account that owns it.
 */
export function checkNames(username: string, email: string): void {
  if (foldUsername(username) === '') throw invalid(toIssue('body.username', reason('username_invisible')));
  if (isEmailLogin(username) && foldEmail(username) !== foldEmail(email))
    throw invalid(toIssue('body.username', reason('username_is_email')));
}
