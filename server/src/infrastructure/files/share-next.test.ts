import { expect, test } from 'vitest';
import { shareNext } from './share-next.ts';

function aQuestion() {
  const runs: PromiseWithResolvers<number>[] = [];
  const ask = shareNext(() => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  });
  return { ask, runs };
}

const turn = () => new Promise(setImmediate);

test('callers during a run share the next run', async () => {
  const { ask, runs } = aQuestion();
  const first = ask();
  await turn();
  const later = [ask(), ask()];
  await turn();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(1);
  expect(await first).toBe(1);
  await turn();
  later.push(ask());
  await turn();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve(2);
  expect(await Promise.all(later.slice(0, 2))).toEqual([2, 2]);
  await turn();
  runs[2]?.resolve(3);
  expect(await later[2]).toBe(3);
});

test('an error only reaches the callers of its run, and the next run works', async () => {
  const { ask, runs } = aQuestion();
  const first = ask();
  await turn();
  const second = ask();
  runs[0]?.reject(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await turn();
  runs[1]?.resolve(2);
  expect(await second).toBe(2);
});
