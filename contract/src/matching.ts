// Matching: links series and books to entries of metadata providers, and applies their metadata.
import { z } from 'zod';
import { reasonSchema as saidSchema } from './errors.ts';
import { count32, id, idParams, int32, jsonValue, storable, time } from './fields.ts';
import { metadataLayers } from './libraries/metadata.ts';
import { pageQuery, paginated } from './pagination.ts';
import { json, routes } from './route.ts';
import { coverSchema } from './serving/covers.ts';
import { type Permission, seriesStatuses } from './values.ts';

const text = (max: number) => storable(z.string().trim().min(1).max(max));
const provider = text(300).meta({ description: 'Plugin package.' });
const externalId = text(500).meta({ description: 'Id at the provider.' });
const fields = z
  .array(text(100))
  .max(100)
  .meta({ description: 'Fields to apply. All available fields if omitted.' });

const matchReasonKinds = [
  ...(['isbn', 'id', 'title', 'title_alike', 'year', 'kind', 'people', 'publisher', 'volumes'] as const),
  ...(['adult', 'ambiguous'] as const),
] as const;
const reasonSchema = z
  .object({
    kind: z.enum(matchReasonKinds),
    isFor: z.boolean().meta({ description: 'Whether it supports the match.' }),
    detail: z.string().nullable().meta({ description: 'Value at the provider. Null if unknown.' }),
  })
  .meta({ id: 'MatchReason' });
export type MatchReason = z.infer<typeof reasonSchema>;

const matchSchema = z
  .object({
    provider,
    providerName: z.string(),
    isHere: z.boolean().meta({ description: 'Whether the plugin is installed and enabled.' }),
    externalId,
    externalUrl: z.string().nullable(),
    fields: z.array(z.string()).nullable().meta({ description: 'Accepted fields. Null for all fields.' }),
    dropped: z.array(z.string()).meta({ description: 'Fields with a value that could not be applied.' }),
    takenAt: time,
    refreshedAt: time,
  })
  .meta({ id: 'MetadataMatch' });
export type MetadataMatch = z.infer<typeof matchSchema>;

const stateSchema = z
  .object({
    matches: z.array(matchSchema),
    isRefused: z.boolean().meta({ description: 'Whether matching is disabled for this item.' }),
    canUndo: z.boolean().meta({ description: 'Whether the last change of matches can be undone.' }),
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
      description:
        '`changes`: the value changes. `same`: the value is the same. `locked`: the field is set or locked by a user. `behind`: another provider or the files have precedence.',
    }),
    from: z
      .enum(metadataLayers)
      .nullable()
      .meta({ description: 'Source of the current value. Null if there is no value.' }),
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

const candidateSchema = z
  .object({
    provider,
    providerName: z.string(),
    externalId,
    title: z.string(),
    alternateTitles: z.array(z.string()),
    year: int32.nullable(),
    format: z.string().nullable(),
    status: z.enum(seriesStatuses).nullable(),
    authors: z.array(z.string()),
    description: z.string().nullable(),
    coverUrl: z.string().nullable(),
    score: z.number().meta({ description: 'Confidence from 0 to 1. 1 stands for a match by id or ISBN.' }),
    reasons: z.array(reasonSchema),
  })
  .meta({ id: 'MatchCandidate' });
export type MatchCandidate = z.infer<typeof candidateSchema>;

const failureSchema = z
  .object({
    provider,
    providerName: z.string(),
    message: z.string(),
    reason: saidSchema.nullable(),
  })
  .meta({ id: 'MatchFailure' });
export type MatchFailure = z.infer<typeof failureSchema>;

const candidatesSchema = z
  .object({
    candidates: z.array(candidateSchema),
    providers: z
      .array(z.object({ provider, name: z.string() }))
      .meta({ description: 'Providers that were searched.' }),
    failures: z.array(failureSchema).meta({ description: 'Providers that could not be requested.' }),
  })
  .meta({ id: 'MatchCandidates' });
export type MatchCandidates = z.infer<typeof candidatesSchema>;

const coversSchema = z
  .object({
    covers: z.array(coverSchema).meta({ description: 'All available covers.' }),
    failures: z.array(failureSchema).meta({ description: 'Covers that could not be downloaded.' }),
  })
  .meta({ id: 'MatchCovers' });
export type MatchCovers = z.infer<typeof coversSchema>;

const nouns = ['series', 'books'] as const;
const proposalStates = ['pending', 'accepted', 'dismissed'] as const;
export type ProposalState = (typeof proposalStates)[number];

const proposalSchema = z
  .object({
    id,
    noun: z.enum(nouns),
    subject: z.object({ id, libraryId: id, title: z.string(), seriesTitle: z.string().nullable() }),
    state: z.enum(proposalStates),
    isRefused: z.boolean(),
    candidate: candidateSchema,
    alternatives: z.array(candidateSchema),
    changes: z.array(changeSchema),
    dropped: z.array(z.string()),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'MatchProposal' });
export type MatchProposal = z.infer<typeof proposalSchema>;

const providerSchema = z
  .object({ provider, name: z.string(), knows: z.array(z.enum(nouns)), isReady: z.boolean() })
  .meta({ id: 'MetadataProvider' });
export type MetadataProvider = z.infer<typeof providerSchema>;

const chosen = { provider, externalId };
const asks = ['conflict', 'plugin_failed', 'unavailable'] as const;

/** Operations that change matches. */
const toChangingRoutes = <const N extends 'series' | 'books', const W extends Permission>(
  noun: N,
  writes: W,
) =>
  ({
    undo: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/undo`,
      summary: 'Undo the last change of matches',
      description: 'Restores the previous metadata of providers. Returns 409 if there is no change to undo.',
      access: writes,
      params: idParams,
      answers: { 200: json(stateSchema) },
      errors: ['conflict'],
    },
    refuse: {
      method: 'PUT',
      path: `/api/v1/${noun}/{id}/match/refusal`,
      summary: 'Disable or enable matching',
      description: 'Items with disabled matching are excluded from proposals.',
      access: writes,
      params: idParams,
      body: z.object({ isRefused: z.boolean() }),
      answers: { 200: json(stateSchema) },
    },
    remove: {
      method: 'DELETE',
      path: `/api/v1/${noun}/{id}/match`,
      summary: 'Remove a match',
      description: 'Deletes the link and the metadata of its provider.',
      access: writes,
      params: idParams,
      query: z.object({
        provider: provider
          .optional()
          .meta({ description: 'Provider of the match. All providers if omitted.' }),
      }),
      answers: { 200: json(stateSchema) },
    },
  }) as const;

/** Operations that series and books share. */
const toRoutes = <const N extends 'series' | 'books', const R extends Permission, const W extends Permission>(
  noun: N,
  singular: string,
  { reads, writes }: { reads: R; writes: W },
) =>
  ({
    state: {
      method: 'GET',
      path: `/api/v1/${noun}/{id}/match`,
      summary: `Get the matches of a ${singular}`,
      description: 'Returns the linked providers and the state of matching.',
      access: reads,
      params: idParams,
      answers: { 200: json(stateSchema) },
    },
    candidates: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/candidates`,
      summary: 'Search match candidates',
      description:
        "Searches the providers for the item's titles or for `query`. Returns the most likely candidates first. Nothing is changed.",
      access: writes,
      params: idParams,
      body: z.object({
        query: text(500).optional(),
        provider: provider.optional().meta({ description: 'Provider to search. All providers if omitted.' }),
      }),
      optionalBody: true,
      answers: { 200: json(candidatesSchema) },
      errors: ['conflict'],
    },
    preview: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/preview`,
      summary: 'Preview a match',
      description: 'Requests the metadata from the provider and returns the changes. Nothing is changed.',
      access: writes,
      params: idParams,
      body: z.object(chosen),
      answers: { 200: json(previewSchema) },
      errors: asks,
    },
    accept: {
      method: 'PUT',
      path: `/api/v1/${noun}/{id}/match`,
      summary: 'Apply a match',
      description:
        'Stores the metadata of the provider, with precedence over files and below values set by users. The id is stored for later refreshes.',
      access: writes,
      params: idParams,
      body: z.object({ ...chosen, fields: fields.optional() }),
      answers: { 200: json(stateSchema) },
      errors: asks,
    },
    refresh: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/refresh`,
      summary: 'Refresh matches',
      description: 'Requests the metadata again from the linked providers.',
      access: writes,
      params: idParams,
      answers: { 200: json(stateSchema) },
      errors: asks,
    },
    covers: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/covers`,
      summary: 'Download provider covers',
      description:
        'Downloads the covers of the linked providers, at most twelve, and returns all available covers. Covers that are no longer offered and not selected are deleted. The selected cover does not change.',
      access: writes,
      params: idParams,
      answers: { 200: json(coversSchema) },
      errors: asks,
    },
    ...toChangingRoutes(noun, writes),
  }) as const;

export const seriesMatching = routes(
  'Matching of series',
  'Links between series and entries of metadata providers.',
  toRoutes('series', 'series', { reads: 'series:read', writes: 'series:write' }),
);
export const bookMatching = routes(
  'Matching of books',
  'Links between books and entries of metadata providers.',
  toRoutes('books', 'book', { reads: 'books:read', writes: 'books:write' }),
);

const started = { 202: json(z.object({ taskId: id })) };
const mayMatch = 'series:write';
const ofNoun = z.enum(nouns);

export const matching = routes(
  'Matching of libraries',
  'Match proposals for the series or books of a library. Operations on books also require `books:write`.',
  {
    providers: {
      method: 'GET',
      path: '/api/v1/match/providers',
      summary: 'List metadata providers',
      description: 'Returns the enabled providers, and whether Internet access is allowed.',
      access: mayMatch,
      answers: { 200: json(z.object({ providers: z.array(providerSchema), isOnline: z.boolean() })) },
    },
    propose: {
      method: 'POST',
      path: '/api/v1/libraries/{id}/match',
      summary: 'Search matches for a library',
      description:
        'Starts a task for series or books without a match. Nothing is changed until a proposal is accepted, unless the library accepts matches automatically (`metadataProviders.acceptFrom`). Skips items that were searched before unless `again` is set, and items with disabled matching.',
      access: mayMatch,
      params: idParams,
      body: z.object({ noun: ofNoun, again: z.boolean().default(false) }),
      answers: started,
      errors: ['conflict'],
    },
    refresh: {
      method: 'POST',
      path: '/api/v1/libraries/{id}/match/refresh',
      summary: 'Refresh the matches of a library',
      description: 'Starts a task that requests the metadata again from the linked providers.',
      access: mayMatch,
      params: idParams,
      body: z.object({ noun: ofNoun }),
      answers: started,
      errors: ['conflict'],
    },
    list: {
      method: 'GET',
      path: '/api/v1/match/proposals',
      summary: 'List match proposals',
      description: 'Returns proposals with the highest score first.',
      access: mayMatch,
      query: pageQuery.extend({
        noun: ofNoun.default('series'),
        libraryId: id.optional(),
        state: z.enum(proposalStates).default('pending'),
      }),
      answers: { 200: json(paginated(proposalSchema)) },
    },
    acceptMany: {
      method: 'POST',
      path: '/api/v1/match/proposals/accept',
      summary: 'Accept proposals by score',
      description: 'Accepts all proposals with at least the given score, and returns their number.',
      access: mayMatch,
      body: z.object({ noun: ofNoun, libraryId: id.optional(), fromScore: z.number().min(0).max(1) }),
      answers: { 200: json(z.object({ accepted: count32 })) },
    },
    accept: {
      method: 'POST',
      path: '/api/v1/match/proposals/{id}/accept',
      summary: 'Accept a match proposal',
      description: 'Applies all fields or the given ones. Returns 409 if the proposal was accepted before.',
      access: mayMatch,
      params: idParams,
      body: z.object({ fields: fields.optional() }),
      optionalBody: true,
      answers: { 200: json(proposalSchema) },
      errors: ['conflict'],
    },
    dismiss: {
      method: 'POST',
      path: '/api/v1/match/proposals/{id}/dismiss',
      summary: 'Dismiss a match proposal',
      description:
        'Removes it from the list of open proposals. Returns 409 if the proposal was accepted before.',
      access: mayMatch,
      params: idParams,
      body: z.object({
        never: z.boolean().default(false).meta({ description: 'Whether to disable matching for the item.' }),
      }),
      optionalBody: true,
      answers: { 200: json(proposalSchema) },
      errors: ['conflict'],
    },
    undo: {
      method: 'POST',
      path: '/api/v1/match/proposals/{id}/undo',
      summary: 'Undo a decision on a proposal',
      description:
        'Reopens an accepted or dismissed proposal and restores the previous metadata. Returns 409 if it cannot be undone.',
      access: mayMatch,
      params: idParams,
      answers: { 200: json(proposalSchema) },
      errors: ['conflict'],
    },
  },
);
