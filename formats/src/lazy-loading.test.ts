import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const DECODERS = /node_modules\/(sharp|@embedpdf|@jsquash|7z-wasm|libheif-js|node-unrar-js)\//;

/** Whether a process that imports a module and runs `body` with it loads a decoder. */
async function loadsDecoders(module: string, body = ''): Promise<boolean> {
  const script = `import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context); } });
    const it = await import(${JSON.stringify(new URL(module, import.meta.url).href)});
    ${body};
    console.log(urls.join('\\n'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toContain(module.slice(2));
  return DECODERS.test(stdout);
}

test('loads no decoder for reading headers or importing modules that decode', async () => {
  const header = "it.readImageHeader(Buffer.from('GIF89a'))";
  expect(await loadsDecoders('./image/header.ts', header)).toBe(false);
  for (const module of ['./image/convert.ts', './pdf/engine.ts', './pdf/jpeg.ts', './archive/read.ts']) {
    expect(await loadsDecoders(module)).toBe(false);
  }
  expect(await loadsDecoders('./pdf/engine.ts', 'await it.createPdfEngine()')).toBe(true);
});
