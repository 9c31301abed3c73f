/** The proposals feature: an assistant may suggest, the seller decides (SEC-19). */
import type { Proposal, proposalsContract } from '../../shared/proposals/contract.ts'
import { type ProposalInput, type ProposalKind, proposalKinds } from '../../shared/proposals/kinds.ts'
import { conflict, type Failure, notFound } from '../../shared/result.ts'
import type { ErasedCheck } from '../erasure/erased-persons.ts'
import type { Feature, FeatureDeps } from '../feature.ts'
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
  const door = createProposalDoor({ shop, assistants, store, clock, onProposal: changed })

  const describe = async (row: ProposalRow): Promise<Proposal> => {
    const { proposalId, assistantId, assistant, kind, subject, madeAtMs } = row
    const own = { proposalId, assistantId, assistant, kind, subject, madeAtMs }
    if (subject.kind === 'conversation') {
      const thread = await shop.thread(subject.id)
      const seen = (row.basis as { readonly messages?: number } | undefined)?.messages
      return {
        ...own,
        title: thread?.buyer ?? row.buyer ?? 'A conversation',
        text: inputOf(row, 'reply')?.text ?? inputOf(row, 'note')?.text ?? null,
        changes: [],
        isStale: thread === undefined || thread.messages.length !== seen,
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
    reply: ({ conversationId, text }) => acts.draftReply(conversationId, text),
    noReplyNeeded: ({ conversationId }) => acts.markNoReplyNeeded(conversationId),
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

  const requireRow = (proposalId: number): ProposalRow => {
    const row = store.find(proposalId)
    if (row === undefined) throw gone()
    return row
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
      changeReads: ({ assistantId, reads }) => {
        assistants.changeReads(assistantId, reads)
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
      accept: async ({ proposalId }) => {
        const row = requireRow(proposalId)
        const input = inputOf(row, row.kind)
        if (input === undefined) throw conflict('This suggestion can’t be read any more. Dismiss it.')
        const accept = accepters[row.kind] as (one: unknown, of: ProposalRow) => Promise<void>
        await accept(input, row)
        store.decide([proposalId], 'accepted')
        changed()
      },
      take: ({ proposalId }) => {
        const text = inputOf(requireRow(proposalId), 'reply')?.text
        if (text === undefined) throw gone()
        store.decide([proposalId], 'accepted')
        changed()
        return { text }
      },
      dismiss: ({ proposalIds }) => {
        store.decide(proposalIds, 'dismissed')
        changed()
      },
      dismissAll: ({ assistantId }) => {
        const count = store.dismissAll(assistantId)
        changed()
        return { count }
      },
    },
    start: async () => undefined,
    stop: async () => undefined,
  }
}
