// New and changed files become books.
export { type BookFolder, createIntake, type Intake, toListSettings } from './intake.ts';
export { createIsGone } from './is-gone.ts';
export { createPipeline } from './pipeline.ts';
export { createBatchSaver } from './save.ts';
