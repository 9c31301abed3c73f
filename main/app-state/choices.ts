/** Choices of the seller that main acts on. What is stored and is none of the choices counts as never made. */
import {
  DEFAULT_LOOK_S,
  DEFAULT_UNDO_S,
  LOOK_KEY,
  lookChoicesS,
  type NoticeKind,
  noticeKeys,
  UNDO_KEY,
  undoChoicesS,
} from '../../shared/app/choices.ts'
import type { Settings } from '../ports.ts'
import { VIEW_KEY } from './handlers.ts'

const chosen = (settings: Settings, key: string): unknown => {
  const view = settings.get(VIEW_KEY)
  return typeof view === 'object' && view !== null ? Reflect.get(view, key) : undefined
}

const oneOf = (offered: readonly number[], value: unknown, otherwise: number): number =>
  offered.find((one) => one === value) ?? otherwise

/** The undo time of messages, in milliseconds. */
export const chosenUndoMs = (settings: Settings): number =>
  oneOf(undoChoicesS, chosen(settings, UNDO_KEY), DEFAULT_UNDO_S) * 1_000

/** How long it is from one look for new messages to the next, in milliseconds. */
export const chosenLookMs = (settings: Settings): number =>
  oneOf(lookChoicesS, chosen(settings, LOOK_KEY), DEFAULT_LOOK_S) * 1_000

/** Whether the desktop tells of this. */
export const tellsOf = (settings: Settings, kind: NoticeKind): boolean => chosen(settings, noticeKeys[kind]) !== false
