// Matching: which series or book of a provider of metadata one of ours is, and what is taken over from it.
import { z } from 'zod';
import { idParams, jsonValue, storable, time } from './fields.ts';
import { metadataLayers } from './metadata.ts';
import { json, routes } from './route.ts';
import type { Permission } from './values.ts';

const text = (max: number) => storable(z.string().trim().min(1).max(max));
const provider = text(300).meta({ description: 'The package of the plugin.' });
const externalId = text(500).meta({ description: 'What the provider calls it.' });
const fields = z
  .array(text(100))
  .max(100)
  .meta({ description: 'Fields that are taken over; when it is absent all that the provider knows.' });

const matchSchema = z
  .object({
    provider,
    providerName: z.string(),
    isHere: z.boolean().meta({ description: 'Whether its plugin is installed and turned on.' }),
    externalId,
    externalUrl: z.string().nullable(),
    fields: z.array(z.string()).nullable().meta({ description: 'Those that were accepted; null for all.' }),
    dropped: z.array(z.string()).meta({ description: 'Fields of which a value could not be taken.' }),
    takenAt: time,
    refreshedAt: time,
  })
  .meta({ id: 'MetadataMatch' });
export type MetadataMatch = z.infer<typeof matchSchema>;

const stateSchema = z
  .object({
    matches: z.array(matchSchema),
    isRefused: z.boolean().meta({ description: 'Nothing is proposed for it.' }),
    canUndo: z.boolean().meta({ description: 'Whether the last change of its matches can be taken back.' }),
  })
  .meta({ id: 'MatchState' });
export type MatchState = z.infer<typeof stateSchema>;

export const changeEffects = ['changes', 'same', 'locked', 'behind'] as const;
const changeSchema = z
  .object({
    field: z.string(),
    before: jsonValue.nullable(),
    after: jsonValue,
    effect: z.enum(changeEffects).meta({
      description: [
        '`changes`: it becomes another value. `same`: it is this already. `locked`: a person has set or locked it.',
        '`behind`: another provider, or the files, go before.',
      ].join(' '),
    }),
    from: z.enum(metadataLayers).nullable().meta({ description: 'Who said what it is now.' }),
  })
  .meta({ id: 'MatchChange' });
export type MatchChange = z.infer<typeof changeSchema>;

const previewSchema = z
  .object({
    provider,
    providerName: z.string(),
    externalId,
    externalUrl: z.string().nullable(),
    changes: z.array(changeSchema),
    dropped: z.array(z.string()),
  })
  .meta({ id: 'MatchPreview' });
export type MatchPreview = z.infer<typeof previewSchema>;

const chosen = { provider, externalId };
const asks = ['conflict', 'plugin_failed', 'unavailable'] as const;

/** The routes of series and of books are the same. */
const toRoutes = <const N extends 'series' | 'books', const R extends Permission, const W extends Permission>(
  noun: N,
  one: string,
  { reads, writes }: { reads: R; writes: W },
) =>
  ({
    state: {
      method: 'GET',
      path: `/api/v1/${noun}/{id}/match`,
      summary: `What a ${one} was matched with`,
      access: reads,
      params: idParams,
      answers: { 200: json(stateSchema) },
    },
    preview: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/preview`,
      summary: 'What a match would change',
      description: 'Asks the provider. Nothing is changed.',
      access: writes,
      params: idParams,
      body: z.object(chosen),
      answers: { 200: json(previewSchema) },
      errors: asks,
    },
    accept: {
      method: 'PUT',
      path: `/api/v1/${noun}/{id}/match`,
      summary: 'Take over what a provider knows',
      description: [
        'It lies below what people have set and above what the files say. The id is kept: what the provider says later is',
        'asked for by it.',
      ].join(' '),
      access: writes,
      params: idParams,
      body: z.object({ ...chosen, fields: fields.optional() }),
      answers: { 200: json(stateSchema) },
      errors: asks,
    },
    refresh: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/refresh`,
      summary: 'Ask the providers again, by the ids that were chosen',
      access: writes,
      params: idParams,
      answers: { 200: json(stateSchema) },
      errors: asks,
    },
    undo: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/undo`,
      summary: 'Take back the last change of matches',
      description: 'What providers said before counts again. 409 where there is nothing to take back.',
      access: writes,
      params: idParams,
      answers: { 200: json(stateSchema) },
      errors: ['conflict'],
    },
    refuse: {
      method: 'PUT',
      path: `/api/v1/${noun}/{id}/match/refusal`,
      summary: 'Never match, or match again',
      access: writes,
      params: idParams,
      body: z.object({ isRefused: z.boolean() }),
      answers: { 200: json(stateSchema) },
    },
    remove: {
      method: 'DELETE',
      path: `/api/v1/${noun}/{id}/match`,
      summary: 'Forget a match, and what its provider said',
      access: writes,
      params: idParams,
      query: z.object({ provider: provider.optional().meta({ description: 'All of them when absent.' }) }),
      answers: { 200: json(stateSchema) },
    },
  }) as const;

export const seriesMatching = routes(
  'Matching of series',
  'Which series of a provider of metadata one of ours is.',
  toRoutes('series', 'series', { reads: 'series:read', writes: 'series:write' }),
);
export const bookMatching = routes(
  'Matching of books',
  'Which book of a provider of metadata one of ours is.',
  toRoutes('books', 'book', { reads: 'books:read', writes: 'books:write' }),
);
