// Refusals of values, in plain words.
import type { z } from 'zod';

/** The expected value: `it has to be 1 or more`. */
export function explainValue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `it has to be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'string'
        ? `it has to have ${issue.minimum} characters or more`
        : `it has to be ${issue.minimum} or more`;
    case 'too_big':
      return issue.origin === 'string'
        ? `it has to have ${issue.maximum} characters or fewer`
        : `it has to be ${issue.maximum} or less`;
    case 'invalid_value':
      return `it has to be one of ${issue.values.join(', ')}`;
    case 'invalid_union': {
      const [reason] = issue.errors.flat().filter(({ code }) => code !== 'invalid_type');
      return reason ? explainValue(reason) : 'it is of the wrong type';
    }
    default:
      return issue.message;
  }
}

const kinds: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  object: 'a section with keys of its own',
  array: 'a list',
};
