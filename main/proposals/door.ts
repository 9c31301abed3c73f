/**
 * The door for assistants: reads what a key allows, and takes proposals (SEC-19).
 *
 * SECURITY: it gets the shop's readable part and a table, and no reference to a command or to the outbound queue. An error is one
 * sentence and reveals nothing that the key doesn't allow, not even whether a record exists.
 */
import type * as z from 'zod'
import type { ProposalSubject } from '../../shared/proposals/contract.ts'
import {
  isProposalKind,
  MAX_READS_A_DAY,
  MAX_WAITING_PROPOSALS,
  type ProposalInput,
  type ProposalKind,
  proposalKinds,
} from '../../shared/proposals/kinds.ts'
import { type AssistantRead, assistantReads, isAssistantRead, MAX_READ_MESSAGES } from '../../shared/proposals/reads.ts'
import { conflict, Failure, notFound, validation } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import type { Assistants, KnownAssistant } from './assistants.ts'
import { toForeign, withoutContact } from './foreign-text.ts'
import type { ReadableShop } from './ports.ts'
import type { ProposalStore } from './proposal-store.ts'

export type ProposalDoor = {
  /** `key`: the assistant's. `name`: a reading of the table. Throws a `Failure` with one sentence. */
  readonly read: (key: string, name: string, input: unknown) => Promise<unknown>
  /** `name`: a kind of the table. Returns what the assistant may know: that it waits for the seller. */
  readonly propose: (key: string, name: string, input: unknown) => Promise<{ readonly waits: string }>
}

const ITEM_COLUMNS = ['title', 'description', 'price', 'quantity', 'condition']
const MAX_TEXT = 4_000
const MAX_CELL = 20_000
const MAX_SAVED_REPLIES = 100

const parse = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> => {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw validation(issue?.path.join('.') ?? 'input', issue?.message ?? 'The input isn’t valid.')
}

const unknownConversation = (): Failure => notFound('There is no such conversation.')
const unknownItem = (): Failure => notFound('There is no such item.')

export const createProposalDoor = (deps: {
  readonly shop: ReadableShop
  readonly assistants: Assistants
  readonly store: ProposalStore
  readonly clock: Clock
  readonly onProposal: () => void
}): ProposalDoor => {
  const { shop, assistants, store, clock } = deps

  const requireAssistant = (key: string): KnownAssistant => {
    const assistant = assistants.find(key)
    if (assistant !== undefined) return assistant
    throw new Failure({
      kind: 'forbidden',
      message: 'This key isn’t valid, or the seller has withdrawn it. Ask the seller for another one.',
    })
  }

  /** The limit of a day, for what is read and for guesses at what there is. */
  const requireReadingsLeft = (assistantId: number): void => {
    if (assistants.countToday(assistantId) < MAX_READS_A_DAY) return
    throw conflict(`This key has read ${MAX_READS_A_DAY} times in the last 24 hours. Continue tomorrow.`)
  }

  const requireThread = async (conversationId: string) => {
    const thread = await shop.thread(conversationId)
    if (thread === undefined) throw unknownConversation()
    return thread
  }

  const readers: {
    readonly [R in AssistantRead]: (
      input: z.output<(typeof assistantReads)[R]['input']>,
    ) => Promise<{ readonly value: unknown; readonly subject: string | null; readonly rows: number }>
  } = {
    waitingConversations: async ({ limit }) => {
      const rows = await shop.waitingConversations(limit)
      const value = rows.map(({ preview, subject, ...row }) => ({
        ...row,
        subject: subject === null ? null : toForeign(subject),
        preview: toForeign(preview),
      }))
      return { value, subject: null, rows: rows.length }
    },
    thread: async ({ conversationId }) => {
      const { messages, subject, ...thread } = await requireThread(conversationId)
      const newest = messages.slice(-MAX_READ_MESSAGES)
      const value = {
        ...thread,
        subject: subject === null ? null : toForeign(subject),
        messages: newest.map(({ from, atMs, text }) => ({
          from,
          atMs,
          ...(from === 'seller' ? { text: withoutContact(text, MAX_TEXT) } : toForeign(text, from)),
        })),
      }
      return { value, subject: conversationId, rows: newest.length }
    },
    item: async ({ sku }) => {
      const specifics = await shop.specificColumns(sku)
      const cells = await shop.itemCells(sku, [...ITEM_COLUMNS, ...specifics])
      if (cells === undefined) throw unknownItem()
      const columns = Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text.slice(0, MAX_CELL)]))
      return { value: { sku, columns }, subject: sku, rows: 1 }
    },
    order: async ({ orderId }) => {
      const value = await shop.order(orderId)
      if (value === undefined) throw notFound('There is no such order.')
      return { value, subject: orderId, rows: 1 }
    },
    savedReplies: async () => {
      const value = (await shop.savedReplies()).slice(0, MAX_SAVED_REPLIES)
      return { value, subject: null, rows: value.length }
    },
    dueToday: async () => ({ value: await shop.dueToday(), subject: null, rows: 1 }),
  }

  type Made = { readonly subject: ProposalSubject; readonly buyer: string | null; readonly basis: unknown }
  const aboutConversation = async (conversationId: string): Promise<Made> => {
    const { buyer, messages, buyerMessages, latestAtMs } = await requireThread(conversationId)
    const basis = { messages: messages.length, buyerMessages, latestAtMs }
    return { subject: { kind: 'conversation', id: conversationId }, buyer, basis }
  }
  const makers: { readonly [K in ProposalKind]: (input: ProposalInput<K>) => Promise<Made> } = {
    reply: async ({ conversationId }) => {
      if (!(await requireThread(conversationId)).canReply) throw conflict('Platform notices can’t be answered.')
      return aboutConversation(conversationId)
    },
    noReplyNeeded: ({ conversationId }) => aboutConversation(conversationId),
    note: async ({ conversationId }) => {
      const made = await aboutConversation(conversationId)
      if (made.buyer === null) throw conflict('This conversation has no buyer.')
      return made
    },
    itemChange: async ({ sku, changes }) => {
      const cells = await shop.itemCells(
        sku,
        changes.map(({ column }) => column),
      )
      if (cells === undefined) throw unknownItem()
      return { subject: { kind: 'item', id: sku }, buyer: null, basis: cells }
    },
    newItem: async () => ({ subject: { kind: 'newItem' }, buyer: null, basis: null }),
  }

  return {
    read: async (key, name, input) => {
      const assistant = requireAssistant(key)
      if (!isAssistantRead(name)) throw notFound(`There is nothing to read with the name “${name.slice(0, 60)}”.`)
      if (!assistant.reads.includes(name)) {
        throw new Failure({ kind: 'forbidden', message: `The seller doesn’t let this key read “${name}”.` })
      }
      requireReadingsLeft(assistant.assistantId)
      const reader = readers[name] as (one: unknown) => ReturnType<(typeof readers)[AssistantRead]>
      const parsed = parse(assistantReads[name].input, input)
      // Counted before it is read: many at once can't pass the limit together, and guesses at ids count too.
      const noteRead = assistants.noteReading(assistant.assistantId, name)
      const { value, subject, rows } = await reader(parsed)
      noteRead(subject, rows)
      return value
    },
    propose: async (key, name, input) => {
      const { assistantId } = requireAssistant(key)
      if (!isProposalKind(name)) throw notFound(`There is nothing to propose with the name “${name.slice(0, 60)}”.`)
      const requireRoom = (): void => {
        if (store.countWaiting(assistantId) < MAX_WAITING_PROPOSALS) return
        throw conflict(`${MAX_WAITING_PROPOSALS} proposals wait for the seller. More are taken once some are decided.`)
      }
      requireRoom()
      const parsed = parse(proposalKinds[name].input, input)
      const make = makers[name] as (one: unknown) => Promise<Made>
      requireReadingsLeft(assistantId)
      const made = await make(parsed).catch((error: unknown) => {
        // A refusal says that there is no such record, so it counts and is listed like a reading that finds nothing.
        assistants.noteReading(assistantId, name === 'itemChange' ? 'item' : 'thread')
        throw error
      })
      // Meanwhile the key may have been withdrawn, or others made at the same time may have taken the room.
      requireAssistant(key)
      requireRoom()
      store.add({ assistantId, kind: name, ...made, input: parsed, madeAtMs: clock.nowMs() })
      deps.onProposal()
      return { waits: 'It waits for the seller, who decides in Stallhand. Nothing was changed or sent.' }
    },
  }
}
