// Entry of the bcrypt thread.
import { parentPort } from 'node:worker_threads';
import { compareSync } from 'bcryptjs';
import type { Answer, Question } from './bcrypt-thread.ts';

parentPort?.on('message', ({ id, hash, password }: Question) => {
  const answer: Answer = { id, fits: compareSync(password, hash) };
  parentPort?.postMessage(answer);
});
