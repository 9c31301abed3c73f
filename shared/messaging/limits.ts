/** The numbers of document 2, section 8. */
export const messagingLimits = {
  /** Code points of messageText, not UTF-16 units (MSG-09). */
  messageTextCodePoints: 2000,
  /** Attachments of one message (MSG-10). */
  attachments: 5,
  /** Entries of one page where nothing is asked for. */
  pageDefault: 25,
  /** Entries of one page at most (MSG-03). */
  pageMax: 50,
  /** Elements of one bulk update (MSG-17). */
  bulkElements: 10,
} as const
