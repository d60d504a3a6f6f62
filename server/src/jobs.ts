// Every job of the worker processes, listed once: whatever reads untrusted bytes.

import { importJobs } from '#features/import/reading/jobs.ts';
import { readingJobs } from '#features/ingest/book-parsing/jobs.ts';
import { conversionJobs } from '#features/ingest/conversions/jobs.ts';
import { discoveryJobs } from '#features/ingest/discovery/jobs.ts';
import { fileMetadataJobs } from '#features/ingest/file-metadata/jobs.ts';
import { epubJobs } from '#features/serving/epubs/jobs.ts';
import { pageHashJobs } from '#features/serving/page-hashes/jobs.ts';
import { pageJobs } from '#features/serving/pages/jobs.ts';
import { panelJobs } from '#features/serving/panels/jobs.ts';
import { pdfJobs } from '#features/serving/pdf-cache/jobs.ts';
import { coverJobs } from '#features/serving/thumbnails/jobs.ts';
import { backupJobs } from '#features/system/backup/jobs.ts';
import { doctorJobs } from '#features/system/doctor/jobs.ts';

export const jobs = {
  ...discoveryJobs,
  ...readingJobs,
  ...fileMetadataJobs,
  ...conversionJobs,
  ...epubJobs,
  ...pageJobs,
  ...pageHashJobs,
  ...panelJobs,
  ...coverJobs,
  ...pdfJobs,
  ...backupJobs,
  ...doctorJobs,
  ...importJobs,
};
