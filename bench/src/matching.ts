// `npm run bench -- matching`: precision and recall of match proposals by threshold, over works whose match is known.
// Weights are fitted to the tuning half only.
import { type Half, matchingGoals, rate, runTrials } from '@lectern/server/testing';
import { report } from './figures/report.ts';

const thresholds = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99];
/** Default threshold of the program. */
const defaultThreshold = 0.9;
const percent = 100;

export async function benchMatching(): Promise<void> {
  for (const half of ['tuning', 'held-out'] as const) await measure(half);
}

async function measure(half: Half): Promise<void> {
  const trials = await runTrials(half);
  for (const threshold of thresholds) {
    const { recall, wrong, accepted, possible } = rate(trials, threshold);
    const hasGoal = half === 'held-out' && threshold === defaultThreshold;
    report({
      isDetail: !hasGoal,
      name: `${half} works, proposals from ${threshold}: recall`,
      value: recall * percent,
      unit: '%',
      beside: `${accepted} accepted of ${possible} possible`,
      ...(hasGoal && { budget: matchingGoals.recall * percent, atLeast: true }),
    });
    report({
      isDetail: !hasGoal,
      name: `${half} works, proposals from ${threshold}: wrong`,
      value: wrong * percent,
      unit: '%',
      ...(hasGoal && { budget: matchingGoals.wrong * percent }),
    });
  }
  for (const by of ['shape', 'service'] as const)
    for (const [name, some] of Map.groupBy(trials, (trial) => trial[by])) {
      const { recall, wrong } = rate(some, defaultThreshold);
      const beside = `${(wrong * percent).toFixed(1)} % wrong`;
      report({
        isDetail: true,
        name: `${half}, ${name}: recall`,
        value: recall * percent,
        unit: '%',
        beside,
      });
    }
}
