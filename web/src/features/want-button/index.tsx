// Exports of the Want to Read feature.
export { useIsBookWanted, useWant, WantBookButton, WantButton } from './want-button.tsx';
