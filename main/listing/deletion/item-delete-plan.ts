/** Plans deleting items on the platform: what ends with each, and why others are left out (LST-08). */
import { Failure } from '../../../shared/result.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { PlanContext } from '../../outbound/plan-rows.ts'
import { type DraftRow, isGoing, type RunDraft } from '../../outbound/run-draft.ts'
import type { ListingReader } from '../offers/listing-reader.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import { planElsewhere } from '../plans/elsewhere-rows.ts'
import { findConsequences, type ItemDeletion, nameConsequences } from './item-delete-kind.ts'

/** Its own lane, so that a run of deletions doesn't delay other changes. */
const LANE = 'deletions'
/** Plans read the unread offers of at most as many items, because each costs a call. */
const MAX_READS = 25

const subjectOf = (sku: string): string => `itemDelete:${sku}`

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`

export const createItemDeletePlans = (deps: {
  readonly store: ListingStore
  readonly items: ListedItemsPort
  readonly reader: ListingReader
  readonly platformLabel: string
}) => {
  const { store, items, platformLabel } = deps

  const findProblem = (sku: string): string | undefined => {
    const item = items.forListing(sku)
    const { offers, draft } = store.load(sku)
    if (item === undefined) return 'It isn’t in the item list.'
    if (item.edit === 'waiting') return 'A save of it waits in the outbox. Let it finish or withdraw it first.'
    if (item.edit === 'unsaved') return 'It has unsaved changes. Save or discard them first.'
    if (Object.keys(draft).length > 0) return 'Its listing has unsaved changes. Save or discard them first.'
    if (item.record === undefined) return `It isn’t on ${platformLabel}. Remove it from the list instead.`
    if (offers === undefined) return 'Its listing wasn’t read yet, so what ends with it isn’t known. Open it first.'
    return undefined
  }

  const planRow = (sku: string, { toRow }: PlanContext): DraftRow => {
    const title = items.titleOf(sku) ?? null
    return toRow({
      ...{ kind: 'itemDelete', lane: LANE, subject: subjectOf(sku), sku, title },
      beside: [`listing:${sku}`],
      plan: () => {
        const problem = findProblem(sku)
        if (problem !== undefined) return { problem }
        const payload: ItemDeletion = {
          sku,
          title,
          ...findConsequences(store.load(sku).offers ?? [], items.forListing(sku)?.record),
        }
        return {
          payload,
          deletions: [title === null ? 'the item' : `the item “${title}”`, ...nameConsequences(payload)],
        }
      },
    })
  }

  const confirm = (going: readonly ItemDeletion[]): string => {
    const listingsOf = (isGrouped: boolean): number =>
      new Set(going.flatMap(({ listingIds, groups }) => (groups.length > 0 === isGrouped ? listingIds : []))).size
    const [alone, grouped] = [listingsOf(false), listingsOf(true)]
    const ends = [
      ...(alone > 0 ? [`${count(alone, 'live listing')} ${alone === 1 ? 'ends' : 'end'}.`] : []),
      ...(grouped > 0
        ? [
            `${count(grouped, 'live listing')} ${grouped === 1 ? 'loses' : 'lose'} variations, and ends with the last one.`,
          ]
        : []),
    ].join(' ')
    return `Delete ${count(going.length, 'item')} on ${platformLabel} for good. ${ends || 'No live listing ends.'}`
  }

  return {
    /** Reads the offers that the plan needs and that were never read. A failed reading leaves its item out of the plan. */
    readUnread: async (skus: readonly string[]): Promise<void> => {
      const unread = skus.filter((sku) => store.load(sku).offers === undefined).slice(0, MAX_READS)
      for (const sku of unread) {
        try {
          await deps.reader.read(sku)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          return
        }
      }
    },
    make: (skus: readonly string[], listingIds: readonly string[], context: PlanContext): RunDraft => {
      const rows = [...new Set(skus)].map((sku) => planRow(sku, context))
      const going = rows.filter(isGoing)
      return {
        label: 'delete',
        rows: [...rows, ...planElsewhere(items, listingIds, { lane: LANE, kind: 'itemDelete' }, context)],
        calls: going.length,
        confirmation: confirm(going.map(({ payload }) => payload as ItemDeletion)),
      }
    },
  }
}
