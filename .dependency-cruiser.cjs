// What may import what, for dependency-cruiser. Keep patterns simple (the tool refuses nested quantifiers); $1 is the
// group of from.path.
const server = '^server/src/';
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

/** Groups of features, lowest first: each may use those before it. */
const grouped = ['identity', 'reading', 'libraries', 'ingest', 'serving', 'devices', 'system'];
/** Single features with sub-folders, above the groups. */
const single = ['plugins', 'providers', 'matching', 'tracking', 'releases', 'export', 'import'];
const groups = [...grouped, ...single];
const groupRules = groups
  .slice(0, -1)
  .map((group, rank) =>
    rule(
      `group-${group}-below-its-users`,
      { path: `${server}features/${group}/` },
      { path: `${server}features/(${groups.slice(rank + 1).join('|')})/` },
    ),
  );

/** Floors of the web client, lowest first: each may use those before it. */
const floors = {
  messages: 'i18n/',
  api: 'api/',
  ui: 'ui/',
  offline: 'offline/',
  'root-routes': 'root-routes[.]tsx$',
  readers: 'reader/',
  features: 'features/',
  app: '(app/|service-worker/|main[.]tsx$)',
};
const floorRules = Object.entries(floors)
  .slice(0, -1)
  .map(([name, path], rank) =>
    rule(
      `web-${name}-below-its-users`,
      { path: `^web/src/${path}` },
      {
        path: Object.values(floors)
          .slice(rank + 1)
          .map((above) => `^web/src/${above}`),
      },
    ),
  );

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('contract-stands-alone', { path: '^contract/' }, { path: '^(formats|server|web|e2e|bench)/' }),
    rule(
      'formats-are-pure',
      { path: '^formats/src/' },
      { path: ['^contract/', server, 'node_modules/(kysely|fastify)/'] },
    ),
    rule(
      'schema-imports-nothing-of-ours',
      { path: `${server}schema/` },
      {
        path: ['^contract/', '^formats/', server],
        pathNot: [
          `${server}schema/`,
          '^contract/src/(values|serving/credit-page-states|ingest/metadata-writing|libraries/library-kinds|records)[.]ts$',
        ],
      },
    ),
    rule(
      'infrastructure-knows-no-book',
      { path: `${server}infrastructure/` },
      { path: server, pathNot: [`${server}infrastructure/`, `${server}schema/`] },
    ),
    rule(
      'catalog-below-features',
      { path: `${server}catalog/` },
      { path: server, pathNot: [`${server}catalog/`, `${server}infrastructure/`, `${server}schema/`] },
    ),
    rule(
      'features-below-surfaces',
      { path: `${server}features/` },
      {
        path: [
          `${server}surfaces/`,
          `${server}composition/`,
          `${server}commands/`,
          `${server}app[.]ts$`,
          `${server}main[.]ts$`,
        ],
      },
    ),
    ...groupRules,
    rule(
      'feature-by-its-public-api',
      { path: `${server}features/((?:${grouped.join('|')})/[^/]+|${single.join('|')})/` },
      { path: `${server}features/`, pathNot: [`${server}features/$1/`, '/index[.]ts$'] },
    ),
    rule(
      'surface-uses-public-apis',
      { path: `${server}surfaces/` },
      {
        path: [`${server}features/`, `${server}schema/`, '^formats/', `${server}app[.]ts$`],
        pathNot: '/index[.]ts$',
      },
    ),
    rule(
      'surfaces-apart',
      { path: `${server}surfaces/([^/]+)/` },
      { path: `${server}surfaces/`, pathNot: `${server}surfaces/$1/` },
    ),
    rule(
      'sql-in-stores',
      {
        path: server,
        pathNot: [
          '/store[.]ts$',
          `${server}catalog/`,
          `${server}schema/`,
          `${server}infrastructure/database/`,
        ],
      },
      { path: 'node_modules/kysely/' },
    ),
    rule(
      'values-import-nothing',
      {
        path: '^contract/src/(values|serving/credit-page-states|ingest/(metadata-writing|naming-pattern)|tracking/tracking-values)[.]ts$',
      },
      { path: '.' },
    ),
    // The schemas of the API are the server's: the client takes values, conditions and types.
    rule(
      'conditions-without-schemas',
      { path: '^contract/src/conditions/(conditions|fields|operands)[.]ts$' },
      { path: 'node_modules/zod/' },
    ),
    rule(
      'web-without-schemas',
      { path: '^web/src/', pathNot: '[.]test[.]tsx?$' },
      {
        path: '^contract/',
        pathNot:
          '^contract/src/(values|message-text|records|serving/(credit-page-states|panel-limits|panel-order|title-hue)|ingest/(convertible|naming-pattern)|libraries/(format-rank|library-kinds|metadata-fields|name-kinds)|tracking/tracking-values|import/import-notes|reading/annotation-markdown|system/administration-values|identity/no-address|conditions/(conditions|fields|operands)|plugins/provider-values)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule('web-knows-contract-only', { path: '^web/' }, { path: ['^server/', '^e2e/', '^bench/'] }),
    // Pictures are fetched, whatever they are of.
    rule(
      'ui-knows-no-noun',
      { path: '^web/src/ui/' },
      { path: '^web/src/api/', pathNot: '^web/src/api/(?:fetch-with-retry|reachability)[.]ts$' },
    ),
    ...floorRules,
    rule(
      'page-by-its-public-api',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: ['^web/src/features/$1/', '/index[.]tsx?$'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
