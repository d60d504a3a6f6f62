// Plugins for metadata, progress sync and releases.
import { z } from 'zod';
import { count32, id, idParams, int32, jsonValue, storable, time } from '../fields.ts';
import { empty, json, routes } from '../route.ts';
import { seriesStatuses } from '../values.ts';
import { installSchema, uploadQuery } from './install.ts';
import { authorizeSchema, callbackSchema } from './sign-in.ts';

const pluginStates = [
  'disabled',
  'failed',
  'offline',
  'unrestricted',
  'needs_setup',
  'waiting',
  'ready',
] as const;
export type PluginState = (typeof pluginStates)[number];
const pluginFieldKinds = ['text', 'number', 'boolean', 'text_list', 'json'] as const;
export type PluginFieldKind = (typeof pluginFieldKinds)[number];

const text = (max: number) => storable(z.string().min(1).max(max));

const fieldSchema = z
  .object({
    key: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    kind: z.enum(pluginFieldKinds),
    required: z.boolean(),
    default: jsonValue.optional(),
    example: jsonValue.optional(),
  })
  .meta({ id: 'PluginField', description: 'Value in the configuration of a plugin.' });
export type PluginField = z.infer<typeof fieldSchema>;

const credentialFieldSchema = z
  .object({
    key: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    required: z.boolean(),
    isSecret: z.boolean(),
    placeholder: z.string().nullable(),
    isSet: z.boolean().meta({ description: 'Whether the credential is set. Its value is never returned.' }),
  })
  .meta({ id: 'PluginCredential' });
export type PluginCredential = z.infer<typeof credentialFieldSchema>;

/** JSON object with a limited number of characters. */
export const maxPluginConfig = 65_536;
const configSchema = z
  .record(z.string().min(1).max(100), jsonValue)
  .refine(
    (config) => JSON.stringify(config).length <= maxPluginConfig && JSON.stringify(config).isWellFormed(),
  );
const credentialsSchema = z
  .record(text(100), storable(z.string().max(8_192)).nullable())
  .refine((credentials) => Object.keys(credentials).length <= 50)
  .meta({
    description: 'Credentials to change. Null removes a credential; omitted ones are left unchanged.',
  });

const formShape = {
  config: z.record(z.string(), jsonValue),
  configFields: z.array(fieldSchema),
  credentials: z.array(credentialFieldSchema),
  instructions: z.string().nullable(),
};

const kind = z.enum(['series', 'book']);

const pluginSchema = z
  .object({
    id,
    package: z.string().meta({ description: 'Package name.' }),
    version: z.string(),
    origin: z.enum(['registry', 'upload', 'folder', 'built_in']).meta({
      description: 'Origin. `built_in` providers can be turned off but not removed.',
    }),
    folder: z.string().nullable(),
    name: z.string().nullable().meta({
      description: 'Name in external ids (`plugin:<name>`). Null until the first start.',
    }),
    displayName: z.string(),
    description: z.string().nullable(),
    author: z.string().nullable(),
    homepage: z.string().nullable(),
    isEnabled: z.boolean(),
    state: z.enum(pluginStates).meta({
      description:
        '`disabled`: turned off. `failed`: turned off by the server after repeated failures. `offline`: Internet access is turned off (`online.enabled`). `unrestricted`: does not start, because the system cannot restrict the plugin and `acceptsUnrestricted` is false. `waiting`: failed, and is retried later. `needs_setup`: configuration or credentials are missing or rejected. `ready`: working or not used yet.',
    }),
    failure: z.object({ message: z.string(), count: count32, at: time }).nullable().meta({
      description: 'Last failure and number of consecutive failures. Null after a success.',
    }),
    isRestricted: z.boolean().meta({
      description:
        'Whether the process can access only its own folders and the network, and cannot start other programs. An unrestricted plugin has the permissions of the server account: a program that is not JavaScript, and every plugin on a system that cannot confine processes.',
    }),
    acceptsUnrestricted: z.boolean().meta({
      description:
        'Whether an administrator accepts that this version runs without restrictions. Otherwise it starts only where `isRestricted` is true.',
    }),
    can: z.object({
      metadata: z.array(kind),
      releases: z.boolean(),
      syncReading: z.boolean(),
      recommend: z.boolean(),
    }),
    ...formShape,
    callsPerMinute: count32.meta({ description: 'Limit of calls per minute. 0 for no limit.' }),
    timeoutSeconds: int32,
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Plugin' });
export type Plugin = z.infer<typeof pluginSchema>;

const patchSchema = z.object({
  isEnabled: z.boolean().optional(),
  config: configSchema.optional(),
  credentials: credentialsSchema.optional(),
  acceptsUnrestricted: z.boolean().optional().meta({
    description:
      'Whether the installed version may run without restrictions. False stops a plugin that the system cannot restrict.',
  }),
  callsPerMinute: z.int().min(0).max(10_000).optional(),
  timeoutSeconds: z.int().min(1).max(300).optional(),
});
export type PatchPlugin = z.infer<typeof patchSchema>;

const logSchema = z.object({
  lines: z.array(z.object({ at: time, level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string() })),
});
export type PluginLog = z.infer<typeof logSchema>;

const searchResultSchema = z
  .object({
    externalId: z.string(),
    title: z.string(),
    alternateTitles: z.array(z.string()),
    year: int32.nullable(),
    coverUrl: z.string().nullable(),
    relevance: z.number().nullable(),
    description: z.string().nullable(),
    status: z.enum(seriesStatuses).nullable(),
    authors: z.array(z.string()),
    format: z.string().nullable(),
  })
  .meta({ id: 'PluginSearchResult' });
export type PluginSearchResult = z.infer<typeof searchResultSchema>;

export const searchSchema = z.object({
  kind,
  query: text(500),
  limit: z.int().min(1).max(50).default(10),
});

export const matchSchema = z.object({
  kind,
  title: text(500),
  authors: z.array(text(200)).max(20).optional(),
  isbn: text(20).optional(),
  year: z.int().min(1).max(9_999).optional(),
});
export type PluginMatchRequest = z.infer<typeof matchSchema>;
const matchAnswerSchema = z
  .object({
    match: searchResultSchema.nullable(),
    confidence: z.number().nullable(),
    alternatives: z.array(searchResultSchema),
  })
  .meta({ id: 'PluginMatch' });
export type PluginMatch = z.infer<typeof matchAnswerSchema>;

export const metadataSchema = z.object({ kind, externalId: text(500) });
const metadataAnswerSchema = z
  .object({
    fields: z.record(z.string(), jsonValue),
    dropped: z.array(z.string()).meta({ description: 'Fields with values that violate the protocol.' }),
  })
  .meta({
    id: 'PluginMetadata',
    description: 'Metadata of a series or book, with field names of the plugin protocol.',
  });
export type PluginMetadata = z.infer<typeof metadataAnswerSchema>;

const ownPluginStates = ['disabled', 'not_connected', 'refused', 'ready'] as const;
export type OwnPluginState = (typeof ownPluginStates)[number];

const ownPluginSchema = z
  .object({
    id,
    displayName: z.string(),
    description: z.string().nullable(),
    isEnabled: z.boolean().meta({ description: 'Whether the caller enabled the plugin.' }),
    state: z.enum(ownPluginStates).meta({
      description:
        '`disabled`: turned off by the caller. `not_connected`: configuration or credentials are missing. `refused`: the service rejected the credentials, and the account must be connected again. `ready`: working or not used yet.',
    }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'Reason why the service rejected the credentials. Null if it did not.' }),
    canConnect: z
      .boolean()
      .meta({ description: 'Whether the account is connected by a sign-in at the service.' }),
    isConnected: z.boolean().meta({ description: 'Whether credentials for the service are stored.' }),
    ...formShape,
  })
  .meta({ id: 'OwnPlugin', description: 'Plugin with a separate instance for each user.' });
export type OwnPlugin = z.infer<typeof ownPluginSchema>;
const ownPatchSchema = patchSchema.pick({ isEnabled: true, config: true, credentials: true });
export type PatchOwnPlugin = z.infer<typeof ownPatchSchema>;

const admin = 'system:admin';

export const plugins = routes(
  'Plugins',
  'Plugins for metadata, progress sync and releases. Administrators install them; plugins are not downloaded at start, and run only while `online.enabled` is on.',
  {
    list: {
      method: 'GET',
      path: '/api/v1/admin/plugins',
      summary: 'List plugins',
      description: 'Returns all plugins sorted by name, and whether Internet access is allowed.',
      access: admin,
      answers: { 200: json(z.object({ plugins: z.array(pluginSchema), isOnline: z.boolean() })) },
    },
    install: {
      method: 'POST',
      path: '/api/v1/admin/plugins',
      summary: 'Install a plugin',
      description:
        'Installs a package from the registry or a folder. For an installed package, replaces the version and keeps the configuration. New plugins are turned off. Installation runs no code of the package. Returns 403 for an API key. Returns 409 with the reason `plugin_unrestricted` for an unrestricted plugin without `acceptsUnrestricted`.',
      access: admin,
      body: installSchema,
      answers: { 200: json(pluginSchema, 'Version replaced'), 201: json(pluginSchema, 'Installed') },
      errors: ['conflict', 'not_found', 'plugin_failed'],
    },
    upload: {
      method: 'POST',
      path: '/api/v1/admin/plugins/upload',
      summary: 'Upload a plugin',
      description:
        'Expects a package archive (`.tgz`) of at most 20 MiB in the multipart field `file`. Returns 403 for an API key. Returns 409 with the reason `plugin_unrestricted` for an unrestricted plugin without `acceptsUnrestricted`.',
      access: admin,
      query: uploadQuery,
      upload: true,
      answers: { 200: json(pluginSchema, 'Version replaced'), 201: json(pluginSchema, 'Installed') },
      errors: ['conflict'],
    },
    get: {
      method: 'GET',
      path: '/api/v1/admin/plugins/{id}',
      summary: 'Get a plugin',
      description: 'Returns the plugin with its configuration and state. Credentials are never returned.',
      access: admin,
      params: idParams,
      answers: { 200: json(pluginSchema) },
    },
    update: {
      method: 'PATCH',
      path: '/api/v1/admin/plugins/{id}',
      summary: 'Update a plugin',
      description:
        'Turns the plugin on or off, or configures it. Turning it on starts it and clears its failures. `config` replaces the whole configuration. A plugin that the system cannot restrict starts only with `acceptsUnrestricted`.',
      access: admin,
      params: idParams,
      body: patchSchema,
      answers: { 200: json(pluginSchema) },
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/admin/plugins/{id}',
      summary: 'Remove a plugin',
      description: 'Also deletes its data. Returns 409 for built-in providers.',
      access: admin,
      params: idParams,
      answers: { 204: empty() },
      errors: ['conflict'],
    },
    test: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/test',
      summary: 'Test a plugin',
      description: 'Starts the plugin. Returns `plugin_failed` if it does not respond correctly.',
      access: admin,
      params: idParams,
      answers: { 200: json(z.object({ plugin: pluginSchema, milliseconds: count32 })) },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    search: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/search',
      summary: 'Search with a plugin',
      description: 'Returns the results of the plugin. Nothing is changed.',
      access: admin,
      params: idParams,
      body: searchSchema,
      answers: { 200: json(z.object({ results: z.array(searchResultSchema) })) },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    match: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/match',
      summary: 'Match with a plugin',
      description:
        'Returns the series or book that matches a title. For plugins without matching, returns the most relevant search result. Nothing is changed.',
      access: admin,
      params: idParams,
      body: matchSchema,
      answers: { 200: json(matchAnswerSchema) },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    metadata: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/metadata',
      summary: 'Get metadata from a plugin',
      description: 'Returns the metadata of a series or book. Nothing is changed.',
      access: admin,
      params: idParams,
      body: metadataSchema,
      answers: { 200: json(metadataAnswerSchema) },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    log: {
      method: 'GET',
      path: '/api/v1/admin/plugins/{id}/log',
      summary: 'Get the log of a plugin',
      description: 'Returns the last 500 lines, newest first.',
      access: admin,
      params: idParams,
      answers: { 200: json(logSchema) },
    },
    listOwn: {
      method: 'GET',
      path: '/api/v1/user/plugins',
      summary: 'List your plugins',
      description: 'Returns plugins that the caller can connect with a personal account.',
      access: 'user',
      answers: { 200: json(z.object({ plugins: z.array(ownPluginSchema) })) },
    },
    updateOwn: {
      method: 'PATCH',
      path: '/api/v1/user/plugins/{id}',
      summary: 'Update your instance of a plugin',
      description:
        'Turns it on or off, or configures it. `config` replaces the whole configuration. Returns 403 for an API key.',
      access: 'progress:write',
      params: idParams,
      body: ownPatchSchema,
      answers: { 200: json(ownPluginSchema) },
    },
    testOwn: {
      method: 'POST',
      path: '/api/v1/user/plugins/{id}/test',
      summary: 'Test your instance of a plugin',
      description: 'Starts the plugin. Returns `plugin_failed` if it does not respond correctly.',
      access: 'progress:write',
      params: idParams,
      answers: {
        200: json(
          z.object({
            milliseconds: count32,
            username: z.string().nullable().meta({
              description: 'Name of the caller at the service. Null if the service does not provide it.',
            }),
          }),
        ),
      },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    authorizeOwn: {
      method: 'POST',
      path: '/api/v1/user/plugins/{id}/authorize',
      summary: 'Start connecting an account',
      description:
        'Returns the URL of the sign-in page of the service. A cookie binds the sign-in to this browser for ten minutes. Returns 403 for an API key.',
      access: 'progress:write',
      params: idParams,
      body: authorizeSchema,
      optionalBody: true,
      answers: { 200: json(z.object({ authorizationUrl: z.url() })) },
      errors: ['conflict'],
    },
    callback: {
      method: 'GET',
      path: '/api/v1/plugins/{id}/callback',
      summary: 'Complete connecting an account',
      description:
        'The service redirects the browser here. Stores the credentials and redirects to the requested page with `plugin` and `outcome`: `connected`, `denied` or `failed`. Returns 400 if the sign-in was started in another browser, has expired or was completed before.',
      access: 'anyone',
      params: idParams,
      query: callbackSchema,
      answers: { 302: empty('Redirect to the requested page') },
    },
  },
);
