// Releases announced by a plugin, and its response to a poll (`releases/…` of the protocol).
import { z } from 'zod';
import { listOf } from './fields.ts';
import { releaseKinds } from './manifest.ts';

/** Text to store. Rejects characters that PostgreSQL cannot store. */
const kept = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(
      (text) => !text.includes('\0') && text.isWellFormed(),
      'NUL and lone surrogates cannot be stored',
    );

const maxSources = 200;
const maxConfigLength = 65_536;

export const registerSchema = z.object({
  sources: z
    .array(
      z.object({
        sourceKey: kept(500),
        displayName: kept(500),
        kind: z.enum(releaseKinds),
        config: z
          .json()
          .optional()
          .refine((config) => JSON.stringify(config ?? null).length <= maxConfigLength),
      }),
    )
    .max(maxSources)
    .refine(
      (sources) => new Set(sources.map((one) => one.sourceKey)).size === sources.length,
      'A key is listed twice',
    ),
});
export type RegisteredSource = z.output<typeof registerSchema>['sources'][number];

export const ofSourceSchema = z.object({ sourceId: z.string().min(1).max(100) });

const maxPage = 1_000;
export const trackedSchema = ofSourceSchema.extend({
  limit: z
    .int()
    .min(1)
    .nullish()
    .transform((limit) => Math.min(limit ?? 200, maxPage)),
  offset: z
    .int()
    .min(0)
    .max(10_000_000)
    .nullish()
    .transform((offset) => offset ?? 0),
});

export const stateSchema = ofSourceSchema.extend({ etag: kept(2_000).nullish() });

export const progressSchema = z.object({
  current: z.number().min(0),
  total: z.number().min(0),
  message: z.string().max(1_000).nullish(),
});

/** Releases below this confidence are rejected. */
const minConfidence = 0.7;
const maxAheadMs = 3_600_000;
const maxNumber = 1_000_000;

const span = z
  .object({ start: z.number().min(0).max(maxNumber), end: z.number().min(0).max(maxNumber) })
  .refine(({ start, end }) => start <= end, 'The end is before the start');
const spans = z
  .array(span)
  .max(200)
  .nullish()
  .transform((list) => list ?? []);
const moment = z.iso.datetime({ offset: true });

const candidateSchema = z
  .object({
    seriesMatch: z.object({
      codexSeriesId: z.string().min(1).max(100),
      confidence: z.number().min(minConfidence).max(1),
    }),
    externalReleaseId: kept(1_000),
    volumes: spans,
    chapters: spans,
    language: kept(20),
    groupOrUploader: kept(300).nullish().catch(null),
    payloadUrl: kept(4_000),
    mediaUrl: kept(4_000).nullish(),
    mediaUrlKind: z.enum(['torrent', 'magnet', 'direct', 'other']).nullish(),
    infoHash: kept(200).nullish().catch(null),
    observedAt: moment,
    releasedAt: moment.nullish().catch(null),
  })
  .refine(({ mediaUrl, mediaUrlKind }) => !mediaUrl || mediaUrlKind, {
    message: 'mediaUrl requires a kind',
    path: ['mediaUrlKind'],
  });
export type Candidate = z.output<typeof candidateSchema>;

/** Throws ZodError. */
export function parseCandidate(params: unknown, nowMs: number): { sourceId: string; candidate: Candidate } {
  const notAhead = candidateSchema.refine(({ observedAt }) => Date.parse(observedAt) <= nowMs + maxAheadMs, {
    message: 'The time is more than an hour in the future',
    path: ['observedAt'],
  });
  return ofSourceSchema.extend({ candidate: notAhead }).parse(params);
}

const pollSchema = z.object({
  candidates: listOf(z.unknown(), 5_000).nullish().catch(null),
  etag: kept(2_000).nullish().catch(null),
  notModified: z.boolean().nullish().catch(false),
  upstreamStatus: z.number().nullish().catch(null),
});
export type PollAnswer = z.output<typeof pollSchema>;

export const parsePoll = (result: unknown): PollAnswer => pollSchema.catch({}).parse(result ?? {});

/** Returns the link if a page may display it. Rejects invalid URLs and schemes that can execute code. */
export const toLink = (address: string | null | undefined): string | null =>
  address && URL.canParse(address) && /^(?:https?|magnet):$/.test(new URL(address).protocol) ? address : null;
