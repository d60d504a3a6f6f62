// The inside of the thread for long queries: one connection that only reads, one query after the other.
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Question } from './reading-thread.ts';
import { openSqliteConnection } from './sqlite-connection.ts';
import { createStatementCache } from './statements.ts';

const database = openSqliteConnection((workerData as { file: string }).file);
database.pragma('query_only = ON');
const statements = createStatementCache((text) => database.prepare<unknown[]>(text).raw());

/** Values one after the other: thousands of rows reach the other thread sooner than as objects. */
function answer({ id, sql, parameters }: Question): Answer {
  try {
    const statement = statements.get(sql);
    const columns = statement.columns().map(({ name }) => name);
    return { id, columns, values: (statement.all(...parameters) as unknown[][]).flat() };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { id, failure: { message, code } };
  }
}

parentPort?.on('message', (question: Question) => {
  parentPort?.postMessage(answer(question));
});
