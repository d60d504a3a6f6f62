// Every job of the worker processes, listed once: whatever reads untrusted bytes.
import { backupJobs } from '#features/backup/jobs.ts';
import { coverJobs } from '#features/covers/jobs.ts';
import { pageJobs } from '#features/pages/jobs.ts';
import { pdfJobs } from '#features/pdf-cache/jobs.ts';
import { readingJobs } from '#features/reading/jobs.ts';
import { surveyJobs } from '#features/survey/jobs.ts';

export const jobs = { ...surveyJobs, ...readingJobs, ...pageJobs, ...coverJobs, ...pdfJobs, ...backupJobs };
