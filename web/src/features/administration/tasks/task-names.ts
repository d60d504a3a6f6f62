// What kinds of tasks are called; one that this client does not know is called as the server calls it.
import type { en } from './words/en.ts';

const known = {
  'scanning.scan': 'scan',
  'scanning.put_away': 'putAway',
  'scanning.purge_expired': 'purgeExpired',
  'covers.generate': 'covers',
  'analysis.read': 'analysis',
  'indexing.catch_up': 'indexing',
  'orphans.clean_up': 'orphans',
  'pdf_cache.cleanup': 'pdfCleanup',
  'activity.purge': 'activityPurge',
} as const satisfies Record<string, keyof typeof en>;

type Words = (typeof known)[keyof typeof known];

export const findTaskWords = (type: string): Words | undefined =>
  (known as Record<string, Words | undefined>)[type];
