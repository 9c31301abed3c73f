/** Separates what is typed on a connection's screens from another connection's. */
import { use } from 'react'
import type { Autosave } from '../ui/autosave/autosave.ts'
import { type AutosaveOptions, useKeyedAutosave } from '../ui/autosave/use-keyed-autosave.ts'
import { ShownConnection } from './shown-connection.ts'

/** The autosave of `name`, unique within the connection. Saves unsaved changes when the component unmounts or the window closes. */
export const useAutosave = <T>(
  name: string,
  save: (value: T) => Promise<unknown>,
  options: AutosaveOptions,
): Autosave<T> => useKeyedAutosave(`${use(ShownConnection) ?? ''} ${name}`, save, options)
