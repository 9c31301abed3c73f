/**
 * One operation as the platform documents it: a literal request and a literal answer, written by hand.
 *
 * No code of this project generates it. Tests compare the same record with the client (its request and how it reads the
 * answer) and with the practice platform (its answer), so that both can't share a mistake.
 */
import type { InventoryClient } from '../../../main/inventory/platform/inventory-client.ts'
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
  /** The documented name. */
  readonly operation: string
  /** Tells records of one operation apart. */
  readonly note?: string
  /** Whose token the call requires. */
  readonly credential: 'user' | 'application' | 'none'
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    /** Path and query, as in the request line. */
    readonly path: string
    /** Required headers, except `Authorization`, which `credential` implies. */
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  readonly answer: {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body: string
  }
  /** The client's call for this request; `reads` is the value it must return for the answer. */
  readonly call: (clients: Clients) => Promise<unknown>
  readonly reads: unknown
  readonly platform: {
    readonly needs: readonly Need[]
    /** The practice platform's status if several are allowed. */
    readonly status?: number
    /** Fields and types that the practice platform's body must have, if they are fewer than in `answer`. */
    readonly shape?: string
  }
}

/**
 * Ids in the records that the practice platform chooses itself. Its own ids replace them before a request goes there.
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

/** A record's name in a test title. */
export const nameRecord = ({ operation, note }: SpecRecord): string =>
  note === undefined ? operation : `${operation} (${note})`

/** The first record of an operation. */
export const findRecord = (records: readonly SpecRecord[], operation: string): SpecRecord => {
  const record = records.find((one) => one.operation === operation)
  if (record === undefined) throw new Error(`no record of ${operation}`)
  return record
}
