// New and changed files become books.
import { createIntake, type Intake, type IntakeRequest } from './intake.ts';
import { createBatchSaver } from './save.ts';

export { createBatchSaver, createIntake, type Intake, type IntakeRequest };
