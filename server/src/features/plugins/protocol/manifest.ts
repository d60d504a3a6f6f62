// The manifest of a plugin, sent in its response to `initialize`. Unknown fields are ignored; missing fields have
// defaults.

import type { PluginFieldKind } from '@lectern/contract/plugins/plugins';
import { toRecord } from '@lectern/contract/records';
import { z } from 'zod';
import { PluginError } from './errors.ts';
import { address, line, listOf, readFields, text } from './fields.ts';

/** Configuration field set by an administrator or user. `type` selects the form input. */
const configFieldSchema = z
  .object({
    key: z.string().min(1).max(100),
    label: line.optional().catch(undefined),
    description: text().nullish().catch(null),
    type: z.unknown().optional(),
    required: z.boolean().nullish().catch(false),
    default: z.json().optional().catch(undefined),
    example: z.json().optional().catch(undefined),
  })
  .transform(({ type, required, label, ...field }) => ({
    ...field,
    label: label ?? field.key,
    description: field.description ?? null,
    required: required ?? false,
    kind: toFieldKind(type),
  }));
export type ConfigField = z.output<typeof configFieldSchema>;

const kindsByType: Readonly<Record<string, PluginFieldKind>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
  'string-array': 'text_list',
};

const toFieldKind = (type: unknown): PluginFieldKind =>
  typeof type === 'string' && Object.hasOwn(kindsByType, type) ? (kindsByType[type] ?? 'json') : 'json';

/** Published plugins use `type`; some protocol documents use `credentialType`. */
const credentialFieldSchema = z
  .object({
    key: z.string().min(1).max(100),
    label: line.optional().catch(undefined),
    description: text().nullish().catch(null),
    required: z.boolean().nullish().catch(false),
    sensitive: z.boolean().nullish().catch(true),
    type: z.unknown().optional(),
    credentialType: z.unknown().optional(),
    placeholder: line.nullish().catch(null),
  })
  .transform(({ type, credentialType, label, ...field }) => ({
    key: field.key,
    label: label ?? field.key,
    description: field.description ?? null,
    required: field.required ?? false,
    isSecret: (type ?? credentialType) === 'password' || field.sensitive !== false,
    placeholder: field.placeholder ?? null,
  }));
type CredentialField = z.output<typeof credentialFieldSchema>;

const metadataKinds = ['series', 'book'] as const;
export type MetadataKind = (typeof metadataKinds)[number];
export const releaseKinds = ['rss-uploader', 'rss-series', 'api-feed', 'metadata-feed'] as const;

const releaseSourceSchema = z.object({
  kinds: listOf(z.enum(releaseKinds)),
  requiresAliases: z.boolean().nullish().catch(false),
  requiresExternalIds: listOf(z.string().min(1).max(100)).nullish().catch([]),
  canAnnounceChapters: z.boolean().nullish().catch(true),
  canAnnounceVolumes: z.boolean().nullish().catch(true),
});

/** URL templates of pages about a series. `{config.<field>}`, `{title}` and `{externalId}` are replaced. */
const webLinksSchema = z.object({
  searchUrlTemplate: z.string().min(1).max(2_000).nullish().catch(null),
  seriesLinks: listOf(
    z.object({ source: z.string().min(1).max(100), urlTemplate: z.string().min(1).max(2_000) }),
  )
    .nullish()
    .catch([]),
});

/** OAuth sign-in of a user at the service (RFC 6749). MyAnimeList supports only the `plain` PKCE challenge. */
const oauthSchema = z
  .object({
    authorizationUrl: address,
    tokenUrl: address,
    scopes: listOf(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/))
      .nullish()
      .catch([]),
    pkce: z
      .union([z.boolean(), z.literal('plain')])
      .nullish()
      .catch(true),
    clientId: z.string().min(1).max(500).nullish().catch(null),
  })
  .transform(({ scopes, pkce, clientId, ...addresses }) => ({
    ...addresses,
    scopes: scopes ?? [],
    challenge: toChallenge(pkce ?? true),
    clientId: clientId ?? null,
  }));
export type OauthDescription = z.output<typeof oauthSchema>;

function toChallenge(pkce: boolean | 'plain'): 'S256' | 'plain' | 'none' {
  if (pkce === 'plain') return 'plain';
  return pkce ? 'S256' : 'none';
}

const schemaFields = (value: unknown): ConfigField[] =>
  listOf(configFieldSchema, 200)
    .catch([])
    .parse(toRecord(value).fields ?? []);

const manifestSchema = z
  .object({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,99}$/),
    displayName: line,
    version: z.string().min(1).max(100),
    description: text(),
    author: line,
    homepage: z.string().max(2_000),
    protocolVersion: z.string().max(20),
    requiredCredentials: listOf(credentialFieldSchema, 100),
    adminSetupInstructions: text(),
    userSetupInstructions: text(),
    userDescription: text(),
    oauth: oauthSchema,
  })
  .partial();

const capabilitySchema = z
  .object({
    metadataProvider: listOf(z.enum(metadataKinds)),
    userReadSync: z.boolean(),
    externalIdSource: z.string().min(1).max(100),
    tracksBooks: z.boolean(),
    userRecommendationProvider: z.boolean(),
    releaseSource: releaseSourceSchema,
    webLinks: webLinksSchema,
  })
  .partial();

export interface Manifest {
  /** Lower case with hyphens. External ids of this plugin have the source `plugin:<name>`. */
  name: string;
  displayName: string;
  version: string;
  description: string | null;
  author: string | null;
  homepage: string | null;
  metadata: MetadataKind[];
  /** Kinds of release sources. Empty for plugins that announce no releases. */
  releases: (typeof releaseKinds)[number][];
  /** Sources of external ids by which it requests series, without `api:` and `plugin:`. */
  neededIds: string[];
  needsAliases: boolean;
  /** Which releases it announces. The server reports the latest local chapter or volume accordingly. */
  announces: { chapters: boolean; volumes: boolean };
  webLinks: z.output<typeof webLinksSchema> | null;
  syncsReading: boolean;
  /** Source of the external ids used for progress sync, without `api:`. */
  syncSource: string | null;
  /** Extension of Lectern: it tracks books instead of series. */
  syncsBooks: boolean;
  recommends: boolean;
  credentials: CredentialField[];
  config: ConfigField[];
  userConfig: ConfigField[];
  /** Null if users do not sign in at its service with OAuth. */
  oauth: OauthDescription | null;
  adminInstructions: string | null;
  userInstructions: string | null;
}

/** Throws PluginError `invalid_answer` if the name or version is missing. */
export function parseManifest(value: unknown): Manifest {
  const { fields, dropped } = readFields(manifestSchema, value);
  if (fields.name === undefined || fields.version === undefined)
    throw new PluginError(
      'invalid_answer',
      `Its manifest has no usable ${dropped.join(', ') || 'name and version'}`,
    );
  const given = toRecord(value);
  const { fields: can } = readFields(capabilitySchema, given.capabilities);
  return {
    name: fields.name,
    displayName: fields.displayName ?? fields.name,
    version: fields.version,
    description: fields.description ?? null,
    author: fields.author ?? null,
    homepage: fields.homepage ?? null,
    metadata: can.metadataProvider ?? [],
    releases: can.releaseSource?.kinds ?? [],
    neededIds: (can.releaseSource?.requiresExternalIds ?? []).map(toBareSource),
    needsAliases: can.releaseSource?.requiresAliases ?? false,
    announces: {
      chapters: can.releaseSource?.canAnnounceChapters ?? true,
      volumes: can.releaseSource?.canAnnounceVolumes ?? true,
    },
    webLinks: can.webLinks ?? null,
    syncsReading: can.userReadSync ?? false,
    syncSource: can.externalIdSource === undefined ? null : toBareSource(can.externalIdSource),
    syncsBooks: can.tracksBooks ?? false,
    recommends: can.userRecommendationProvider ?? false,
    credentials: fields.requiredCredentials ?? [],
    config: schemaFields(given.configSchema),
    userConfig: schemaFields(given.userConfigSchema),
    oauth: fields.oauth ?? null,
    adminInstructions: fields.adminSetupInstructions ?? null,
    userInstructions: fields.userSetupInstructions ?? fields.userDescription ?? null,
  };
}

/** `api:anilist` → `anilist`. */
export const toBareSource = (source: string): string => source.replace(/^(?:api|plugin):/, '');

/** Whether each user has a separate instance. */
export const isPersonal = ({ syncsReading, recommends }: Manifest): boolean => syncsReading || recommends;

/** Whether a task of the plugin needs the network. */
export const usesNetwork = ({ metadata, releases, syncsReading, recommends }: Manifest): boolean =>
  metadata.length > 0 || releases.length > 0 || syncsReading || recommends;
