/** Plans a run of edits from the items as last read: what is included, in which order, and what isn't. Calls no platform. */
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import type { PlanScope } from '../../../shared/inventory/contract/plan-contract.ts'
import { type FamilyRecord, familyRefusal } from '../../../shared/inventory/family.ts'
import { findPrivateField } from '../../../shared/inventory/fields/private-fields.ts'
import type { ItemEdit } from '../../../shared/inventory/item-edit.ts'
import { toRunChange } from '../../../shared/outbound/run-change.ts'
import type { RunChange } from '../../../shared/outbound/run-contract.ts'
import { conflict } from '../../../shared/result.ts'
import type { OfferCells } from '../../offer-cells-port.ts'
import type { PlanContext } from '../../outbound/plan-rows.ts'
import { type DraftRow, isGoing, type RunDraft } from '../../outbound/run-draft.ts'
import type { Clock } from '../../ports.ts'
import { parseEditableColumn, toCellText } from '../items/columns.ts'
import type { ItemReader } from '../items/item-reader.ts'
import type { ItemContent } from '../items/item-store.ts'
import type { FieldRefusal } from '../items/refusals.ts'
import type { InventoryStore } from '../store.ts'
import { planTurns, type RowGroup } from './call-plan.ts'
import type { ChangeBudget } from './change-budget.ts'
import { type ConfirmedSave, RUN_LANE, subjectOf } from './confirmed-save.ts'
import { languageOf, listReplacedTexts } from './item-language.ts'
import { type MergedEdit, mergeInto } from './prepared-save.ts'
import { changeLabel, describeChanges } from './save-changes.ts'
import { conflicting, findRefusal, isStockCorrection, type SaveRefusal } from './save-refusal.ts'

/** An older reading is repeated in the background, and the plan shows its age. */
const OLD_READING_MS = 10 * 60_000

/** An item of the scope that has an edit. */
type Candidate = {
  readonly sku: string
  readonly isRead: boolean
  readonly readAtMs: number | null
  /** The whole edit. */
  readonly edit: ItemEdit
  /** The rest of the edit, merged into the record as last read. */
  readonly merged: MergedEdit
}

type Known = {
  readonly titles: ReadonlyMap<string, string | null>
  readonly families: ReadonlyMap<string, FamilyRecord>
  readonly languages: ReadonlyMap<string, string>
}

/** A row with what decides its position in the run. */
type PlannedRow = {
  readonly row: DraftRow
  readonly isGoing: boolean
  readonly isStockCorrection: boolean
  readonly contentLanguage: string
  readonly readAtMs: number | null
}

/** Stock corrections come first, because they keep a shop from selling what it doesn't have. A call has one language only. */
const bySendingOrder = (a: PlannedRow, b: PlannedRow): number =>
  Number(b.isGoing) - Number(a.isGoing) ||
  Number(b.isStockCorrection) - Number(a.isStockCorrection) ||
  (a.contentLanguage < b.contentLanguage ? -1 : Number(a.contentLanguage > b.contentLanguage)) ||
  (a.row.shown.sku < b.row.shown.sku ? -1 : 1)

const groupRows = (going: readonly PlannedRow[]): readonly RowGroup[] => {
  const groups: RowGroup[] = []
  for (const { isStockCorrection: isCorrection, contentLanguage } of going) {
    const last = groups.at(-1)
    if (last?.isStockCorrection === isCorrection && last.contentLanguage === contentLanguage) {
      groups[groups.length - 1] = { ...last, items: last.items + 1 }
    } else groups.push({ isStockCorrection: isCorrection, contentLanguage, items: 1 })
  }
  return groups
}

export type RunPlanner = ReturnType<typeof createRunPlanner>

export const createRunPlanner = (deps: {
  readonly store: InventoryStore
  readonly budget: ChangeBudget
  readonly platformName: PlatformName
  readonly reader: ItemReader
  readonly clock: Clock
  readonly offerCells: () => OfferCells
  /** The connection's Content-Language. */
  readonly contentLanguage: string
}) => {
  const { store, budget, clock } = deps

  const listSkus = (scope: PlanScope): readonly string[] =>
    scope.kind === 'changed' ? store.skusIn({ search: '', filter: 'changed' }) : [...new Set(store.selectedSkus(scope))]

  /** The items in scope that have an edit. */
  const listEdited = (
    skus: readonly string[],
  ): readonly (readonly [string, ItemContent & { readonly edit: ItemEdit }])[] => {
    const contents = store.editedContents(skus)
    return skus.flatMap((sku) => {
      const item = contents.get(sku)
      return item?.edit === undefined ? [] : [[sku, { ...item, edit: item.edit }] as const]
    })
  }

  const toCandidate = (
    sku: string,
    { isRead, readAtMs, record, edit }: ItemContent & { readonly edit: ItemEdit },
    { isOut }: PlanContext,
  ): Candidate => {
    const changes = edit.changes.filter(({ path }) => !isOut(sku, path))
    const merged = mergeInto(sku, record, { ...edit, changes }, store.rules)
    return { sku, isRead, readAtMs, edit, merged }
  }

  /** Loads the data of all items at once, because a plan may have thousands. */
  const loadKnown = (skus: readonly string[]): Known => ({
    titles: store.titles(skus),
    families: store.families(),
    languages: store.languages(),
  })

  const findProblem = ({ sku, isRead, merged }: Candidate, known: Known): SaveRefusal | undefined => {
    if (!isRead) {
      const problem = store.item(sku)?.readProblem?.message
      return conflicting(
        problem === undefined ? 'It wasn’t read yet. It is being read now.' : `It couldn’t be read. ${problem}`,
      )
    }
    const shortage = budget.findListingShortage(sku)
    const family = familyRefusal(known.families.get(sku))
    return (
      findRefusal(merged, { familyRefusal: family, isConfirmed: () => true, platformName: deps.platformName }) ??
      (shortage === undefined ? undefined : conflicting(shortage.message))
    )
  }

  const toRow = (candidate: Candidate, known: Known, context: PlanContext): PlannedRow => {
    const { sku, edit, merged, readAtMs } = candidate
    const title = known.titles.get(sku) ?? null
    const refusal = findProblem(candidate, known)
    const contentLanguage = known.languages.get(sku) ?? languageOf(merged.remote) ?? deps.contentLanguage
    const deletions = [...merged.preview.deletions, ...listReplacedTexts(merged.remote, contentLanguage)]
    const problems: readonly FieldRefusal[] = refusal?.problems ?? []
    const payload: ConfirmedSave = {
      sku,
      contentLanguage,
      confirmedDeletions: deletions.map(({ id }) => id),
      edit: { onto: merged.edit.onto, changes: merged.edit.changes },
    }
    const row = context.toRow({
      ...{ kind: 'itemSave', lane: RUN_LANE, subject: subjectOf(sku), sku, title },
      busy: 'A save of it is already in the outbox.',
      changes: describeChanges(edit.changes, problems),
      plan: () =>
        refusal === undefined
          ? { payload, deletions: deletions.map(({ name }) => name) }
          : { problem: refusal.message },
    })
    return {
      row,
      isGoing: isGoing(row),
      isStockCorrection: isGoing(row) && isStockCorrection(merged.edit),
      contentLanguage,
      readAtMs,
    }
  }

  /** A row for the cells that can't be sent as they are. */
  const toUnreadableRow = (
    { sku, record, unreadable }: ReturnType<typeof store.withUnreadable>[number],
    { titles }: Known,
  ): DraftRow => {
    const changes = Object.entries(unreadable).map(([name, { text, message }]): RunChange => {
      const column = parseEditableColumn(name)
      const before = column === undefined ? '' : toCellText(record, column)
      return toRunChange(
        column === undefined ? (findPrivateField(name)?.label ?? name) : changeLabel(column.path),
        { before: before === '' ? null : before, after: text },
        { path: column === undefined ? null : [...column.path], problem: message },
      )
    })
    const [first] = changes
    return {
      kind: 'itemSave',
      lane: RUN_LANE,
      subject: subjectOf(sku),
      payload: undefined,
      shown: {
        sku,
        title: titles.get(sku) ?? null,
        changes,
        problem: first?.problem ?? null,
        deletions: [],
        fees: null,
      },
    }
  }

  const isOld = (readAtMs: number): boolean => clock.nowMs() - readAtMs > OLD_READING_MS

  return {
    /**
     * Plans the edits in scope, and what was typed for their offers. Cells that could not be read are left-out rows, so that the seller finds them
     * (USE-06). Throws `conflict` if nothing in scope was changed.
     */
    draft: (scope: PlanScope, context: PlanContext): RunDraft => {
      const skus = listSkus(scope)
      const known = loadKnown(skus)
      const offers = deps.offerCells().draft(store.withTypedOffer(skus), context)
      const unreadable = store.withUnreadable(skus).map((item) => toUnreadableRow(item, known))
      const planned = listEdited(skus)
        .map(([sku, item]) => toRow(toCandidate(sku, item, context), known, context))
        .sort(bySendingOrder)
      if (planned.length + unreadable.length + offers.rows.length === 0) {
        throw conflict('None of these items has an unsaved edit.')
      }
      const going = planned.filter(({ isGoing }) => isGoing)
      const budgetNow = budget.now()
      const turns = planTurns(groupRows(going), budgetNow)
      const calls = turns.reduce((sum, turn) => sum + turn.calls, 0)
      const old = going.flatMap(({ readAtMs }) => (readAtMs !== null && isOld(readAtMs) ? [readAtMs] : []))
      const [first] = turns
      const listed = offers.rows.filter(isGoing).length
      const now = first?.inMs === 0 ? first : { items: 0, calls: 0 }
      return {
        label: planned.length === 0 && offers.rows.length > 0 ? offers.label : 'items',
        rows: [...planned.map(({ row }) => row), ...offers.rows, ...unreadable],
        calls: calls + offers.calls,
        schedule:
          going.length === 0
            ? null
            : {
                now: { rows: now.items + listed, calls: now.calls + offers.calls },
                endsAtMs: clock.nowMs() + Math.ceil(turns.at(-1)?.inMs ?? 0),
                reserve: budgetNow.reserve,
                stockCorrections: going.filter((one) => one.isStockCorrection).length,
              },
        lastReading: old.length === 0 ? null : { rows: old.length, oldestAtMs: Math.min(...old) },
        confirmation: [
          ...(going.length === 0 ? [] : [`Save ${going.length} ${going.length === 1 ? 'item' : 'items'}.`]),
          ...(listed === 0 ? [] : [offers.confirmation]),
        ].join(' '),
        onQueued: () => offers.onQueued?.(),
      }
    },
    /** Reads the plan's items in the background if their last reading is old or missing. */
    refresh: (scope: PlanScope): void => {
      deps.reader.request(store.editedNotReadSince(listSkus(scope), clock.nowMs() - OLD_READING_MS))
    },
  }
}
