// What a filter narrows further: suggestions and counts are of that alone.
import { createContext, useContext } from 'react';

export interface Within {
  /** Id of a library. */
  library?: string;
  /** What is searched for. */
  q?: string;
}

const Context = createContext<Within>({});
export const WithinProvider = Context.Provider;
export const useWithin = (): Within => useContext(Context);
