/** The seller's choices, stored as window state under these keys. */

export const UNDO_KEY = 'messaging.undoSeconds'
/** How long a message can be undone before it is sent. */
export const undoChoicesS = [0, 5, 10, 20, 60] as const
export const DEFAULT_UNDO_S = 10

export const POLL_KEY = 'messaging.pollSeconds'
/** The time between two checks for new messages. */
export const pollChoicesS = [30, 60, 120, 300] as const
export const DEFAULT_POLL_S = 30

/** Whether opening a conversation marks it as read. */
export const MARK_READ_KEY = 'messaging.marksReadOnOpen'

/** The kinds of desktop notices. */
export const noticeKinds = ['arrivals', 'mappings'] as const
export type NoticeKind = (typeof noticeKinds)[number]
/** On unless the seller switches it off. */
export const noticeKeys = { arrivals: 'notices.arrivals', mappings: 'notices.mappings' } as const satisfies Readonly<
  Record<NoticeKind, string>
>

/** Whether a sound announces a sale, a question or a forgery. Off unless the seller switches it on. */
export const SOUND_KEY = 'notices.sound'

export const LOCALE_KEY = 'appearance.locale'
export const localeChoices = [
  'system',
  'en-GB',
  'en-US',
  'de-DE',
  'de-CH',
  'fr-FR',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'sv-SE',
  'pt-BR',
  'ja-JP',
] as const
