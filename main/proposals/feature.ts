/** The proposals feature: an assistant may suggest, the seller decides (SEC-19). */
import type { Proposal, proposalsContract } from '../../shared/proposals/contract.ts'
import { type ProposalInput, type ProposalKind, proposalKinds } from '../../shared/proposals/kinds.ts'
import { conflict, Failure, notFound } from '../../shared/result.ts'
import type { ErasedCheck } from '../erasure/erased-persons.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
import { createSerialQueue } from '../serial-queue.ts'
import { createAssistants } from './assistants.ts'
import { createProposalDoor, type ProposalDoor } from './door.ts'
import type { ReadableShop, SellerActs } from './ports.ts'
import { createProposalStore, type ProposalRow } from './proposal-store.ts'

export type ProposalsFeature = Feature<typeof proposalsContract> & {
  readonly door: ProposalDoor
  /** Whether any key is valid. */
  readonly hasAssistants: () => boolean
}

const gone = (): Failure => notFound('This suggestion has already been decided.')

/** Undefined if the stored input no longer fits its kind. */
const inputOf = <K extends ProposalKind>(row: ProposalRow, kind: K): ProposalInput<K> | undefined =>
  row.kind === kind ? (proposalKinds[kind].input.safeParse(row.input).data as ProposalInput<K> | undefined) : undefined

/** `buyerMessages` and `latestAtMs` are missing in early rows; `isMarkedByThis` is there once a mark was accepted. */
type ConversationBasis = {
  readonly messages?: number
  readonly buyerMessages?: number | null
  readonly latestAtMs?: number | null
  readonly isMarkedByThis?: boolean
}

const basisCells = (basis: unknown): Readonly<Record<string, string>> =>
  typeof basis === 'object' && basis !== null ? (basis as Record<string, string>) : {}

export const createProposalsFeature = (
  deps: FeatureDeps<typeof proposalsContract> & {
    readonly shop: ReadableShop
    readonly acts: SellerActs
    readonly columnLabel: (column: string) => string
    readonly erased: ErasedCheck
    /** How an assistant starts the program that asks this app. */
    readonly program: { readonly command: string; readonly args: readonly string[] }
  },
): ProposalsFeature => {
  const { database, clock, shop, acts, emit } = deps
  const assistants = createAssistants(database, clock)
  const store = createProposalStore(database, deps.erased)
  const changed = (): void => emit('proposalsChanged', {})
  // A suggestion is decided once, also by two presses at the same time.
  const runSerially = createSerialQueue()
  const door = createProposalDoor({ shop, assistants, store, clock, onProposal: changed })

  const describe = async (row: ProposalRow): Promise<Proposal> => {
    const { proposalId, assistantId, assistant, kind, subject, madeAtMs } = row
    const own = { proposalId, assistantId, assistant, kind, subject, madeAtMs }
    if (subject.kind === 'conversation') {
      const thread = await shop.thread(subject.id)
      const basis = row.basis as ConversationBasis | null | undefined
      // The list may know of a message that the thread was not read for.
      const isNewer = basis?.latestAtMs !== undefined && thread?.latestAtMs !== basis.latestAtMs
      return {
        ...own,
        title: thread?.buyer ?? row.buyer ?? 'A conversation',
        text: inputOf(row, 'reply')?.text ?? inputOf(row, 'note')?.text ?? null,
        changes: [],
        isStale: thread === undefined || thread.messages.length !== basis?.messages || isNewer,
      }
    }
    const changes = inputOf(row, 'itemChange')?.changes ?? inputOf(row, 'newItem')?.changes ?? []
    if (subject.kind === 'newItem') {
      return {
        ...own,
        title: inputOf(row, 'newItem')?.title ?? 'A new item',
        text: null,
        changes: changes.map(({ column, text }) => ({ label: deps.columnLabel(column), before: null, after: text })),
        isStale: false,
      }
    }
    const columns = changes.map(({ column }) => column)
    const cells = await shop.itemCells(subject.id, ['title', ...columns])
    const basis = basisCells(row.basis)
    return {
      ...own,
      title: cells?.title || subject.id,
      text: null,
      changes: changes.map(({ column, text }) => ({
        label: deps.columnLabel(column),
        before: cells?.[column] || null,
        after: text,
      })),
      isStale: cells === undefined || columns.some((column) => cells[column] !== basis[column]),
    }
  }

  const accepters: { readonly [K in ProposalKind]: (input: ProposalInput<K>, row: ProposalRow) => Promise<void> } = {
    reply: ({ conversationId, text }, { basis }) =>
      acts.draftReply(conversationId, text, (basis as ConversationBasis | undefined)?.buyerMessages ?? null),
    noReplyNeeded: async ({ conversationId }, { proposalId, basis }) => {
      // A mark that was there before is not undone with the suggestion.
      const isMarkedByThis = await acts.markNoReplyNeeded(conversationId)
      store.setBasis(proposalId, { ...(basis as ConversationBasis | null), isMarkedByThis })
    },
    note: async ({ text }, { buyer }) => {
      if (buyer === null) throw gone()
      await acts.addToNote(buyer, text)
    },
    itemChange: ({ sku, changes }) => acts.typeCells(sku, changes),
    newItem: async ({ title, changes = [] }) => {
      const sku = await acts.createItem(title)
      if (changes.length > 0) await acts.typeCells(sku, changes)
    },
  }

  /** How to undo what accepting did. A kind that is not here is undone where its edit is. Resolves with false if something followed. */
  const takers: { readonly [K in ProposalKind]?: (input: ProposalInput<K>, row: ProposalRow) => Promise<boolean> } = {
    reply: ({ conversationId, text }) => acts.dropDraft(conversationId, text),
    noReplyNeeded: async ({ conversationId }, { basis }) =>
      (basis as ConversationBasis | null)?.isMarkedByThis === false || acts.clearNoReplyNeeded(conversationId),
    note: async ({ text }, { buyer }) => buyer !== null && acts.removeFromNote(buyer, text),
  }

  const requireRow = (proposalId: number): ProposalRow => {
    const row = store.find(proposalId)
    if (row === undefined) throw gone()
    return row
  }

  const acceptRow = async (proposalId: number, isSeenStale: boolean): Promise<ProposalKind> => {
    const row = requireRow(proposalId)
    const input = inputOf(row, row.kind)
    if (input === undefined) throw conflict('This suggestion can’t be read any more. Dismiss it.')
    if (!isSeenStale && (await describe(row)).isStale) {
      throw conflict('This was suggested before the latest change. Look at it again, then decide.')
    }
    const accept = accepters[row.kind] as (one: unknown, of: ProposalRow) => Promise<void>
    await accept(input, row)
    store.move([proposalId], 'waiting', 'accepted')
    return row.kind
  }

  const takeBackRow = async (proposalId: number): Promise<boolean> => {
    const row = store.find(proposalId, 'accepted')
    const input = row === undefined ? undefined : inputOf(row, row.kind)
    if (row === undefined || input === undefined) return false
    const take = takers[row.kind] as ((one: unknown, of: ProposalRow) => Promise<boolean>) | undefined
    if (take === undefined || !(await take(input, row))) return false
    store.move([proposalId], 'accepted', 'waiting')
    return true
  }

  return {
    door,
    hasAssistants: assistants.hasAny,
    handlers: {
      assistants: () => ({ assistants: assistants.list() }),
      addAssistant: ({ name, reads }) => {
        const added = assistants.add(name, reads)
        emit('assistantsChanged', {})
        return { ...added, program: deps.program }
      },
      changeRead: ({ assistantId, read, isAllowed }) => {
        assistants.changeRead(assistantId, read, isAllowed)
        emit('assistantsChanged', {})
      },
      withdrawAssistant: ({ assistantId }) => {
        assistants.withdraw(assistantId)
        emit('assistantsChanged', {})
      },
      readings: (page) => assistants.readings(page),
      proposals: async ({ subject, offset, limit }) => {
        const { rows, total } = store.waiting(subject, offset, limit)
        return { rows: await Promise.all(rows.map(describe)), total }
      },
      accept: ({ proposalId, isSeenStale }) =>
        runSerially(async () => {
          await acceptRow(proposalId, isSeenStale)
          changed()
        }),
      acceptMany: ({ proposalIds }) =>
        runSerially(async () => {
          const taken: { readonly proposalId: number; readonly kind: ProposalKind }[] = []
          const left: { readonly proposalId: number; readonly message: string }[] = []
          for (const proposalId of new Set(proposalIds)) {
            try {
              taken.push({ proposalId, kind: await acceptRow(proposalId, false) })
            } catch (error) {
              if (!(error instanceof Failure)) throw error
              left.push({ proposalId, message: error.message })
            }
          }
          changed()
          return { taken, left }
        }),
      takeBack: ({ proposalIds }) =>
        runSerially(async () => {
          let undone = 0
          // The newest first, as lines of a note were added.
          for (const proposalId of proposalIds.toReversed()) undone += (await takeBackRow(proposalId)) ? 1 : 0
          changed()
          return { undone, left: proposalIds.length - undone }
        }),
      take: ({ proposalId }) =>
        runSerially(async () => {
          const text = inputOf(requireRow(proposalId), 'reply')?.text
          if (text === undefined) throw gone()
          store.move([proposalId], 'waiting', 'accepted')
          changed()
          return { text }
        }),
      dismiss: ({ proposalIds }) =>
        runSerially(async () => {
          store.move(proposalIds, 'waiting', 'dismissed')
          changed()
        }),
      undoDismiss: ({ proposalIds }) =>
        runSerially(async () => {
          const undone = store.move(proposalIds, 'dismissed', 'waiting')
          changed()
          return { undone }
        }),
      dismissAll: ({ assistantId }) =>
        runSerially(async () => {
          const proposalIds = store.idsOf(assistantId)
          store.move(proposalIds, 'waiting', 'dismissed')
          changed()
          return { proposalIds }
        }),
    },
    start: async () => undefined,
    stop: async () => undefined,
  }
}
