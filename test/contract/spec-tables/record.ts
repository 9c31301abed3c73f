/**
 * One operation as the documents write it: a literal request and a literal answer, set down by hand from documents 1 to 3.
 *
 * Nothing here is made by our code. The same record is held against the client (what it sends, what it makes of the answer)
 * and against the practice platform (what it says to the request), so that the two cannot be wrong together.
 */
import type { InventoryClient } from '../../../main/inventory/platform/client.ts'
import type { MappingClient } from '../../../main/mapping/platform/mapping-client.ts'
import type { MessageClient } from '../../../main/messaging/platform/message-client.ts'
import type { TradingClient } from '../../../main/notifications/legacy/trading-client.ts'
import type { NotificationClient } from '../../../main/notifications/subscriptions/notification-client.ts'

export type Clients = {
  readonly inventory: InventoryClient
  readonly mapping: MappingClient
  readonly messages: MessageClient
  readonly notification: NotificationClient
  readonly trading: TradingClient
}

/** What the practice shop must hold for the request to succeed there. */
export type Need = 'item' | 'task' | 'config' | 'destination' | 'subscription' | 'enabled' | 'filter'

export type SpecRecord = {
  /** Named as the documents name it. */
  readonly operation: string
  readonly section: string
  /** Whose token the documents ask for (section 5 of each). */
  readonly credential: 'user' | 'application' | 'none'
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    /** Path and query, as they stand in the request line. */
    readonly path: string
    /** Headers that must be there, `Authorization` aside, which `credential` tells. */
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly answer: {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body: string
  }
  /** The call of the client that means this request; `reads` is what it must make of the answer. */
  readonly call: (clients: Clients) => Promise<unknown>
  readonly reads: unknown
  readonly platform: {
    readonly needs: readonly Need[]
    /** Where the documents allow several, the one that the practice platform gives. */
    readonly status?: number
    /** A body whose fields and types must be in the platform's, where it gives less than `answer` shows. */
    readonly shape?: string
  }
}

/**
 * Names in the records that stand for something the practice platform names itself. The platform's own names take their
 * place before a request goes there.
 */
export const standIns = {
  conversation: 'conversation-1',
  otherConversation: 'conversation-2',
  buyer: 'buyer_anna',
  listing: '310000000001',
  sku: 'LAMP-0101',
  task: 'task-1',
  destination: 'destination-1',
  subscription: 'subscription-1',
  filter: 'filter-1',
  key: 'key-1',
  endpoint: 'https://seller.example/notifications',
} as const
