// Property tests use the same values in every run, so that results only change with the code.
// `TEST_PROPERTY_SEED=random` generates new values, a number repeats the values of an earlier run.
import fc from 'fast-check';

const seed = process.env.TEST_PROPERTY_SEED ?? '20261121';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });

export { fc };
