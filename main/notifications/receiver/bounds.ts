/**
 * How much of a delivery is accepted, read and shown (SEC-09).
 *
 * SECURITY: a stranger chooses sizes, depths and repetitions. So a delivery is bounded by what real notifications need, and
 * what is derived from it is bounded again.
 */

/**
 * The largest body. A legacy notification contains its listing, whose description may have 500,000 characters, which are at
 * most 1,500,000 bytes: https://developer.ebay.com/devzone/xml/docs/reference/ebay/types/ItemType.html#Description
 */
export const MAX_BODY_BYTES = 1536 * 1024

/**
 * The largest body in JSON. The longest field of any topic is the text of a message, which has 2,000 characters:
 * https://developer.ebay.com/api-docs/commerce/message/resources/conversation/methods/sendMessage
 */
export const MAX_JSON_BYTES = 256 * 1024

/** The bytes of an unverified XML body that are parsed. An envelope's signature and time are in its first two thousand. */
export const MAX_HEAD_BYTES = 16 * 1024

export const MAX_DEPTH = 64

/** Parsing so many takes some 40 ms. A transaction has about a hundred. */
export const MAX_ELEMENTS = 20_000

/** Occurrences that are read out of one message. */
export const MAX_OCCURRENCES = 100

/** Characters of a field that is read out of a message. */
export const MAX_FIELD = 1000

/** Nodes and characters per node of a message that the window shows as a tree. */
export const MAX_SHOWN_NODES = 2000
export const MAX_SHOWN_TEXT = 10_000

/** Bytes of a body that the window shows. */
export const MAX_SHOWN_BYTES = 64 * 1024

/** Cuts a field, and never within a character. */
export const cutText = (text: string, max: number = MAX_FIELD): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
