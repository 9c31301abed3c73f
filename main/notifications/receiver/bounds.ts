/**
 * Limits on how much of a delivery is accepted, read and shown (SEC-09).
 *
 * SECURITY: a stranger chooses sizes, depths and repetitions. These limits follow what real notifications need, and
 * data derived from a delivery has limits of its own.
 */

/**
 * The largest body. A legacy notification contains its listing, whose description may have 500,000 characters, or up to
 * 1,500,000 bytes: https://developer.ebay.com/devzone/xml/docs/reference/ebay/types/ItemType.html#Description
 */
export const MAX_BODY_BYTES = 1536 * 1024

/**
 * The largest JSON body. The longest field of any topic is the text of a message, with up to 2,000 characters:
 * https://developer.ebay.com/api-docs/commerce/message/resources/conversation/methods/sendMessage
 */
export const MAX_JSON_BYTES = 256 * 1024

/** How many bytes of an unverified XML body are parsed. An envelope's signature and time are in its first 2,000. */
export const MAX_HEAD_BYTES = 16 * 1024

export const MAX_DEPTH = 64

/** Parsing this many takes about 40 ms. A transaction has about 100. */
export const MAX_ELEMENTS = 20_000

/** Occurrences read from one message. */
export const MAX_OCCURRENCES = 100

/** Characters of a field read from a message. */
export const MAX_FIELD = 1000

/** Nodes, and characters per node, of the tree that the window shows. */
export const MAX_SHOWN_NODES = 2000
export const MAX_SHOWN_TEXT = 10_000

/** Bytes of a body shown in the window. */
export const MAX_SHOWN_BYTES = 64 * 1024

/** Truncates a field, never within a character. */
export const cutText = (text: string, max: number = MAX_FIELD): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
