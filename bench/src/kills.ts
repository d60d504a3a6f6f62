// `npm run bench -- kills`: runs scans, edits, progress updates, uploads and backups on a server, ends it by SIGKILL at
// random moments, and verifies after each restart that no acknowledged change is lost. KILLS_ROUNDS (200) is the number
// of rounds, KILLS_SEED the seed. KILLS_POSTGRES is the address of a PostgreSQL server; the bench creates a database on
// it and uses this instead of SQLite.
import { runKills } from '@lectern/server/testing';
import { aFolder, removeFolder, startVictim, victimPassword } from './program.ts';
import { report } from './report.ts';
import { withPostgres } from './rows.ts';

export async function benchKills(): Promise<void> {
  const rounds = Number(process.env.KILLS_ROUNDS ?? 200);
  const seed = Number(process.env.KILLS_SEED ?? Date.now() % 1_000_000);
  const log = (line: string) => void process.stdout.write(`${line}\n`);
  await withPostgres(process.env.KILLS_POSTGRES, async (postgres) => {
    log(`${rounds} rounds on ${postgres === undefined ? 'SQLite' : 'PostgreSQL'}, seed ${seed}`);
    const dataDir = aFolder();
    const start = () => startVictim({ dataDir, postgres });
    const figures = await runKills({ start, password: victimPassword, dataDir, postgres, rounds, seed, log });
    for (const find of figures.problems) log(find);
    report({ name: 'kills', value: figures.kills, unit: 'in all', budget: rounds, atLeast: true });
    report({ name: 'kills while starting', value: figures.startKills, unit: 'of them' });
    report({ name: 'acknowledged writes', value: figures.writes, unit: 'writes' });
    report({ name: 'tasks cut off and resumed', value: figures.resumedTasks, unit: 'tasks' });
    report({ name: 'finds', value: figures.problems.length, unit: 'finds', budget: 0 });
    if (figures.problems.length === 0) removeFolder(dataDir);
    else process.exitCode = 1;
  });
}
