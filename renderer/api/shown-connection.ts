import { createContext } from 'react'

/** The id of the connection whose data the components below show; undefined around what belongs to none, such as the shell. */
export const ShownConnection = createContext<string | undefined>(undefined)
