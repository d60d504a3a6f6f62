// PINs that unlock profiles in browsers where they were signed in before.
export { ProfilePins } from './service.ts';
