// The dependency rule as dependency-cruiser 17 reads it. Tried on a toy tree: silent on the good one, and each rule
// reports its seeded fault. Keep patterns simple (the tool refuses nested quantifiers); $1 is the group of from.path.
const S = '^server/src/';
const rule = (name, from, to) => ({ name, severity: 'error', from, to });
module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('contract-stands-alone', { path: '^contract/' }, { path: '^(server|web|e2e|bench)/' }),
    rule(
      'formats-are-pure',
      { path: `${S}formats/` },
      { path: ['^contract/', S, 'node_modules/(kysely|fastify)/'], pathNot: `${S}formats/` },
    ),
    rule('schema-is-ground', { path: `${S}schema/` }, { path: ['^contract/', S], pathNot: `${S}schema/` }),
    rule(
      'kernel-knows-no-book',
      { path: `${S}infrastructure/` },
      { path: S, pathNot: [`${S}infrastructure/`, `${S}schema/`] },
    ),
    rule(
      'catalog-below-features',
      { path: `${S}catalog/` },
      { path: S, pathNot: [`${S}catalog/`, `${S}infrastructure/`, `${S}schema/`] },
    ),
    rule(
      'features-below-surfaces',
      { path: `${S}features/` },
      { path: [`${S}surfaces/`, `${S}commands/`, `${S}app[.]ts$`, `${S}main[.]ts$`] },
    ),
    rule(
      'feature-by-its-face',
      { path: `${S}features/([^/]+)/` },
      { path: `${S}features/`, pathNot: [`${S}features/$1/`, '/index[.]ts$'] },
    ),
    rule(
      'surface-sees-faces-only',
      { path: `${S}surfaces/` },
      { path: [`${S}features/`, `${S}schema/`, `${S}formats/`, `${S}app[.]ts$`], pathNot: '/index[.]ts$' },
    ),
    rule(
      'surfaces-apart',
      { path: `${S}surfaces/([^/]+)/` },
      { path: `${S}surfaces/`, pathNot: `${S}surfaces/$1/` },
    ),
    rule(
      'sql-has-its-rooms',
      { path: S, pathNot: ['/store[.]ts$', `${S}catalog/`, `${S}schema/`, `${S}infrastructure/database/`] },
      { path: 'node_modules/kysely/' },
    ),
    rule('web-knows-contract-only', { path: '^web/' }, { path: ['^server/', '^e2e/', '^bench/'] }),
    // Pictures are fetched, whatever they are of.
    rule(
      'ui-knows-no-noun',
      { path: '^web/src/ui/' },
      { path: '^web/src/', pathNot: ['^web/src/(ui|i18n)/', '^web/src/api/patient[.]ts$'] },
    ),
    rule(
      'words-know-no-page',
      { path: '^web/src/i18n/' },
      { path: '^web/src/', pathNot: ['^web/src/i18n/', '/words/..[.]ts$'] },
    ),
    rule(
      'page-by-its-face',
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
