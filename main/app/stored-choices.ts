/** The seller's choices that main acts on. Ignores a stored value that is not among the options. */
import {
  DEFAULT_POLL_S,
  DEFAULT_UNDO_S,
  LOCALE_KEY,
  localeChoices,
  type NoticeKind,
  noticeKeys,
  POLL_KEY,
  pollChoicesS,
  UNDO_KEY,
  undoChoicesS,
} from '../../shared/app/choices.ts'
import type { Settings } from '../ports.ts'
import { VIEW_KEY } from './handlers.ts'

const loadChoice = (settings: Settings, key: string): unknown => {
  const view = settings.get(VIEW_KEY)
  return typeof view === 'object' && view !== null ? Reflect.get(view, key) : undefined
}

const pick = (offered: readonly number[], value: unknown, fallback: number): number =>
  offered.find((one) => one === value) ?? fallback

/** The undo time of messages, in milliseconds. */
export const loadUndoMs = (settings: Settings): number =>
  pick(undoChoicesS, loadChoice(settings, UNDO_KEY), DEFAULT_UNDO_S) * 1_000

/** The time between two checks for new messages, in milliseconds. */
export const loadPollIntervalMs = (settings: Settings): number =>
  pick(pollChoicesS, loadChoice(settings, POLL_KEY), DEFAULT_POLL_S) * 1_000

/** Whether the desktop shows notices of this kind. */
export const isNoticeWanted = (settings: Settings, kind: NoticeKind): boolean =>
  loadChoice(settings, noticeKeys[kind]) !== false

/** The locale of dates and numbers; undefined for the system's. */
export const loadLocale = (settings: Settings): string | undefined =>
  localeChoices.find((one) => one !== 'system' && one === loadChoice(settings, LOCALE_KEY))
