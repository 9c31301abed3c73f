/** What a change is about, for the window's link to it. */
import * as z from 'zod'

export const changePageSchema = z.object({
  page: z.enum(['conversation', 'newMessage', 'item', 'listing', 'group', 'order', 'task', 'subscriptions']),
  /** The conversation's id, the person's name, the item's SKU, the listing's number, the group's key, the order's id or the task's; else empty. */
  id: z.string(),
})
export type ChangePage = z.infer<typeof changePageSchema>
