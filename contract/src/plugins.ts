// Plugins: programs that know metadata, reading of other services, or releases.
import { z } from 'zod';
import { count32, id, idParams, int32, jsonValue, storable, time } from './fields.ts';
import { authorizeSchema, callbackSchema } from './plugin-sign-in.ts';
import { empty, json, routes } from './route.ts';
import { seriesStatuses } from './values.ts';

const pluginStates = ['disabled', 'failed', 'offline', 'needs_setup', 'waiting', 'ready'] as const;
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
  .meta({ id: 'PluginField', description: 'A value that the configuration of a plugin may have.' });
export type PluginField = z.infer<typeof fieldSchema>;

const credentialFieldSchema = z
  .object({
    key: z.string(),
    label: z.string(),
    description: z.string().nullable(),
    required: z.boolean(),
    isSecret: z.boolean(),
    placeholder: z.string().nullable(),
    isSet: z.boolean().meta({ description: 'Whether there is one. What it is, is never sent.' }),
  })
  .meta({ id: 'PluginCredential' });
export type PluginCredential = z.infer<typeof credentialFieldSchema>;

/** JSON object with at most so many characters as JSON. */
export const maxPluginConfig = 65_536;
const configSchema = z
  .record(z.string().min(1).max(100), jsonValue)
  .refine(
    (config) => JSON.stringify(config).length <= maxPluginConfig && JSON.stringify(config).isWellFormed(),
  );
const credentialsSchema = z
  .record(text(100), storable(z.string().max(8_192)).nullable())
  .refine((credentials) => Object.keys(credentials).length <= 50)
  .meta({ description: 'Those that are named are changed; null removes one.' });

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
    package: z.string().meta({ description: 'Name of the package.' }),
    version: z.string(),
    origin: z.enum(['registry', 'upload', 'folder', 'built_in']).meta({
      description: '`built_in`: a provider that comes with Lectern. It can be turned off, but not removed.',
    }),
    folder: z.string().nullable(),
    name: z.string().nullable().meta({
      description:
        'Its own name: external ids of it have the source `plugin:<name>`. Null until it was started once.',
    }),
    displayName: z.string(),
    description: z.string().nullable(),
    author: z.string().nullable(),
    homepage: z.string().nullable(),
    isEnabled: z.boolean(),
    state: z.enum(pluginStates).meta({
      description: [
        '`disabled`: turned off. `failed`: turned off by the server after repeated failures. `offline`: everything outside of',
        'the server is turned off (`online.enabled`). `waiting`: it failed and is tried again later. `needs_setup`: something',
        'required is missing, or its service refuses it. `ready`: it works, or was not needed yet.',
      ].join(' '),
    }),
    failure: z.object({ message: z.string(), count: count32, at: time }).nullable().meta({
      description: 'Why it last failed, and how often in a row.',
    }),
    isRestricted: z.boolean().meta({
      description:
        'Whether its program reads and writes its own folders alone and starts no other programs. The network is open to it all the same. Others have the rights of the account of the server.',
    }),
    can: z.object({
      metadata: z.array(kind),
      releases: z.boolean(),
      syncReading: z.boolean(),
      recommend: z.boolean(),
    }),
    ...formShape,
    callsPerMinute: count32.meta({ description: '0 means no limit.' }),
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
  callsPerMinute: z.int().min(0).max(10_000).optional(),
  timeoutSeconds: z.int().min(1).max(300).optional(),
});
export type PatchPlugin = z.infer<typeof patchSchema>;

/** `name@1.2.3`, the name as registries have it. */
const packageId =
  /^(?:@[a-z0-9][a-z0-9._-]{0,100}\/)?[a-z0-9][a-z0-9._-]{0,100}@\d{1,6}\.\d{1,6}\.\d{1,6}(?:[-+][0-9A-Za-z.+-]{1,50})?$/;
const installSchema = z.union([
  z.strictObject({
    package: z
      .string()
      .regex(packageId)
      .meta({ description: '`name@version`, exact, from the registry `plugins.registry`.' }),
  }),
  z.strictObject({
    folder: text(4_096).meta({
      description: 'A folder of the server below one of `plugins.folders`; it is run in place.',
    }),
  }),
]);
export type InstallPlugin = z.infer<typeof installSchema>;

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
    dropped: z.array(z.string()).meta({ description: 'Fields whose values are not as the protocol says.' }),
  })
  .meta({
    id: 'PluginMetadata',
    description: 'What a plugin says of a series or book, in the names of its protocol.',
  });
export type PluginMetadata = z.infer<typeof metadataAnswerSchema>;

const ownPluginStates = ['disabled', 'not_connected', 'refused', 'ready'] as const;
export type OwnPluginState = (typeof ownPluginStates)[number];

const ownPluginSchema = z
  .object({
    id,
    displayName: z.string(),
    description: z.string().nullable(),
    isEnabled: z.boolean().meta({ description: 'Whether the caller uses it.' }),
    state: z.enum(ownPluginStates).meta({
      description: [
        '`disabled`: the caller does not use it. `not_connected`: something required is missing. `refused`: its service refuses',
        'what was given, so that the account has to be connected again. `ready`: it works, or was not needed yet.',
      ].join(' '),
    }),
    failure: z.string().nullable().meta({ description: 'Why its service refuses what was given.' }),
    canConnect: z
      .boolean()
      .meta({ description: 'Whether the account is connected by signing in at its service.' }),
    isConnected: z
      .boolean()
      .meta({ description: 'Whether there is something that its service knows the caller by.' }),
    ...formShape,
  })
  .meta({ id: 'OwnPlugin', description: 'A plugin of which each user has an instance of their own.' });
export type OwnPlugin = z.infer<typeof ownPluginSchema>;
const ownPatchSchema = patchSchema.pick({ isEnabled: true, config: true, credentials: true });
export type PatchOwnPlugin = z.infer<typeof ownPatchSchema>;

const admin = 'system:admin';

export const plugins = routes(
  'Plugins',
  'Programs that know metadata, reading of other services, or releases. They are installed by administrators, never fetched when they start, and run only while `online.enabled` is on.',
  {
    list: {
      method: 'GET',
      path: '/api/v1/admin/plugins',
      summary: 'All plugins, by name',
      access: admin,
      answers: { 200: json(z.object({ plugins: z.array(pluginSchema), isOnline: z.boolean() })) },
    },
    install: {
      method: 'POST',
      path: '/api/v1/admin/plugins',
      summary: 'Install a plugin by its name or from a folder',
      description: [
        'Of a package that is installed already the version is replaced, and its configuration stays. A new plugin is',
        'turned off. Nothing of it is run.',
      ].join(' '),
      access: admin,
      body: installSchema,
      answers: { 200: json(pluginSchema, 'Another version'), 201: json(pluginSchema, 'Installed') },
      errors: ['conflict', 'not_found', 'plugin_failed'],
    },
    upload: {
      method: 'POST',
      path: '/api/v1/admin/plugins/upload',
      summary: 'Install a plugin from an archive',
      description: 'Multipart field `file`: a package as registries have it (`.tgz`), of at most 20 MiB.',
      access: admin,
      upload: true,
      answers: { 200: json(pluginSchema, 'Another version'), 201: json(pluginSchema, 'Installed') },
      errors: ['conflict'],
    },
    get: {
      method: 'GET',
      path: '/api/v1/admin/plugins/{id}',
      summary: 'A plugin',
      access: admin,
      params: idParams,
      answers: { 200: json(pluginSchema) },
    },
    update: {
      method: 'PATCH',
      path: '/api/v1/admin/plugins/{id}',
      summary: 'Turn a plugin on or off, or configure it',
      description:
        'Turned on it is started, and its failures are forgotten. `config` replaces the whole configuration.',
      access: admin,
      params: idParams,
      body: patchSchema,
      answers: { 200: json(pluginSchema) },
    },
    remove: {
      method: 'DELETE',
      path: '/api/v1/admin/plugins/{id}',
      summary: 'Remove a plugin with its configuration and all that it keeps',
      access: admin,
      params: idParams,
      answers: { 204: empty() },
      errors: ['conflict'],
    },
    test: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/test',
      summary: 'Start a plugin and ask whether it answers',
      access: admin,
      params: idParams,
      answers: { 200: json(z.object({ plugin: pluginSchema, milliseconds: count32 })) },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    search: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/search',
      summary: 'Search by a plugin',
      access: admin,
      params: idParams,
      body: searchSchema,
      answers: { 200: json(z.object({ results: z.array(searchResultSchema) })) },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    match: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/match',
      summary: 'Find the series or book of a title by a plugin',
      description:
        'Where the plugin has no way of its own, the most relevant result of a search. Nothing is changed.',
      access: admin,
      params: idParams,
      body: matchSchema,
      answers: { 200: json(matchAnswerSchema) },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    metadata: {
      method: 'POST',
      path: '/api/v1/admin/plugins/{id}/metadata',
      summary: 'What a plugin says of a series or book',
      description: 'Nothing is changed.',
      access: admin,
      params: idParams,
      body: metadataSchema,
      answers: { 200: json(metadataAnswerSchema) },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    log: {
      method: 'GET',
      path: '/api/v1/admin/plugins/{id}/log',
      summary: 'The last 500 lines of the log of a plugin, the newest first',
      access: admin,
      params: idParams,
      answers: { 200: json(logSchema) },
    },
    listOwn: {
      method: 'GET',
      path: '/api/v1/user/plugins',
      summary: 'Plugins that the caller can use with an account of their own',
      access: 'user',
      answers: { 200: json(z.object({ plugins: z.array(ownPluginSchema) })) },
    },
    updateOwn: {
      method: 'PATCH',
      path: '/api/v1/user/plugins/{id}',
      summary: "Turn the caller's instance of a plugin on or off, or configure it",
      description: '`config` replaces the whole configuration.',
      access: 'progress:write',
      params: idParams,
      body: ownPatchSchema,
      answers: { 200: json(ownPluginSchema) },
    },
    testOwn: {
      method: 'POST',
      path: '/api/v1/user/plugins/{id}/test',
      summary: "Start the caller's instance of a plugin and ask whether it answers",
      access: 'progress:write',
      params: idParams,
      answers: {
        200: json(
          z.object({
            milliseconds: count32,
            username: z.string().nullable().meta({
              description: 'The name of the caller at its service; null where it does not say that.',
            }),
          }),
        ),
      },
      errors: ['conflict', 'plugin_failed', 'unavailable'],
    },
    authorizeOwn: {
      method: 'POST',
      path: '/api/v1/user/plugins/{id}/authorize',
      summary: 'Begin to connect an account by signing in at the service of a plugin',
      description:
        'The browser is to be sent to the address. A cookie binds what follows to this browser, for ten minutes.',
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
      summary: 'Where the service of a plugin sends the browser back to',
      description: [
        'Keeps what the sign-in gave for who began it, and redirects to the page that was asked for, with `plugin` and `outcome`:',
        '`connected`, `denied` or `failed`. 400 for a sign-in that was not begun in this browser, is over or was finished already.',
      ].join(' '),
      access: 'anyone',
      params: idParams,
      query: callbackSchema,
      answers: { 302: empty('To the page that was asked for') },
    },
  },
);
