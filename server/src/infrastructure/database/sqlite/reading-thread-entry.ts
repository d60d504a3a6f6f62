// Entry of the thread for long queries: one read-only connection that runs one query at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { toRecord } from '@lectern/contract/records';
import { messageOf, systemCodeOf } from '#infrastructure/errors.ts';
import { openSqliteConnection } from './connection.ts';
import type { Answer, Question } from './reading-thread.ts';
import { createStatementCache } from './statements.ts';

const database = openSqliteConnection(String(toRecord(workerData).file));
database.pragma('query_only = ON');
const statements = createStatementCache((text) => database.prepare<unknown[], unknown[]>(text).raw());

/** A flat list of values: thousands of rows reach the other thread faster than as objects. */
function answer({ id, sql, parameters }: Question): Answer {
  try {
    const statement = statements.get(sql);
    const columns = statement.columns().map(({ name }) => name);
    return { id, columns, values: statement.all(...parameters).flat() };
  } catch (error) {
    return { id, failure: { message: messageOf(error), code: systemCodeOf(error) } };
  }
}

parentPort?.postMessage('open');
parentPort?.on('message', (question: Question) => {
  parentPort?.postMessage(answer(question));
});
