// The bus for the kind of database: within this process, or between all that share it.
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import type { Log } from '#infrastructure/log.ts';
import { type EventBus, LocalBus } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';

export async function openEvents({ postgres }: OpenedDatabase, log: Log): Promise<EventBus> {
  return postgres ? createPostgresBus({ ...postgres, log }) : new LocalBus(log);
}
