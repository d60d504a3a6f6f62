// Checks the folders of libraries in another process: reading a network share whose server is gone can block for ever, and
// then nothing ends it but the answer of the system.
import { setTimeout as wait } from 'node:timers/promises';
import type { LibraryFolder } from '#catalog/library-folders.ts';
import { Confinement } from '#infrastructure/confinement/confinement.ts';
import { toEntry } from '#infrastructure/program-files.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import { Worker } from '#infrastructure/workers/worker.ts';
import { type Finding, problem } from './finding.ts';
import { type doctorJobs, libraryFolderJob } from './jobs.ts';

const memoryLimitMb = 512;
const callJob = callerOf<typeof doctorJobs>();

interface Options {
  /** The module of the other process. */
  entry?: URL;
  /** For each folder, with the start of the process. */
  timeoutMs?: number;
}

interface Checked {
  findings: Finding[];
  /** Folders that can be read without waiting. */
  answering: LibraryFolder[];
}

export async function checkLibraryFolders(
  folders: readonly LibraryFolder[],
  { entry = toEntry('worker.ts'), timeoutMs = 20_000 }: Options = {},
): Promise<Checked> {
  const start = () =>
    new Worker({
      entry,
      memoryLimitMb,
      priority: 'normal',
      // Reads with all rights of the account.
      confinement: new Confinement('off'),
      allowed: undefined,
    });
  const checked: Checked = { findings: [], answering: [] };
  let worker: Worker | undefined;
  try {
    for (const folder of folders) {
      worker ??= start();
      const finding = await ask(worker, folder, timeoutMs);
      if (finding) checked.answering.push(folder);
      else {
        worker.abandon();
        worker = undefined;
      }
      checked.findings.push(finding ?? toSilent(folder, timeoutMs));
    }
    return checked;
  } finally {
    worker?.end();
  }
}

/** Undefined when the folder does not answer. */
async function ask(worker: Worker, folder: LibraryFolder, timeoutMs: number): Promise<Finding | undefined> {
  const timer = new AbortController();
  try {
    const request = { input: folder, timeoutMs: 2 * timeoutMs, roots: [folder.path] };
    const finding = callJob(worker, libraryFolderJob, request);
    return await Promise.race([finding, wait(timeoutMs, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

const toSilent = ({ library, path }: LibraryFolder, timeoutMs: number): Finding =>
  problem(
    `The folder ${path} of the library "${library}" did not answer within ${timeoutMs / 1000} seconds. Nothing is deleted: its books wait for it.`,
    'Connect the network share or the disk of the folder again.',
  );
