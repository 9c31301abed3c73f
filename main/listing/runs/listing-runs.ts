/** Many listings at once: a plan with old and new values, one confirmation, and rows of the outbound queue (LST-07). */
import { createHash } from 'node:crypto'
import { fieldPaths } from '../../../shared/inventory/item.ts'
import { toNumber, valueAt } from '../../../shared/inventory/json.ts'
import { isLive } from '../../../shared/inventory/listing-state.ts'
import {
  type Fee,
  type ListingPlan,
  type ListingPlanRow,
  type ListingRun,
  type ListingRunRowState,
  type RunAction,
  runRowStates,
} from '../../../shared/listing/contract/listing-run-contract.ts'
import type { Listing } from '../../../shared/listing/contract.ts'
import { MAX_BULK_OFFERS } from '../../../shared/listing/offer-field.ts'
import { conflict, Failure, validation } from '../../../shared/result.ts'
import type { Database } from '../../database/database.ts'
import type { ListedItemsPort } from '../../items-port.ts'
import type { Clock } from '../../ports.ts'
import type { Choices } from '../choices/choices.ts'
import type { ListingStore } from '../offers/listing-store.ts'
import type { ListingView } from '../offers/listing-view.ts'
import type { OfferActions } from '../offers/offer-actions.ts'
import { parseAmount } from '../offers/offer-draft.ts'
import { priceOf } from '../offers/offer-record.ts'
import { formatFees } from '../offers/publish-decision.ts'
import type { OfferClient } from '../platform/offer-client.ts'
import type { Payloads } from '../work/listing-kinds.ts'
import { type ListingQueue, toWorkState } from '../work/listing-queue.ts'

/** Fewer than the eight slots of the read lane. */
const PARALLEL_FEES = 4
/** The window may start an earlier plan than the newest: it shows one of all rows and one of the chosen rows. */
const MAX_SHOWN_PLANS = 10

type Planned = {
  readonly row: Omit<ListingPlanRow, 'fees'>
  /** What is sent; undefined if the row has a problem. */
  readonly payload: Payloads[keyof Payloads] | undefined
}

/** A new price by a rule, in cents; undefined if it would be 0 or less. `value` has at most two decimals. */
const changePrice = (cents: number, by: 'add' | 'percent', value: number): number | undefined => {
  const hundredths = Math.round(value * 100)
  // Only whole numbers before the rounding, so that 13.50 plus 15 % is exactly 15.53.
  const next = by === 'add' ? cents + hundredths : Math.round((cents * (10_000 + hundredths)) / 10_000)
  return next > 0 ? next : undefined
}

const SIGNED = /^([+-]?)(\d{1,9}(?:[.,]\d{1,2})?)$/

/** `-5` and `+2,50` as numbers. */
const parseSigned = (text: string): number | undefined => {
  const match = SIGNED.exec(text.trim().replace(/%$/, ''))
  if (match === null) return undefined
  return Number((match[2] ?? '').replace(',', '.')) * (match[1] === '-' ? -1 : 1)
}

const requirePrice = (text: string): string => {
  const amount = parseAmount(text)
  if (amount !== undefined && Number(amount) > 0) return amount
  throw validation('value', 'Enter the price as a number above 0, such as 12.50.')
}

const toRowState = (state: Parameters<typeof toWorkState>[0]): ListingRunRowState =>
  toWorkState(state) ?? (state === 'sent' ? 'done' : 'dropped')

export const createListingRuns = (deps: {
  readonly database: Database
  readonly store: ListingStore
  readonly items: ListedItemsPort
  readonly choices: Choices
  readonly client: OfferClient
  readonly view: ListingView
  readonly actions: OfferActions
  readonly queue: ListingQueue
  readonly clock: Clock
  readonly onSendRequested: () => void
  readonly onRun: (runId: number) => void
  /** The listings of these SKUs have a new change that waits. */
  readonly onQueued: (skus: readonly string[]) => void
}) => {
  const { database, store, items, choices, queue } = deps
  const { money } = choices
  /** The fees in the last plans of a publish, by their tokens: they are part of what the seller confirms. */
  const shownFees = new Map<string, ReadonlyMap<string, readonly Fee[] | null>>()

  /** Throws `validation` for a price or quantity that can't be read. */
  const readRule = (what: RunAction): ((cents: number) => number | undefined) | number | undefined => {
    if (what.action === 'saveOffer' && what.price !== undefined) requirePrice(what.price)
    if (what.action === 'quantity') {
      const value = /^\d{1,9}$/.test(what.value.trim()) ? Number(what.value.trim()) : undefined
      if (value === undefined) throw validation('value', 'Enter the quantity as a whole number, such as 3.')
      return value
    }
    if (what.action !== 'price') return undefined
    if (what.by === 'set') {
      const amount = requirePrice(what.value)
      return () => Math.round(Number(amount) * 100)
    }
    const value = parseSigned(what.value)
    if (value === undefined || value === 0) {
      throw validation(
        'value',
        what.by === 'percent' ? 'Enter a percentage, such as -5 or 10.' : 'Enter an amount, such as -2.50.',
      )
    }
    const { by } = what
    return (cents) => changePrice(cents, by, value)
  }

  const planChange = (sku: string, listing: Listing, rule: ReturnType<typeof readRule>) => {
    const { offer } = store.load(sku)
    const { offerId } = listing
    if (offer === undefined || offerId === null) return { problem: 'It has no offer yet.' }
    const base = { sku, runId: null, offerId }
    if (typeof rule === 'number') {
      const was = toNumber(valueAt(items.forListing(sku)?.record, fieldPaths.quantity)) ?? null
      const values = [{ label: 'Quantity', old: was === null ? null : String(was), value: String(rule) }]
      if (was === rule && toNumber(offer.availableQuantity) === rule)
        return { values, problem: 'It already has this quantity.' }
      return { values, payload: { ...base, price: null, quantity: { was, value: rule } } satisfies Payloads['change'] }
    }
    const was = priceOf(offer)
    if (was.value === '') return { problem: 'Its offer has no price yet.' }
    if (was.currency !== choices.currency)
      return { problem: `Its price is in ${was.currency}. Change it on the item’s own page.` }
    const cents = rule?.(Math.round(Number(was.value) * 100))
    if (cents === undefined) return { problem: 'The new price would be 0 or less.' }
    const value = { value: (cents / 100).toFixed(2), currency: was.currency }
    const values = [{ label: 'Price', old: money(was.value, was.currency), value: money(value.value, value.currency) }]
    if (Number(was.value) === cents / 100) return { values, problem: 'It already has this price.' }
    return { values, payload: { ...base, price: { was, value }, quantity: null } satisfies Payloads['change'] }
  }

  /** One row of the plan. If the action is refused, the refusal becomes the row's problem. */
  const planRow = (sku: string, what: RunAction, rule: ReturnType<typeof readRule>): Planned => {
    const listing = deps.view.view(sku)
    const row = { sku, title: listing.title, listingId: listing.listingId, values: [], problem: null }
    try {
      deps.actions.requireListable(sku)
      const busy = listing.work.find(({ state }) => state !== 'refused' && state !== 'notFound')
      if (busy !== undefined)
        return { row: { ...row, problem: 'Another change to this item is in progress.' }, payload: undefined }
      switch (what.action) {
        case 'saveOffer': {
          // Its changes are not all in the plan, and the step says that buyers see nothing yet.
          if (isLive(listing.offerState)) {
            const problem = listing.hasDraft
              ? 'It is already published: buyers would see its changes immediately. Save them on the item’s own page.'
              : 'It is already published.'
            return { row: { ...row, problem }, payload: undefined }
          }
          const payload = deps.actions.prepareSave(sku, what.price)
          const values = listing.fields
            .map((view) =>
              view.field === 'price' && payload.draft.price !== undefined
                ? { ...view, text: payload.draft.price.text, isChanged: true }
                : view,
            )
            .filter(({ isChanged, field }) => isChanged && ['price', 'quantity', 'categoryId'].includes(field))
            .map(({ field, platformText, text }) => ({
              label: { price: 'Price', quantity: 'Quantity' }[field as 'price' | 'quantity'] ?? 'Category',
              old: platformText === '' ? null : platformText,
              value: field === 'categoryId' ? (listing.categoryName ?? text) : text,
            }))
          // Clearing a field deletes it, and the item's own page confirms deletions by name.
          if (Object.values(payload.draft).some((typed) => typed?.text.trim() === '')) {
            return {
              row: { ...row, values, problem: 'This deletes a field. Save it on the item’s own page.' },
              payload: undefined,
            }
          }
          return { row: { ...row, values }, payload }
        }
        case 'publish': {
          if (listing.confirm === null) {
            const missing = listing.requirements.find(({ state }) => state === 'missing' || state === 'wrong')
            const problem = isLive(listing.offerState)
              ? 'It is already published.'
              : (missing?.message ?? 'Save its offer first.')
            return { row: { ...row, problem }, payload: undefined }
          }
          const { quantity, currency, price: shownPrice } = listing.confirm
          const values = [
            { label: 'Price', old: null, value: money(shownPrice, currency) },
            { label: 'Quantity', old: null, value: String(quantity) },
          ]
          return {
            row: { ...row, values },
            payload: deps.actions.preparePublish(sku, { ...listing.confirm, fees: null }),
          }
        }
        case 'withdraw': {
          if (!isLive(listing.offerState) || listing.listingId === null) {
            return { row: { ...row, problem: 'It is not published.' }, payload: undefined }
          }
          const price = listing.fields.find(({ field }) => field === 'price')?.platformText ?? ''
          const old = price === '' ? null : money(price, listing.currency)
          const values = [{ label: 'Listing', old, value: 'Ended' }]
          return { row: { ...row, values }, payload: { sku, runId: null, listingId: listing.listingId } }
        }
        default: {
          const planned = planChange(sku, listing, rule)
          const { values = [], problem = null } = { problem: undefined, ...planned }
          return {
            row: { ...row, values, problem: problem ?? null },
            payload: 'payload' in planned ? planned.payload : undefined,
          }
        }
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { row: { ...row, problem: error.message }, payload: undefined }
    }
  }

  const planAll = (skus: readonly string[], what: RunAction) => {
    const rule = readRule(what)
    const planned = [...new Set(skus)].map((sku) => planRow(sku, what, rule))
    const planToken = createHash('sha256')
      .update(JSON.stringify([what, planned]))
      .digest('base64url')
    return { planned, planToken, payloads: planned.flatMap(({ payload }) => (payload === undefined ? [] : [payload])) }
  }

  const readFees = async (planned: readonly Planned[]): Promise<ReadonlyMap<string, readonly Fee[] | null>> => {
    const fees = new Map<string, readonly Fee[] | null>()
    const left = planned.flatMap(({ row, payload }) => (payload === undefined ? [] : [row.sku]))
    const readNext = async (): Promise<void> => {
      for (let sku = left.shift(); sku !== undefined; sku = left.shift())
        fees.set(sku, (await deps.actions.fees(sku)).fees)
    }
    await Promise.all(Array.from({ length: PARALLEL_FEES }, readNext))
    return fees
  }

  const confirmSentence = (what: RunAction, planned: readonly Planned[], fees: readonly Fee[] | null): string => {
    const going = planned.filter(({ payload }) => payload !== undefined)
    const items = `${going.length} ${going.length === 1 ? 'item' : 'items'}`
    switch (what.action) {
      case 'saveOffer':
        return `Save the offers of ${items}. Nothing is published yet.`
      case 'publish': {
        const total = going.reduce((sum, { payload }) => {
          const { price, quantity } = (payload as Payloads['publish']).confirmed
          return sum + Number(price) * quantity
        }, 0)
        const known = fees?.length === 0 ? 'No fees' : `Fees ${formatFees(fees ?? [], money)}`
        const costs = fees === null ? 'The platform does not say what it costs' : known
        return `Publish ${items} on the ${choices.marketplaceLabel} marketplace, ${money(total, choices.currency)} in all. ${costs}.`
      }
      case 'withdraw':
        return `End ${going.length} ${going.length === 1 ? 'listing' : 'listings'} on the ${choices.marketplaceLabel} marketplace. The offers are kept.`
      case 'price':
        return `Change the price of ${items}. Buyers see it immediately.`
      case 'quantity':
        return `Set the quantity of ${items} to ${what.value.trim()}. Buyers see it immediately.`
    }
  }

  const callCount = (what: RunAction, planned: readonly Planned[]): number => {
    const going = planned.filter(({ payload }) => payload !== undefined)
    if (what.action === 'withdraw') return going.length
    const updates =
      what.action === 'saveOffer' ? going.filter(({ payload }) => !(payload as Payloads['saveOffer']).isNew).length : 0
    return updates + Math.ceil((going.length - updates) / MAX_BULK_OFFERS)
  }

  const newest = ():
    | { readonly id: number; readonly action: ListingRun['action']; readonly startedAtMs: number }
    | undefined =>
    database.get('SELECT id, action, started_at_ms AS startedAtMs FROM listing_runs ORDER BY id DESC LIMIT 1')

  return {
    /** See `planRun` in the contract. */
    plan: async (skus: readonly string[], what: RunAction): Promise<ListingPlan> => {
      const { planned, planToken, payloads } = planAll(skus, what)
      const byPublish = what.action === 'publish' ? await readFees(planned) : undefined
      if (byPublish !== undefined) {
        shownFees.delete(planToken)
        for (const token of [...shownFees.keys()].slice(0, 1 - MAX_SHOWN_PLANS)) shownFees.delete(token)
        shownFees.set(planToken, byPublish)
      }
      const all = payloads.map(({ sku }) => byPublish?.get(sku) ?? null)
      const known = all.filter((fees) => fees !== null)
      const fees = byPublish === undefined || known.length < all.length ? null : known.flat()
      return {
        planToken,
        rows: planned.map(({ row }) => ({ ...row, fees: byPublish?.get(row.sku) ?? null })),
        count: payloads.length,
        calls: callCount(what, planned),
        fees,
        confirmation: confirmSentence(what, planned, fees),
      }
    },

    /** See `startRun` in the contract. */
    start: (skus: readonly string[], what: RunAction, planToken: string): number => {
      const plan = planAll(skus, what)
      const fees = what.action === 'publish' ? shownFees.get(planToken) : undefined
      if (plan.planToken !== planToken || (what.action === 'publish' && fees === undefined)) {
        throw conflict('Something changed after this plan. Check the plan again. Nothing was sent.')
      }
      if (plan.payloads.length === 0) {
        throw conflict('Nothing in this selection can be done. See the reason beside each item.')
      }
      deps.onSendRequested()
      const runId = database.transaction(() => {
        const { lastInsertRowid } = database.run('INSERT INTO listing_runs (action, started_at_ms) VALUES (?, ?)', [
          what.action,
          deps.clock.nowMs(),
        ])
        const payloads = plan.payloads.map((payload) => ({ ...payload, runId: lastInsertRowid }))
        for (const { sku } of payloads) store.putRefusals(sku, [])
        if (what.action === 'saveOffer') queue.addRun('saveOffer', payloads as Payloads['saveOffer'][])
        else if (what.action === 'withdraw') queue.addRun('withdraw', payloads as Payloads['withdraw'][])
        else if (what.action === 'publish') {
          const confirmed = (payloads as Payloads['publish'][]).map((payload) => ({
            ...payload,
            confirmed: { ...payload.confirmed, fees: [...(fees?.get(payload.sku) ?? [])] },
          }))
          queue.addRun('publish', confirmed)
        } else queue.addRun('change', payloads as Payloads['change'][])
        return lastInsertRowid
      })
      deps.onQueued(plan.payloads.map(({ sku }) => sku))
      queue.wakeRuns()
      deps.onRun(runId)
      return runId
    },

    /** The last run. */
    current: (): ListingRun | null => {
      const run = newest()
      if (run === undefined) return null
      const states = queue.ofRun(run.id).map(({ state }) => toRowState(state.state))
      const counts = Object.fromEntries(
        runRowStates.map((name) => [name, states.filter((state) => state === name).length]),
      ) as Record<ListingRunRowState, number>
      const isOpen = counts.waiting + counts.sending + counts.unknown > 0
      return {
        runId: run.id,
        action: run.action,
        startedAtMs: run.startedAtMs,
        isOpen,
        counts: { all: states.length, ...counts },
      }
    },

    rows: (runId: number, state: ListingRunRowState | 'all', offset: number, limit: number) => {
      const rows = queue
        .ofRun(runId)
        .map((row) => ({
          sku: row.payload.sku,
          title: items.titleOf(row.payload.sku) ?? null,
          state: toRowState(row.state.state),
          message:
            row.state.state === 'unknown'
              ? row.state.reason
              : row.state.state === 'sent'
                ? ''
                : (row.lastError?.message ?? ''),
          outboundId: row.id,
        }))
        .filter((row) => state === 'all' || row.state === state)
      return { rows: rows.slice(offset, offset + limit), total: rows.length }
    },

    /** Withdraws the changes of a run that were not sent. Returns how many. */
    stop: (runId: number): number => {
      const withdrawn = queue.discardRun(runId)
      deps.onRun(runId)
      return withdrawn
    },
  }
}
