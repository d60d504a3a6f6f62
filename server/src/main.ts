// Where the program begins. Compiled modules are kept: without them every start, of each worker process too, would spend
// half its time and memory on reading JavaScript.
import { keepCompiledCode } from '#infrastructure/config/compiled-code.ts';
import { hideSecrets } from '#infrastructure/config/hide-secrets.ts';

// Files that the program writes (database, keys, backups, caches) are readable only for the account that runs it.
// Worker processes inherit this.
process.umask(0o077);

// Without a listener Node.js opens its debugger at this signal, also where it was started without --disable-sigusr1.
process.on('SIGUSR1', () => {});

keepCompiledCode();
hideSecrets();
// Asked every few seconds, by a process that reads little.
if (process.argv[2] === 'health') await import('./commands/health.ts');
else await import('./commands/run.ts');
