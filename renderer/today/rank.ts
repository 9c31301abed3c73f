/** What Today shows first: by the clock, whatever its kind. Pure. */
import { localDay } from '../../shared/connection/platform-days.ts'
import type { BestOffer } from '../../shared/offers/best-offer.ts'
import type { OrderCase } from '../../shared/orders/case.ts'
import type { Parcel } from '../../shared/orders/packing-contract.ts'
import { isAnswered } from '../parts/offers/offer-labels.ts'

/** Parcels of one day are one line; a late one has a line of its own. `atMs` is the last moment, null if there is none. */
export type DueEntry =
  | { readonly kind: 'ship'; readonly atMs: number | null; readonly parcels: readonly Parcel[] }
  | { readonly kind: 'case'; readonly atMs: number | null; readonly open: OrderCase }
  /** `atMs`: its deadline on this computer's clock. */
  | { readonly kind: 'offer'; readonly atMs: number | null; readonly offer: BestOffer }

type DueDay = { readonly day: string; readonly entries: readonly DueEntry[] }

export type RankedDue = {
  /** The longest late first. */
  readonly late: readonly DueEntry[]
  /** By day, `2026-11-28`, from today on. */
  readonly days: readonly DueDay[]
  /** Without a date. */
  readonly undated: readonly DueEntry[]
}

const byTime = (a: DueEntry, b: DueEntry): number =>
  (a.atMs ?? Number.POSITIVE_INFINITY) - (b.atMs ?? Number.POSITIVE_INFINITY)

/**
 * Parcels count by their day (`shipDue`), cases by the moment on this computer. Cases in which the seller waits for
 * somebody else are left out, and so are offers with an answer on its way: an expired one is lost, not late.
 */
export const rankDue = (
  parcels: readonly Parcel[],
  cases: readonly OrderCase[],
  {
    nowMs,
    offers = [],
  }: {
    readonly nowMs: number
    /** Each with its deadline on this computer's clock. */
    readonly offers?: readonly { readonly offer: BestOffer; readonly atMs: number | null }[]
  },
): RankedDue => {
  const open = cases
    .filter(({ isOpen, todo }) => isOpen && todo !== null)
    .map((one): DueEntry => ({ kind: 'case', atMs: one.dueAtMs, open: one }))
  const isLateCase = ({ atMs }: DueEntry): boolean => atMs !== null && atMs <= nowMs
  const late = parcels
    .filter(({ due }) => due.kind === 'late')
    .map((parcel): DueEntry => ({ kind: 'ship', atMs: parcel.shipByMs, parcels: [parcel] }))
  const toShip = Map.groupBy(
    parcels.filter(({ due }) => due.kind !== 'late'),
    ({ due }) => due.day,
  )
  const ships = [...toShip].map(([day, ofDay]) => ({
    day,
    entry: {
      kind: 'ship',
      atMs: ofDay.reduce<number | null>(
        (first, { shipByMs }) => (shipByMs !== null && (first === null || shipByMs < first) ? shipByMs : first),
        null,
      ),
      parcels: ofDay,
    } satisfies DueEntry,
  }))
  const toAnswer = offers.flatMap(({ offer, atMs }) =>
    isAnswered(offer) || atMs === null || atMs <= nowMs
      ? []
      : [{ day: localDay(atMs), entry: { kind: 'offer', atMs, offer } satisfies DueEntry }],
  )
  const dated = [
    ...ships,
    ...toAnswer,
    ...open
      .filter((entry) => !isLateCase(entry))
      .map((entry) => ({ day: entry.atMs === null ? null : localDay(entry.atMs), entry })),
  ]
  const days = Map.groupBy(dated, ({ day }) => day)
  const entriesOf = (day: string | null): readonly DueEntry[] =>
    (days.get(day) ?? []).map(({ entry }) => entry).toSorted(byTime)
  return {
    late: [...late, ...open.filter(isLateCase)].toSorted(byTime),
    days: [...days.keys()]
      .filter((day) => day !== null)
      .toSorted()
      .map((day) => ({ day, entries: entriesOf(day) })),
    undated: entriesOf(null),
  }
}

/**
 * `near`: what has a line of its own: all of today and tomorrow, or of the first day if nothing is due by then, and every case and offer.
 * `later`: what is to ship after that, as one line.
 */
export const splitDays = (
  days: RankedDue['days'],
  nowMs: number,
): { readonly near: RankedDue['days']; readonly later: RankedDue['days'] } => {
  const tomorrow = localDay(nowMs, 1)
  const first = days[0]?.day
  const pick = (isPicked: (entry: DueEntry, day: string) => boolean): RankedDue['days'] =>
    days
      .map(({ day, entries }) => ({ day, entries: entries.filter((entry) => isPicked(entry, day)) }))
      .filter(({ entries }) => entries.length > 0)
  const isNear = ({ kind }: DueEntry, day: string): boolean => kind !== 'ship' || day === first || day <= tomorrow
  return { near: pick(isNear), later: pick((entry, day) => !isNear(entry, day)) }
}

type WaitingRow = {
  readonly waitingSinceMs: number | null
  readonly latestAtMs: number | null
  readonly preview: string | null
}

export const waitsSince = ({ waitingSinceMs, latestAtMs }: WaitingRow): number => waitingSinceMs ?? latestAtMs ?? 0

/**
 * Who began to wait since yesterday, the newest first, thank-yous apart. `others` counts all who wait and are in neither list:
 * those who began earlier, and those beyond `most`.
 */
export const rankWaiting = <Row extends WaitingRow>(
  rows: readonly Row[],
  {
    total,
    nowMs,
    most,
    isThanks,
  }: {
    readonly total: number
    readonly nowMs: number
    readonly most: number
    readonly isThanks: (row: Row) => boolean
  },
): { readonly questions: readonly Row[]; readonly thanks: readonly Row[]; readonly others: number } => {
  const now = new Date(nowMs)
  const yesterdayMs = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime()
  const recent = rows.filter((row) => waitsSince(row) >= yesterdayMs).toSorted((a, b) => waitsSince(b) - waitsSince(a))
  const thanks = recent.filter(isThanks)
  const questions = recent.filter((row) => !isThanks(row)).slice(0, most)
  return { questions, thanks, others: Math.max(0, total - questions.length - thanks.length) }
}
