// Property tests with the same values in every run, so that what is green stays green until the code changes.
// `TEST_PROPERTY_SEED=random` looks for new ones, a number repeats those of a run.
import fc from 'fast-check';

const seed = process.env.TEST_PROPERTY_SEED ?? '20261121';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

export { fc };
