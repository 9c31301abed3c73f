/** Limits of the message service (docs/platform.md, limits). */
export const messagingLimits = {
  /** Code points of messageText, not UTF-16 units (MSG-09). */
  messageTextCodePoints: 2000,
  /** Attachments per message (MSG-10). */
  attachments: 5,
  /** Entries per page when no limit is given. */
  pageDefault: 25,
  /** Maximum entries per page (MSG-03). */
  pageMax: 50,
  /** Elements per bulk update (MSG-17). */
  bulkElements: 10,
  /** Maximum characters of the seller's note about a buyer. */
  buyerNoteCharacters: 2_000,
} as const
