import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isObject } from './refusal.ts'
import { seedState } from './seed.ts'

export type ConversationType = 'FROM_MEMBERS' | 'FROM_SVC'

export type StoredMessage = {
  readonly messageId: string
  readonly text: string
  readonly from: 'seller' | 'buyer' | 'platform'
  readonly createdAtMs: number
  readonly media: readonly { readonly mediaName: string; readonly mediaType: string; readonly mediaUrl: string }[]
}

export type StoredConversation = {
  readonly conversationId: string
  readonly conversationType: ConversationType
  readonly subject: string
  readonly otherParty: string
  readonly createdAtMs: number
  readonly itemId: string | null
  status: 'ACTIVE' | 'ARCHIVE' | 'DELETE'
  read: boolean
  /** Oldest first. */
  messages: StoredMessage[]
}

export type StoredItem = {
  /** The payload as the seller's client wrote it, byte for byte: a full replace keeps nothing else. */
  json: string
  contentLanguage: string
  /** The public listing this SKU is sold under; the shop's own knowledge, not part of the record. */
  readonly itemId: string
}

export type StoredToken = {
  readonly kind: 'user' | 'application'
  readonly scopes: readonly string[]
  readonly expiresAtMs: number
}

export type MappingProduct = {
  readonly externalProductId: string | null
  readonly title: string | null
  readonly description: string | null
  readonly images: readonly string[]
  readonly aspects: readonly { readonly name: string; readonly values: readonly string[] }[]
  readonly sku: string | null
  readonly upc: string | null
  readonly outcome: 'mapped' | 'unmapped' | 'unprocessed' | 'invalid'
}

export type StoredTask = {
  readonly id: string
  readonly startedAtMs: number
  readonly finishesAtMs: number
  readonly products: readonly MappingProduct[]
  announced: boolean
}

export type StoredDestination = {
  readonly destinationId: string
  name: string
  status: 'ENABLED' | 'DISABLED' | 'MARKED_DOWN'
  endpoint: string
  verificationToken: string
}

export type StoredFilter = {
  readonly filterId: string
  readonly subscriptionId: string
  readonly filterSchema: { readonly [name: string]: unknown }
  filterStatus: 'PENDING' | 'ENABLED' | 'DISABLED'
  readonly createdAtMs: number
}

export type StoredSubscription = {
  readonly subscriptionId: string
  readonly topicId: string
  destinationId: string
  status: 'ENABLED' | 'DISABLED'
  payload: { readonly format: string; readonly schemaVersion: string; readonly deliveryProtocol: string }
  readonly createdAtMs: number
}

/** Something that happened in the shop and can be told, once or again. */
export type PastEvent = {
  readonly eventId: string
  /** The event type by its name in document 3, section 6. */
  readonly event: string
  readonly sku: string
  readonly itemId: string
  readonly buyer: string
  readonly transactionId: string
  readonly price: string
  readonly atMs: number
}

export type StoredDelivery = {
  readonly deliveryId: string
  /** `soap` goes to the registered ApplicationURL of the moment, `rest` to its destination's endpoint. */
  readonly kind: 'soap' | 'rest'
  /** The event type or topic. */
  readonly name: string
  readonly destinationId: string | null
  readonly body: string
  attempts: number
  dueAtMs: number
  outcome: 'waiting' | 'delivered' | 'givenUp'
  lastAnswer: string
}

export type PracticeSettings = {
  /** From start to result of a mapping task, on the practice clock. Applies to tasks started afterwards. */
  mappingDurationMs: number
  /** From creation of a filter to its confirmation, on the practice clock. */
  filterConfirmationMs: number
  /** Between two attempts of the same notification, on the practice clock. */
  resendDelayMs: number
  /** How long the receiver has for its answer, on the wall clock: 30 s in document 3. */
  receiverTimeoutMs: number
  /** Used for the challenge of an ApplicationURL that is no REST destination's endpoint. */
  verificationToken: string
}

/** Everything the platform remembers: data only, written to the state file with its maps as lists of entries. */
export type PracticeState = {
  readonly version: 1
  readonly seed: number
  clockOffsetMs: number
  readonly seller: string
  readonly conversations: StoredConversation[]
  /** By SKU. Maps, not objects: `__proto__` is a SKU the documents allow. */
  readonly items: Map<string, StoredItem>
  /** When each create or update call of the last day came, oldest first. */
  inventoryWritesAtMs: number[]
  readonly tasks: Map<string, StoredTask>
  /** Products whose first sending was left unprocessed; sending them again succeeds. */
  readonly leftUnprocessed: string[]
  readonly tokens: Map<string, StoredToken>
  readonly refreshTokens: Map<string, { readonly scopes: readonly string[] }>
  readonly codes: Map<
    string,
    { readonly redirectUri: string; readonly scopes: readonly string[]; readonly expiresAtMs: number }
  >
  config: { alertEmail: string } | null
  readonly destinations: StoredDestination[]
  readonly subscriptions: StoredSubscription[]
  readonly filters: StoredFilter[]
  readonly signingKey: { readonly kid: string; readonly privatePem: string; readonly publicPem: string }
  readonly trading: {
    applicationUrl: string | null
    enabled: boolean
    /** Whether the challenge of the current ApplicationURL was answered rightly. */
    verified: boolean
    readonly registeredUrls: string[]
    readonly events: Map<string, 'Enable' | 'Disable'>
  }
  readonly history: PastEvent[]
  deliveries: StoredDelivery[]
  readonly settings: PracticeSettings
}

export type StateOptions = {
  readonly stateFile?: string
  readonly now: () => number
  readonly seed: number
  readonly conversations: number
  readonly items: number
}

/** What every service is given: the shop, the practice clock, and a way to say that something changed. */
export type Practice = {
  readonly state: PracticeState
  /** The practice clock: the wall clock plus what a test or a person has moved it by. */
  now(): number
  url: string
  changed(): void
  reset(): void
  /** Writes what is not yet written. */
  flush(): void
}

const saveDelayMs = 100

const flatten = (state: PracticeState): object => ({
  ...state,
  items: [...state.items],
  tasks: [...state.tasks],
  tokens: [...state.tokens],
  refreshTokens: [...state.refreshTokens],
  codes: [...state.codes],
  trading: { ...state.trading, events: [...state.trading.events] },
})

/** Undoes `flatten`. The file is the platform's own, so only what tells it from a foreign one is checked. */
const revive = (value: unknown): PracticeState | undefined => {
  if (!isObject(value) || value.version !== 1 || !isObject(value.trading) || !Array.isArray(value.conversations)) {
    return undefined
  }
  try {
    const entries = (list: unknown) => new Map(list as [string, never][])
    return {
      ...(value as unknown as PracticeState),
      items: entries(value.items),
      tasks: entries(value.tasks),
      tokens: entries(value.tokens),
      refreshTokens: entries(value.refreshTokens),
      codes: entries(value.codes),
      trading: {
        ...(value.trading as unknown as PracticeState['trading']),
        events: entries(value.trading.events),
      },
    }
  } catch {
    return undefined
  }
}

const readState = (file: string): PracticeState | undefined => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isObject(error) && error.code === 'ENOENT') return undefined
    throw new Error(`The practice shop's file ${file} cannot be read; check who may read it, or name another file.`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  const state = revive(value)
  if (state === undefined) {
    throw new Error(
      `The practice shop's file ${file} was not written by this version; move it away to start a new shop, or name another file.`,
    )
  }
  return state
}

/** Replaces the file in one step, so that a reader, and a start after a kill, finds the old shop or the new one. */
const writeState = (file: string, state: PracticeState): void => {
  const temporary = `${file}.new`
  const handle = openSync(temporary, 'w', 0o600)
  try {
    writeFileSync(handle, JSON.stringify(flatten(state)))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(temporary, file)
}

/** Opens the shop kept in the state file, or a new one. Throws one sentence when the file is no practice shop. */
export const openPractice = (options: StateOptions): Practice => {
  const { stateFile } = options
  const freshState = (): PracticeState =>
    seedState({
      nowMs: options.now(),
      seed: options.seed,
      conversations: options.conversations,
      items: options.items,
    })
  let state = (stateFile === undefined ? undefined : readState(stateFile)) ?? freshState()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    if (timer !== undefined) clearTimeout(timer)
    timer = undefined
    if (stateFile !== undefined) writeState(stateFile, state)
  }
  // Not restarted by further changes: a busy shop is written every 100 ms, not never.
  const changed = (): void => {
    if (stateFile === undefined || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      try {
        flush()
      } catch (error) {
        // The disk may come back; the platform goes on in memory and tries again at the next change.
        process.stderr.write(
          `The practice shop could not be written to ${stateFile}: ${error instanceof Error ? error.message : error}\n`,
        )
      }
    }, saveDelayMs)
  }
  if (stateFile !== undefined) {
    try {
      flush()
    } catch {
      throw new Error(`The practice shop cannot be written to ${stateFile}; check that its folder exists and is yours.`)
    }
  }
  return {
    get state() {
      return state
    },
    now: () => options.now() + state.clockOffsetMs,
    url: '',
    changed,
    reset: () => {
      state = freshState()
      changed()
    },
    flush,
  }
}
