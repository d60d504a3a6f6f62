// Where the program begins. Compiled modules are kept beside the installed ones: without them every start, of each
// worker process too, would spend half its time and memory on reading TypeScript.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { hideSecrets } from '#infrastructure/config/hide-secrets.ts';

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/lectern', import.meta.url)));
hideSecrets();
await import('./commands/run.ts');
