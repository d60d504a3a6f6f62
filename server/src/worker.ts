// Where a worker process begins.
import { serveJobs } from '#infrastructure/workers/child.ts';
import { jobs } from './jobs.ts';

serveJobs(jobs);
