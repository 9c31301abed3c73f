/**
 * What proposals read and do, wired from other features. Types only.
 *
 * SECURITY (SEC-19): `ReadableShop` is all that the door can see. It has no command, and no query with addresses, contact, secrets,
 * exports or files. `SellerActs` is called for a press of the seller only.
 */

export type ReadMessage = {
  readonly from: 'buyer' | 'seller' | 'platform'
  readonly atMs: number | null
  readonly text: string
}

export type ReadThread = {
  readonly conversationId: string
  readonly buyer: string | null
  readonly subject: string | null
  readonly listingId: string | null
  /** The oldest first. */
  readonly messages: readonly ReadMessage[]
  /** Messages not known to be the seller's; null before the thread was first read. */
  readonly buyerMessages: number | null
  /** Of the newest known message, which the thread may not have yet. */
  readonly latestAtMs: number | null
  readonly canReply: boolean
}

export type ReadableShop = {
  readonly waitingConversations: (limit: number) => Promise<
    readonly {
      readonly conversationId: string
      readonly buyer: string | null
      readonly subject: string | null
      readonly preview: string
      readonly waitingSinceMs: number | null
    }[]
  >
  readonly thread: (conversationId: string) => Promise<ReadThread | undefined>
  /** Texts of the sheet's columns, with edits that wait; undefined for an unknown SKU. */
  readonly itemCells: (sku: string, columns: readonly string[]) => Promise<Readonly<Record<string, string>> | undefined>
  /** Names of the item's specifics, as columns. */
  readonly specificColumns: (sku: string) => Promise<readonly string[]>
  readonly order: (orderId: string) => Promise<object | undefined>
  readonly savedReplies: () => Promise<readonly { readonly name: string; readonly text: string }[]>
  readonly dueToday: () => Promise<object>
}

export type SellerActs = {
  /**
   * `buyerMessagesSeen`: those that the text knows of, so that a newer one is reviewed before it is sent. Errors: `conflict` if there is
   * a draft already.
   */
  readonly draftReply: (conversationId: string, text: string, buyerMessagesSeen: number | null) => Promise<void>
  /** Returns false if the mark was there before. */
  readonly markNoReplyNeeded: (conversationId: string) => Promise<boolean>
  readonly addToNote: (buyer: string, text: string) => Promise<void>
  /** These undo three of the above, if nothing followed. Return whether they did. */
  readonly clearNoReplyNeeded: (conversationId: string) => Promise<boolean>
  readonly dropDraft: (conversationId: string, text: string) => Promise<boolean>
  readonly removeFromNote: (buyer: string, text: string) => Promise<boolean>
  readonly typeCells: (
    sku: string,
    changes: readonly { readonly column: string; readonly text: string }[],
  ) => Promise<void>
  /** Returns the new item's SKU. */
  readonly createItem: (title: string) => Promise<string>
}
