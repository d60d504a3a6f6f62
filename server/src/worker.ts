// Where a worker process begins.
import { serveJobs } from '#kernel/workers/child.ts';
import { jobs } from './jobs.ts';

serveJobs(jobs);
