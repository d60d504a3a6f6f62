// Matching: which series or book of a provider of metadata one of ours is, and what is taken over from it.
import { z } from 'zod';
import { coverSchema } from './covers.ts';
import { reasonSchema as saidSchema } from './errors.ts';
import { count32, id, idParams, int32, jsonValue, storable, time } from './fields.ts';
import { metadataLayers } from './metadata.ts';
import { pageQuery, paginated } from './pagination.ts';
import { json, routes } from './route.ts';
import { type Permission, seriesStatuses } from './values.ts';

const text = (max: number) => storable(z.string().trim().min(1).max(max));
const provider = text(300).meta({ description: 'The package of the plugin.' });
const externalId = text(500).meta({ description: 'What the provider calls it.' });
const fields = z
  .array(text(100))
  .max(100)
  .meta({ description: 'Fields that are taken over; when it is absent all that the provider knows.' });

const matchReasonKinds = [
  ...(['isbn', 'id', 'title', 'title_alike', 'year', 'kind', 'people', 'volumes'] as const),
  ...(['adult', 'ambiguous'] as const),
] as const;
const reasonSchema = z
  .object({
    kind: z.enum(matchReasonKinds),
    isFor: z.boolean().meta({ description: 'Whether it speaks for the match.' }),
    detail: z.string().nullable().meta({ description: 'What the provider says of it.' }),
  })
  .meta({ id: 'MatchReason' });
export type MatchReason = z.infer<typeof reasonSchema>;

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
    score: z.number().meta({ description: '0 to 1; of 1 an id or ISBN has decided.' }),
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
    failures: z.array(failureSchema).meta({ description: 'Providers that could not be asked.' }),
  })
  .meta({ id: 'MatchCandidates' });
export type MatchCandidates = z.infer<typeof candidatesSchema>;

const coversSchema = z
  .object({
    covers: z.array(coverSchema).meta({ description: 'All covers to choose from.' }),
    failures: z.array(failureSchema).meta({ description: 'Pictures that could not be fetched.' }),
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

/** Those that change what was matched. */
const toChangingRoutes = <const N extends 'series' | 'books', const W extends Permission>(
  noun: N,
  writes: W,
) =>
  ({
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
    candidates: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/candidates`,
      summary: 'What it may be at the providers, the likeliest first',
      description: 'They are asked for its titles, or for `query`. Nothing is changed.',
      access: writes,
      params: idParams,
      body: z.object({
        query: text(500).optional(),
        provider: provider.optional().meta({ description: 'This one alone.' }),
      }),
      optionalBody: true,
      answers: { 200: json(candidatesSchema) },
      errors: ['conflict'],
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
    covers: {
      method: 'POST',
      path: `/api/v1/${noun}/{id}/match/covers`,
      summary: 'Fetch the covers of its providers, to choose from',
      description: [
        'Those that the providers name which it is matched with, at most twelve. They are kept; those that are named no more',
        'and not in use go. The cover that is shown stays.',
      ].join(' '),
      access: writes,
      params: idParams,
      answers: { 200: json(coversSchema) },
      errors: asks,
    },
    ...toChangingRoutes(noun, writes),
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

const started = { 202: json(z.object({ taskId: id })) };
const mayMatch = 'series:write';
const ofNoun = z.enum(nouns);

export const matching = routes(
  'Matching of libraries',
  'Matches that the server proposes for the series or books of a library. What is of books needs `books:write`, too.',
  {
    providers: {
      method: 'GET',
      path: '/api/v1/match/providers',
      summary: 'Providers of metadata that are turned on',
      access: mayMatch,
      answers: { 200: json(z.object({ providers: z.array(providerSchema), isOnline: z.boolean() })) },
    },
    propose: {
      method: 'POST',
      path: '/api/v1/libraries/{id}/match',
      summary: 'Look for matches of whatever has none',
      description: [
        'A task. Nothing is changed until somebody accepts a proposal, unless the library says from which score on they are',
        'accepted (`metadataProviders.acceptFrom`). What was looked for before is passed over unless `again` is set; what is',
        'never to be matched always.',
      ].join(' '),
      access: mayMatch,
      params: idParams,
      body: z.object({ noun: ofNoun, again: z.boolean().default(false) }),
      answers: started,
      errors: ['conflict'],
    },
    refresh: {
      method: 'POST',
      path: '/api/v1/libraries/{id}/match/refresh',
      summary: 'Ask the providers again for whatever is matched',
      description: 'A task. They are asked by the ids that were chosen.',
      access: mayMatch,
      params: idParams,
      body: z.object({ noun: ofNoun }),
      answers: started,
      errors: ['conflict'],
    },
    list: {
      method: 'GET',
      path: '/api/v1/match/proposals',
      summary: 'Proposals, the surest first',
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
      summary: 'Accept all proposals from a score on',
      access: mayMatch,
      body: z.object({ noun: ofNoun, libraryId: id.optional(), fromScore: z.number().min(0).max(1) }),
      answers: { 200: json(z.object({ accepted: count32 })) },
    },
    accept: {
      method: 'POST',
      path: '/api/v1/match/proposals/{id}/accept',
      summary: 'Accept a proposal, or some of its fields',
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
      summary: 'Dismiss a proposal',
      access: mayMatch,
      params: idParams,
      body: z.object({
        never: z.boolean().default(false).meta({ description: 'Nothing is proposed for it any more.' }),
      }),
      optionalBody: true,
      answers: { 200: json(proposalSchema) },
      errors: ['conflict'],
    },
    undo: {
      method: 'POST',
      path: '/api/v1/match/proposals/{id}/undo',
      summary: 'Take back that a proposal was accepted or dismissed',
      access: mayMatch,
      params: idParams,
      answers: { 200: json(proposalSchema) },
      errors: ['conflict'],
    },
  },
);
