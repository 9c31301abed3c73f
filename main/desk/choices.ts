/** Choices of the seller that main acts on. What is stored and is none of the choices counts as never made. */
import { DEFAULT_UNDO_S, UNDO_KEY, undoChoicesS } from '../../shared/desk/choices.ts'
import type { Settings } from '../ports.ts'
import { VIEW_KEY } from './handlers.ts'

/** The undo time of messages, in milliseconds. */
export const chosenUndoMs = (settings: Settings): number => {
  const view = settings.get(VIEW_KEY)
  const chosen: unknown = typeof view === 'object' && view !== null ? Reflect.get(view, UNDO_KEY) : undefined
  const isOffered = undoChoicesS.some((seconds) => seconds === chosen)
  return (isOffered ? Number(chosen) : DEFAULT_UNDO_S) * 1_000
}
