// Navigation back through jumps, and back from a search hit.
import type { Engine, VisiblePart } from '../engine/engine.ts';
import type { Action, ReaderState } from './reader-state.ts';

interface Dependencies {
  state: ReaderState;
  dispatch(action: Action): void;
  findEngine(): Engine | undefined;
  report(shown: VisiblePart): void;
}

export function createMoves({ state, dispatch, findEngine, report }: Dependencies) {
  const goBack = (type: 'back' | 'return', position: ReaderState['history'][number] | undefined) => {
    if (!position) return;
    dispatch({ type });
    void findEngine()?.goTo({ locator: position });
  };
  return {
    back: () => goBack('back', state.history.at(-1)),
    returnToReading: () => goBack('return', state.history[state.leftAt ?? -1]),
    readOnHere() {
      dispatch({ type: 'stay' });
      if (state.shown) report(state.shown);
    },
  };
}
