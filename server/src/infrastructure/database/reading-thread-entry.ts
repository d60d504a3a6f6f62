// The inside of the thread for long queries: one connection that only reads, one query after the other.
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Question } from './reading-thread.ts';
import { openSqliteConnection } from './sqlite-connection.ts';
import { createStatementCache } from './statements.ts';

const database = openSqliteConnection((workerData as { file: string }).file);
database.pragma('query_only = ON');
const statements = createStatementCache((text) => database.prepare<unknown[]>(text).raw());
const ofNumbers = createStatementCache((text) => database.prepare<unknown[]>(text).pluck());

/** Values one after the other: thousands of rows reach the other thread sooner than as objects. */
function answer({ id, sql, parameters, isOfNumbers }: Question): Answer {
  try {
    if (isOfNumbers) {
      return { id, numbers: Uint32Array.from(ofNumbers.get(sql).all(...parameters) as number[]) };
    }
    const statement = statements.get(sql);
    const columns = statement.columns().map(({ name }) => name);
    return { id, columns, values: (statement.all(...parameters) as unknown[][]).flat() };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id, failure: { message, code } };
  }
}

parentPort?.on('message', (question: Question) => {
  const answered = answer(question);
  parentPort?.postMessage(answered, 'numbers' in answered ? [answered.numbers.buffer] : []);
});
