// Input that matches its schema and is rejected for a reason that a schema cannot express.
import type { Answer } from '../harness/client.ts';

interface Reason {
  /** Path of the rejected field, and the message. */
  path: RegExp;
  message: RegExp;
}

const reasons: readonly Reason[] = [
  // Conditions on fields that the target does not have, too many levels, invalid dates.
  {
    path: /\bcondition\b/,
    message: /^Unknown field[.]|^A condition can have at most|^Enter a date \(2026-01-31\)/,
  },
  // Sort fields that the filtered items do not have.
  { path: /^body\.sort$/, message: /^Unknown field/ },
  // The referenced item does not exist, or exists already.
  { path: /^(?:body|query)\./, message: / does not (?:exist|contain this resource)/ },
  {
    path: /^body\.(?:paths?|maps\.\d+\.to)\b/,
    message:
      /does not exist[.] Check the path|is already listed|overlaps with another library|ENAMETOOLONG|too long/,
  },
  // Schedules, globs, name patterns and strategy settings have their own syntax.
  {
    path: /^body\.scanning\.cron|^body\.(?:series|book|number)Config\b|^body\.excludedPatterns\b|^body\.namingPattern$/,
    message: /./,
  },
  // The valid values depend on another field.
  { path: /^query\.from$/, message: /^The start must not be after|^The period is too long/ },
  { path: /^query\.granularity$/, message: /^The period has more than 1,000 values/ },
  { path: /^query\.format$/, message: /^This book cannot be converted/ },
  { path: /^body\.ids$/, message: /^An automatic list cannot have/ },
  { path: /^body\.path$/, message: /^Enter either `path` or `paths`/ },
  { path: /^body\.currentPage$/, message: /^The book has \d+ page/ },
  { path: /^body\.username$/, message: /^A user name can be an e-mail address/ },
  { path: /^body\.password$/, message: /^Enter the password again/ },
  { path: /^body\.pin$/, message: /^This PIN is easy to guess/ },
  { path: /^body\.value$/, message: /^The value must be / },
  // Dates that do not exist, and times in the past.
  { path: /\breleaseDate$/, message: /^Enter a year, month or day/ },
  { path: /^body\.expiresAt$/, message: /^Enter a time in the future/ },
];

export function isRefusedByMeaning({ body }: Answer): boolean {
  const { details } = body as { details?: { issues?: { path: string; message: string }[] } };
  const issues = details?.issues ?? [];
  const isKnown = (issue: { path: string; message: string }) =>
    reasons.some(({ path, message }) => path.test(issue.path) && message.test(issue.message));
  return issues.length > 0 && issues.every(isKnown);
}
