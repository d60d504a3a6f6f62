// Builds the changed parts of the program. Called before the program starts.
//   node scripts/build-all.mjs
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';

await buildServer();
await buildWeb();
