// What other features use of "want to read".
export { useIsBookWanted, useWant, WantBookButton, WantButton } from './want-button.tsx';
