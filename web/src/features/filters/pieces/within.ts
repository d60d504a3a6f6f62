// The library and search text of the list, which also restrict suggestions and counts.
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
