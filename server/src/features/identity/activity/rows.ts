// Converts actions to rows, and rows to the API format.
import type { Activity } from '@lectern/contract/identity/activity';
import { toOperationId } from '@lectern/contract/openapi';
import { toTime } from '#infrastructure/clock.ts';
import type { ActivityTable } from '#schema/tables/identity/activity.ts';
import type { RecordedAction } from './watch.ts';

/** Time of the action. Ids are ordered like the actions. */
export interface RecordedAt {
  id: string;
  at: number;
}

const maxAgentLength = 300;

export function toRow(
  { kind, mounted, call, actor, via, entity, fields = [] }: RecordedAction,
  { id, at }: RecordedAt,
): ActivityTable {
  const { viewer, request } = call;
  const agent = request.headers['user-agent'];
  return {
    id,
    at,
    kind,
    action: toOperationId(mounted.tag, mounted.name),
    summary: mounted.route.summary,
    userId: actor?.userId ?? null,
    username: actor?.username ?? null,
    via: via ?? viewer?.via ?? null,
    apiKeyId: viewer?.apiKeyId ?? null,
    address: request.ip,
    userAgent: typeof agent === 'string' ? agent.slice(0, maxAgentLength).toWellFormed() : null,
    entityType: entity?.type ?? null,
    entityId: entity?.id ?? null,
    entityName: entity?.name ?? null,
    fields: JSON.stringify(fields),
  };
}

export const toActivity = ({ at, fields, ...row }: ActivityTable): Activity => ({
  ...row,
  at: toTime(at),
  fields: JSON.parse(fields),
});
