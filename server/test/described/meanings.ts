// Input that is as described and refused all the same, for a reason that no schema can tell.
import type { Answer } from '../harness/client.ts';

interface Reason {
  /** Of the part that is refused, and what is said about it. */
  path: RegExp;
  message: RegExp;
}

const reasons: readonly Reason[] = [
  // Conditions over what is not gathered there, too many levels, days that no calendar has.
  {
    path: /\bcondition\b/,
    message: /^Unknown field[.]|^A condition can have at most|^Enter a date \(2026-01-31\)/,
  },
  // Of a filter, fields of what it filters.
  { path: /^body\.sort$/, message: /^Unknown field/ },
  // What the input names is not there, or there already.
  { path: /^(?:body|query)\./, message: / does not (?:exist|contain this resource)/ },
  {
    path: /^body\.(?:paths?|maps\.\d+\.to)\b/,
    message:
      /does not exist[.] Check the path|is already listed|overlaps with another library|ENAMETOOLONG|too long/,
  },
  // Schedules, globs, patterns of names and settings of strategies have a language of their own.
  {
    path: /^body\.scanning\.cron|^body\.(?:series|book|number)Config\b|^body\.excludedPatterns\b|^body\.namingPattern$/,
    message: /./,
  },
  // One value decides what another may be.
  { path: /^query\.from$/, message: /^The start must not be after|^The period is too long/ },
  { path: /^query\.granularity$/, message: /^The period has more than 1,000 values/ },
  { path: /^query\.format$/, message: /^This book cannot be converted/ },
  { path: /^body\.ids$/, message: /^An automatic list cannot have/ },
  { path: /^body\.path$/, message: /^Enter either `path` or `paths`/ },
  { path: /^body\.currentPage$/, message: /^The book has \d+ page/ },
  { path: /^body\.username$/, message: /^A user name can be an e-mail address/ },
  { path: /^body\.value$/, message: /^The value must be / },
  // No calendar has the day; the moment is over.
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
