// Builds what has changed of the program; called before it starts.
//   node scripts/build-all.mjs
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';

await buildServer();
await buildWeb();
