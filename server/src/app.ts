// The wiring, top to bottom: infrastructure, identity, library, HTTP. The features of the library are wired in
// composition/library.ts.
import { fileURLToPath } from 'node:url';
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { Catalog } from '#catalog/catalog.ts';
import { type LibraryFolder, listLibraryFolders } from '#catalog/library-folders.ts';
import type { Auth } from '#features/identity/auth/index.ts';
import type { PasswordResets } from '#features/identity/password-resets/index.ts';
import { SnapshotImport } from '#features/import/apply/index.ts';
import { Imports } from '#features/import/index.ts';
import { createReleaseStore } from '#features/releases/index.ts';
import { createApiDocs } from '#features/serving/api-docs/index.ts';
import { WebClient } from '#features/serving/web-client/index.ts';
import { forgetAppliedRestore } from '#features/system/backup/index.ts';
import { Events, type EventTimes } from '#features/system/events/index.ts';
import { createHealth } from '#features/system/health/index.ts';
import { createLogFeature } from '#features/system/log/index.ts';
import { createSettings, type Settings } from '#features/system/settings/index.ts';
import { createTasksFeature } from '#features/system/tasks/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, systemClock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { Confinement } from '#infrastructure/confinement/confinement.ts';
import type { MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { Surface } from '#infrastructure/http/routes/surface.ts';
import { createHttpServer, type HttpServer } from '#infrastructure/http/server.ts';
import type { Log } from '#infrastructure/log.ts';
import { programFolder } from '#infrastructure/program-files.ts';
import { RecentLog } from '#infrastructure/recent-log.ts';
import { createDevices, type Devices } from './composition/devices.ts';
import { createIdentity, type Identity, type IdentityOptions } from './composition/identity.ts';
import {
  closeInfrastructure,
  type Infrastructure,
  openInfrastructure,
} from './composition/infrastructure.ts';
import { createIntegrations, type Integrations } from './composition/integrations.ts';
import { createLibraryModules, type LibraryModules } from './composition/library.ts';
import { workerEntry } from './composition/pools.ts';
import { createSurfaces } from './composition/surfaces.ts';

export interface AppOptions extends IdentityOptions {
  config: Config;
  log: Log;
  /** The last lines of the log. */
  recentLog?: RecentLog;
  clock?: Clock;
  /** Compare every answer with its declaration: for tests. */
  checkAnswers?: boolean;
  /** Whether a server is using the same SQLite database. Its data folder is then left unchanged. */
  besideServer?: boolean;
  /** Requests wait until `http.release` is called. */
  holdsRequests?: boolean;
  /** How often streams of events are looked after: tests do not wait. */
  eventTimes?: Partial<EventTimes>;
  /** Called with the text of every statement that the database is asked: for tests that count. */
  onStatement?(sql: string): void;
  /** Called when the server has to be closed and made anew: a backup waits to be taken. */
  restart?(): void;
  /** Where worker processes begin: a test's may be worse than ours. */
  workerEntry?: URL;
  /** Modules that are loaded before each plugin: those of tests lead its requests elsewhere. */
  pluginPreload?: readonly string[];
  /** Where requests to the Internet go instead: tests lead them to themselves. */
  leadOutside?(url: URL): URL;
  /** How worker processes and plugins are confined. By default, the configuration decides. */
  confinement?: Confinement;
}

export interface App {
  http: HttpServer;
  auth: Auth;
  /** Every mounted route, for the walks over the whole API. */
  routes: readonly MountedRoute[];
  surfaces: readonly Surface[];
  libraries: LibraryModules['commandLine'];
  scans: LibraryModules['scans'];
  imports: Imports;
  passwordResets: PasswordResets;
  /** Single steps of imports, for tests. */
  snapshotImport: SnapshotImport;
  /** Scans that wait or run, and the last one of a library, with the library's name. */
  listScans(): Promise<NamedScan[]>;
  findScan(libraryId: string): Promise<NamedScan | undefined>;
  listLibraryFolders(): Promise<LibraryFolder[]>;
  /** Lets go of memory that holds what can be had again. */
  shrink(): void;
  /** Begins to do background work in this process. */
  startTasks(): Promise<void>;
  /** Puts running tasks back, lets requests end, leaves nothing open. Takes up to some four seconds. */
  close(): Promise<void>;
}

type NamedScan = ScanStatus & { libraryName: string };

const graceMs = 2_500;
/** Where the web client is built (scripts/build-web.mjs). */
const webFolder = fileURLToPath(new URL('web/dist', programFolder));

/** The user of the terminal, who sees the reasons of scans. */
const operator: Viewer = { ...system, permissions: new Set(['libraries:write']) };

export async function createApp(options: AppOptions): Promise<App> {
  const { log, clock = systemClock } = options;
  const infrastructure = await openInfrastructure({
    config: options.config,
    log,
    clock,
    besideServer: options.besideServer ?? false,
    onStatement: options.onStatement,
    leadOutside: options.leadOutside,
  });
  const { config, database, engine, catalog } = infrastructure;
  const settings = await createSettings(infrastructure);
  const identity = await createIdentity(infrastructure, options);
  const confinement = options.confinement ?? new Confinement(config.workers.confinement);
  const library = createLibraryModules(infrastructure, {
    entry: options.workerEntry ?? workerEntry,
    confinement,
    restart: options.restart,
  });
  const events = new Events({
    events: infrastructure.events,
    catalog,
    engine,
    authenticate: identity.auth.authenticate,
    seesList: library.seesList,
    clock,
    times: options.eventTimes,
  });
  addProcessMetrics(library.metrics, infrastructure, events);
  const { activity } = identity;
  recordRestore(infrastructure, activity);
  const snapshotImport = createSnapshotImport(infrastructure, identity, { library, settings });
  const imports = createImportFeature(infrastructure, library, snapshotImport);
  const devices = await createDevices(infrastructure, identity, library.services);
  const confined = { ...options, confinement };
  const integrations = await createIntegrations(infrastructure, identity, library.services, confined);
  const { routes, surfaces } = createRoutes({
    options,
    infrastructure,
    settings,
    identity,
    library,
    events,
    devices,
    imports,
    integrations,
  });
  const http = await openHttp({ options, infrastructure, identity, library, surfaces, routes });
  let tasksStarted = false;
  return {
    http,
    auth: identity.auth,
    routes,
    surfaces,
    libraries: library.commandLine,
    scans: library.scans,
    imports,
    passwordResets: identity.passwordResets,
    snapshotImport,
    listScans: async () =>
      Promise.all((await library.scans.listActive(operator)).map((scan) => withName(catalog, scan))),
    findScan: async (libraryId) => {
      const scan = await library.scans.findStatus(operator, libraryId).catch(() => undefined);
      return scan && withName(catalog, scan);
    },
    listLibraryFolders: () => listLibraryFolders(database.db),
    shrink: () => database.shrink?.(),
    async startTasks() {
      tasksStarted = true;
      await engine.start([...library.tasks, activity.task, imports.task, ...integrations.tasks]);
      activity.start(engine);
      await integrations.start();
      await library.schedules.start();
      await library.catchUp();
      await imports.start();
    },
    async close() {
      events.close();
      settings.close();
      if (tasksStarted) await library.schedules.stop();
      await Promise.all([http.close(graceMs), engine.stop(graceMs)]);
      await integrations.close();
      await library.close();
      await identity.close();
      await closeInfrastructure(infrastructure);
    },
  };
}

function recordRestore({ restored, config }: Infrastructure, activity: Identity['activity']): void {
  if (!restored) return;
  activity.recordRestore(restored);
  forgetAppliedRestore(config.dataDir);
}

function createSnapshotImport(
  { config, database, catalog, clock }: Infrastructure,
  { accounts, apiKeys, users }: Identity,
  { library: { services, pool }, settings }: { library: LibraryModules; settings: Settings },
) {
  const { books, series, libraries, scanning, sharingTags, ...rest } = services;
  return new SnapshotImport({
    database,
    catalog,
    pool,
    accounts,
    apiKeys,
    users,
    settings: settings.service,
    releases: createReleaseStore(database.db),
    tags: sharingTags,
    seriesMetadata: series.metadata,
    bookMetadata: books.metadata,
    ...rest,
    libraries,
    scans: scanning,
    allowedRoots: config.scanner.allowedRoots,
    clock,
  });
}

function createImportFeature(
  infrastructure: Infrastructure,
  { services, pool }: LibraryModules,
  snapshotImport: SnapshotImport,
): Imports {
  const { config, own } = infrastructure;
  return new Imports({
    ...infrastructure,
    pool,
    snapshotImport,
    backups: services.backups,
    bounds: { allowedRoots: config.scanner.allowedRoots, own },
  });
}

interface Parts {
  options: AppOptions;
  infrastructure: Infrastructure;
  settings: Settings;
  identity: Identity;
  library: LibraryModules;
  events: Events;
  devices: Devices;
  imports: Imports;
  integrations: Integrations;
}

/** Every route of the API, and the other protocols. */
function createRoutes({ options, infrastructure, settings, identity, library, events, ...rest }: Parts) {
  const { config, database, engine, catalog, clock, storage } = infrastructure;
  const { activity, auth } = identity;
  const tasks = createTasksFeature(engine, catalog, clock);
  const surfaces = createSurfaces({
    infrastructure,
    auth,
    services: library.services,
    events,
    tasks: tasks.service,
    accounts: identity,
    signIns: activity.signIns,
    statusMs: options.eventTimes?.statusMs,
  });
  const routes = activity.watch([
    ...createHealth(database, storage).routes,
    ...identity.routes,
    ...rest.devices.routes,
    ...library.routes,
    ...rest.imports.routes,
    ...rest.integrations.routes,
    ...settings.routes,
    ...events.routes,
    ...tasks.routes,
    ...createLogFeature(options.recentLog ?? new RecentLog()).routes,
    ...createApiDocs({ config }).routes,
  ]);
  return { routes, surfaces: [...surfaces, ...rest.devices.surfaces] };
}

interface Http {
  options: AppOptions;
  infrastructure: Infrastructure;
  identity: Identity;
  library: LibraryModules;
  surfaces: readonly Surface[];
  routes: readonly MountedRoute[];
}

function openHttp({
  options,
  infrastructure,
  identity,
  library,
  surfaces,
  routes,
}: Http): Promise<HttpServer> {
  const { checkAnswers = false, holdsRequests = false } = options;
  const { config, log, clock, database, storage, events } = infrastructure;
  const { activity, auth } = identity;
  const web = new WebClient({ config, folder: webFolder });
  return createHttpServer({
    config,
    log,
    dialect: database.dialect,
    authenticate: auth.authenticate,
    routes: [...routes, ...web.routes],
    findPage: (path, headers) => web.findPage(path, headers),
    findMissingPage: (path, headers) => web.findMissingPage(path, headers),
    surfaces: surfaces.map((surface) => ({ ...surface, routes: activity.watch(surface.routes) })),
    clock,
    checkAnswers,
    holdsRequests,
    onAnswered: (request) => library.metrics.count(request),
    onFailure: (error) => storage.note(error),
    isSetUp: () => auth.firstRun.isOver(),
    sharedEvents: database.dialect.isShared ? events : undefined,
  });
}

function addProcessMetrics(
  metrics: LibraryModules['metrics'],
  { database, storage }: Infrastructure,
  events: Events,
): void {
  metrics.add({
    name: 'database_statements_total',
    help: 'Statements that this process has asked the database.',
    kind: 'counter',
    read: database.countStatements,
  });
  metrics.add({
    name: 'event_streams',
    help: 'Open streams of events of this process.',
    kind: 'gauge',
    read: () => events.countStreams(),
  });
  metrics.add({
    name: 'storage_writable',
    help: 'Whether this process can write what it keeps: 1, or 0 while a disk is full or takes no writes.',
    kind: 'gauge',
    read: () => (storage.state === 'ok' ? 1 : 0),
  });
}

async function withName({ libraries }: Catalog, scan: ScanStatus): Promise<NamedScan> {
  const found = await libraries.find(system, scan.libraryId);
  return { ...scan, libraryName: found?.name ?? 'A removed library' };
}
