// The inside of a worker process: every job that reads untrusted bytes, listed once.
import { coverJobs } from '#features/covers/jobs.ts';
import { pageJobs } from '#features/pages/jobs.ts';
import { pdfJobs } from '#features/pdf-cache/jobs.ts';
import { readingJobs } from '#features/reading/jobs.ts';
import { surveyJobs } from '#features/survey/jobs.ts';
import { serveJobs } from '#kernel/workers/child.ts';

serveJobs({ ...surveyJobs, ...readingJobs, ...pageJobs, ...coverJobs, ...pdfJobs });
