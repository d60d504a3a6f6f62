// The library and search of the list, to which suggestions and counts are restricted.
import { createContext, useContext } from 'react';

export interface Within {
  /** Id of a library. */
  library?: string;
  /** Search text. */
  q?: string;
}

const Context = createContext<Within>({});
export const WithinProvider = Context.Provider;
export const useWithin = (): Within => useContext(Context);
