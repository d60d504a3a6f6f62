// A plugin that knows three series. It needs nothing but Node.js: requests come as lines on the standard input, answers go
// as lines to the standard output, and the log to the standard error output. See docs/guides/plugins.md.
import { createInterface } from 'node:readline';

const series = [
  { externalId: '1', title: 'Little Nemo in Slumberland', year: 1905, authors: ['Winsor McCay'] },
  { externalId: '2', title: 'Krazy Kat', year: 1913, authors: ['George Herriman'] },
  { externalId: '3', title: 'The Yellow Kid', year: 1895, authors: ['Richard F. Outcault'] },
];

const manifest = {
  name: 'example',
  displayName: 'Example',
  version: '1.0.0',
  description: 'Knows three series',
  author: 'The authors of Lectern',
  protocolVersion: '1.1',
  capabilities: { metadataProvider: ['series'] },
  configSchema: {
    fields: [
      { key: 'language', label: 'Language', type: 'string', default: 'en', description: 'Of the metadata' },
    ],
  },
};

let config = {};

/** One function for each method that the plugin answers. */
const methods = {
  initialize(params) {
    config = params.config ?? {};
    log('INFO', 'started');
    return manifest;
  },
  ping: () => 'pong',
  shutdown() {
    setImmediate(() => process.exit(0));
    return null;
  },
  'metadata/series/search'({ query, limit = 10 }) {
    if (typeof query !== 'string' || query.trim() === '') throw new PluginError(-32602, 'query is missing');
    const words = query.toLowerCase().split(/\s+/);
    const results = series.flatMap(({ externalId, title, year, authors }) => {
      const found = words.filter((word) => title.toLowerCase().includes(word)).length;
      if (found === 0) return [];
      return [{ externalId, title, year, relevanceScore: found / words.length, preview: { authors } }];
    });
    return {
      results: results.sort((one, other) => other.relevanceScore - one.relevanceScore).slice(0, limit),
    };
  },
  'metadata/series/get'({ externalId }) {
    const found = series.find((one) => one.externalId === externalId);
    if (!found) throw new PluginError(-32002, `There is no series ${externalId}`);
    const { title, year, authors } = found;
    return {
      externalId,
      externalUrl: `https://example.org/series/${externalId}`,
      title,
      year,
      status: 'ended',
      language: config.language ?? 'en',
      authors: authors.map((name) => ({ name, role: 'author' })),
    };
  },
};

class PluginError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const log = (level, text) =>
  process.stderr.write(`${new Date().toISOString()} [${level}] [example] ${text}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  try {
    if (!Object.hasOwn(methods, method)) throw new PluginError(-32601, `Method not found: ${method}`);
    send({ id, result: (await methods[method](params ?? {})) ?? null });
  } catch (error) {
    log('ERROR', error.message);
    send({ id, error: { code: error.code ?? -32603, message: error.message } });
  }
});
