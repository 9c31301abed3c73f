/**
 * The id of the connection whose data the components below show; undefined around components without one, such as the
 * shell.
 */
import { createContext } from 'react'

export const ShownConnection = createContext<string | undefined>(undefined)
