/**
 * Whether a notification is about another seller than the one who is signed in. An application's notifications of all its
 * sellers may arrive at one address.
 */
import type { EventNode } from '../../../shared/notifications/tree.ts'

/** `userId` never changes; `username` does, or is the same id: https://developer.ebay.com/api-docs/commerce/identity/resources/user/methods/getUser */
export type Seller = { readonly userId: string | null; readonly username: string }

/** Where the contract of a topic names the seller, below `notification.data` (PLT-25). */
const sellerPaths: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['AUTHORIZATION_REVOCATION', [[]]],
  ['ITEM_MARKED_SHIPPED', [['itemMarkedShipped'], []]],
  ['ORDER_CANCELLATION_ACTIVITY', [['orderCancellation', 'seller']]],
  ['ORDER_CONFIRMATION', [['user']]],
  ['ORDER_INQUIRY_ACTIVITY', [['orderInquiry', 'seller']]],
  ['ORDER_RETURN_ACTIVITY', [['orderReturn', 'seller']]],
])

const findChild = (node: EventNode | undefined, name: string): EventNode | undefined =>
  node?.children.find((child) => child.name === name)

const findId = (node: EventNode | undefined, name: string): string | null => findChild(node, name)?.text || null

const isSame = (one: string | null, other: string | null): boolean =>
  one !== null && one.toLowerCase() === other?.toLowerCase()

/**
 * Returns the other seller whom a notification names; null if it names `own`, or if that is unknown. A wrong answer would
 * hide a sale, so names that can't be compared count as this seller's.
 */
export const findOtherSeller = (topic: string, tree: () => EventNode, own: Seller | undefined): string | null => {
  const paths = sellerPaths.get(topic)
  if (paths === undefined || own === undefined || own.userId === null) return null
  for (const path of paths) {
    const node = ['notification', 'data', ...path].reduce(findChild, tree() as EventNode | undefined)
    const [userId, username] = [findId(node, 'userId'), findId(node, 'username')]
    if (userId === null && username === null) continue
    const isOwn = [userId, username].some((name) => isSame(name, own.userId) || isSame(name, own.username))
    // If the platform tells the own id in place of the username, a username alone can't be compared.
    const isComparable = userId !== null || !isSame(own.userId, own.username)
    return isOwn || !isComparable ? null : (username ?? userId)
  }
  return null
}

/** The signed-in seller, as far as the platform named them. `ask` never rejects; until it is answered, the seller is unknown. */
export const createSignedInSeller = (fetchSeller: () => Promise<Seller | null>) => {
  let seller: Seller | undefined
  let asks = 0
  return {
    current: (): Seller | undefined => seller,
    /** Call at the start, and whenever another seller may have signed in. */
    ask: async (): Promise<void> => {
      asks += 1
      const ask = asks
      seller = undefined
      const found = await fetchSeller().catch(() => null)
      if (ask === asks) seller = found ?? undefined
    },
  }
}
