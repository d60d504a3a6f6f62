// Generates plugins for tests, valid and invalid: a module without dependencies, packaged like an npm package.
import { gzipSync } from 'node:zlib';
import { makeTar, type TarEntry } from '../makers/tar.ts';

export interface MadePlugin {
  name?: string;
  version?: string;
  /** Manifest fields in addition to name and version. */
  manifest?: Record<string, unknown>;
  /**
   * Methods in addition to `initialize` and `ping`, as source of object members. They may use `call(method, params)`,
   * `fail(code, message, data)`, `given` (the start parameters), `write(text)`, and Node.js modules through `await
   * import`.
   */
  methods?: string;
  /** Code that runs at start. */
  begin?: string;
}

/** Returns the module of a plugin. */
export const toModule = ({
  name = 'made',
  version = '1.0.0',
  manifest,
  methods,
  begin,
}: MadePlugin): string => `
import { createInterface } from 'node:readline';
const write = (text) => process.stdout.write(text);
const send = (message) => write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const waiting = new Map();
let last = 0;
const call = (method, params) => new Promise((resolve, reject) => {
  waiting.set(++last, { resolve, reject });
  send({ id: last, method, params });
});
const fail = (code, message, data) => { throw Object.assign(new Error(message), { code, data }); };
let given;
const methods = {
  initialize(params) {
    given = params;
    return ${JSON.stringify({
      name,
      version,
      displayName: `The ${name}`,
      protocolVersion: '1.1',
      capabilities: {},
      ...manifest,
    })};
  },
  ping: () => 'pong',
  shutdown() { setImmediate(() => process.exit(0)); return null; },
  ${methods ?? ''}
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (!method) {
    const { resolve, reject } = waiting.get(id);
    return error ? reject(Object.assign(new Error(error.message), error)) : resolve(result);
  }
  try {
    if (!methods[method]) fail(-32601, 'Method not found: ' + method);
    send({ id, result: await methods[method](params) });
  } catch (error) {
    send({ id, error: { code: error.code ?? -32603, message: error.message, data: error.data } });
  }
});
${begin ?? ''}
`;

/** Packs files like a package of a registry. */
export const packFiles = (files: Record<string, string>, more: readonly TarEntry[] = []): Buffer =>
  gzipSync(
    makeTar([
      ...Object.entries(files).map(([path, content]) => ({ name: `package/${path}`, content })),
      ...more,
    ]),
  );

export function packPlugin(plugin: MadePlugin): Buffer {
  const { name = 'made', version = '1.0.0' } = plugin;
  const description = { name: `plugin-${name}`, version, type: 'module', main: 'dist/index.js' };
  return packFiles({ 'package.json': JSON.stringify(description), 'dist/index.js': toModule(plugin) });
}
