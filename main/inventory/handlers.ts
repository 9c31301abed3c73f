/** The inventory feature's answers to its contract. */

import { readProductCode } from '../../shared/inventory/barcode.ts'
import type { Item, inventoryContract, Preview } from '../../shared/inventory/contract.ts'
import { findPrivateField, noPrivateTexts } from '../../shared/inventory/fields/private-fields.ts'
import { readItemView } from '../../shared/inventory/item.ts'
import { applyEdit, editFromRecord, startEdit } from '../../shared/inventory/item-edit.ts'
import { mergeEdit } from '../../shared/inventory/merge.ts'
import { listSeriesSamples, proposeSku, toTemplate } from '../../shared/inventory/new-item.ts'
import { readProductCodes } from '../../shared/inventory/product-codes.ts'
import type { FeatureEmit, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { MoneyStyle } from '../../shared/money.ts'
import { conflict, validation } from '../../shared/result.ts'
import type { OfferCells } from '../offer-cells-port.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Clock } from '../ports.ts'
import type { ActiveReader } from './active/active-reader.ts'
import { exportCsv } from './csv/csv-export.ts'
import type { CsvImport } from './csv/csv-import.ts'
import type { GroupEdits } from './groups/group-edits.ts'
import type { GroupReader } from './groups/group-reader.ts'
import type { BulkChange } from './items/bulk-change.ts'
import type { CellBlocks } from './items/cell-blocks.ts'
import type { CellEdits } from './items/cell-edits.ts'
import { findColumn } from './items/columns.ts'
import { type ItemEdits, requireItem } from './items/item-edits.ts'
import type { ItemReader } from './items/item-reader.ts'
import type { StoredItem } from './items/stored-item.ts'
import type { ChangeBudget } from './saves/change-budget.ts'
import type { ItemSaver } from './saves/item-saver.ts'
import type { PreparedSave } from './saves/prepared-save.ts'
import type { RunPlanner } from './saves/run-planner.ts'
import type { InventoryStore } from './store.ts'

const MAX_PAST_SAVES = 200

const describeItem = (
  stored: StoredItem,
  choices: Pick<Item, 'family' | 'contentLanguage' | 'defaultContentLanguage' | 'noted' | 'pendingSave' | 'group'>,
): Item => {
  const { record, edit, isRead } = stored
  const draft = applyEdit(record, edit)
  const { quantity, condition, title, description, ...lists } = readItemView(draft)
  const merge = mergeEdit(record, edit ?? startEdit(record))
  return {
    ...choices,
    sku: stored.sku,
    record: record ?? null,
    isRead,
    lastReadAtMs: stored.readAtMs,
    readProblem: stored.readProblem,
    edit: edit ?? null,
    editSource: stored.editSource,
    state: stored.state,
    view: {
      ...lists,
      quantity: quantity ?? null,
      condition: condition ?? null,
      title: title ?? null,
      description: description ?? null,
    },
    conflicts: isRead ? merge.conflicts : [],
    isGone: isRead && merge.isGone,
    refusals: stored.refusals.map((refusal) => ({ ...refusal, column: findColumn(refusal.path) ?? null })),
    lastSave: stored.lastSave,
  }
}

export const createInventoryHandlers = (deps: {
  readonly store: InventoryStore
  readonly edits: ItemEdits
  readonly reader: ItemReader
  /** Undefined if the platform doesn't list what other tools made. */
  readonly activeReader: ActiveReader | undefined
  /** The listing's public page. */
  readonly pageUrl: (listingId: string) => string | undefined
  readonly saver: ItemSaver
  readonly planner: RunPlanner
  readonly plan: Outbound['runs']['plan']
  readonly cells: CellEdits
  readonly blocks: CellBlocks
  readonly bulk: BulkChange
  readonly offerCells: () => OfferCells
  readonly groups: GroupEdits
  readonly groupReader: GroupReader
  readonly csv: CsvImport
  readonly budget: ChangeBudget
  /** The item's language on the platform, or the connection's. */
  readonly ownLanguage: (sku: string) => string
  readonly moneyStyle: () => MoneyStyle
  readonly clock: Clock
  readonly emit: FeatureEmit<typeof inventoryContract>
}): FeatureHandlers<typeof inventoryContract> => {
  const { store, edits, reader, groups, activeReader, saver, planner, cells, blocks, bulk, csv, budget, clock, emit } =
    deps

  const addSkus = (skus: readonly string[]): number => {
    const added = store.add(skus, clock.nowMs())
    emit('itemsChanged', {})
    reader.wake()
    return added
  }

  const describePreview = (prepared: PreparedSave & Pick<Preview, 'lastReading'>): Preview => ({
    ...prepared.preview,
    previewToken: prepared.token,
    isNew: prepared.remote === undefined,
    conflicts: prepared.conflicts,
    isGone: prepared.isGone,
    problems: prepared.problems,
    refusal: saver.refusal(prepared.sku) ?? null,
    contentLanguage: prepared.contentLanguage ?? deps.ownLanguage(prepared.sku),
    budget: budget.state(prepared.sku),
    lastReading: prepared.lastReading,
  })

  const describeMembership = (sku: string): Item['group'] => {
    const groupKey = store.groups.keyOf(sku)
    if (groupKey === undefined) return null
    const group = groups.describe(groupKey)
    return {
      groupKey,
      title: group?.view.title || null,
      values: group?.members.find((member) => member.sku === sku)?.values ?? [],
    }
  }

  return {
    items: (request) => ({
      ...store.page(request),
      listProblem: reader.listProblem(),
      active: activeReader === undefined ? null : { ...activeReader.state(), problem: activeReader.problem() },
    }),
    activeListing: ({ listingId }) => {
      const listing = store.active.find(listingId)
      return listing === undefined ? null : { ...listing, pageUrl: deps.pageUrl(listingId) ?? null }
    },
    item: ({ sku }) =>
      describeItem(requireItem(store, sku), {
        family: store.family(sku) ?? null,
        contentLanguage: store.contentLanguage(sku) ?? null,
        defaultContentLanguage: deps.ownLanguage(sku),
        noted: store.privateTexts([sku]).get(sku) ?? noPrivateTexts,
        pendingSave: saver.pending(sku),
        group: describeMembership(sku),
      }),
    aspectsInUse: () => store.aspectsInUse(),
    budget: () => budget.state(),
    previewSave: async ({ sku }) => describePreview(await saver.prepare(sku)),
    history: ({ sku }) => ({ saves: store.pastSaves(sku, MAX_PAST_SAVES) }),
    savedVersions: ({ saveId }) => {
      const { sku, base, sent, after } = edits.savedVersions(saveId)
      return { sku, base: base ?? null, sent, after: after ?? null }
    },
    saveEdit: ({ sku, edit }) => edits.save(sku, edit),
    addPictures: ({ sku, pictures }) => edits.addPictures(sku, pictures),
    discardEdit: ({ sku }) => {
      saver.withdrawAny(sku)
      edits.discard(sku)
    },
    withdrawSave: ({ sku }) => saver.withdraw(sku),
    resolveConflicts: ({ sku, choices, createAgain }) => edits.resolve(sku, choices, createAgain),
    restoreVersion: ({ saveId, version, replaceEdit }) => edits.restoreVersion(saveId, version, replaceEdit),
    addSkus: ({ skus }) => {
      const wanted = [...new Set(skus)]
      const added = addSkus(wanted)
      return { added, alreadyThere: wanted.length - added }
    },
    proposedSku: ({ title, code }) => {
      const items = [...store.titles(store.allSkus())].map(([sku, other]) => ({ sku, title: other }))
      const read = readProductCode(code)
      if (title !== '' || read === undefined) return { sku: proposeSku({ title }, items) }
      const isBook = read.field === 'isbn'
      const samples = store.contents(listSeriesSamples(items))
      const hasSuchCode = (sku: string): boolean => {
        const sample = samples.get(sku)
        const codes = sample === undefined ? [] : readProductCodes(applyEdit(sample.record, sample.edit))
        return codes.some((own) => (readProductCode(own)?.field === 'isbn') === isBook)
      }
      return {
        sku: proposeSku(
          { title, code: isBook ? 'isbn' : 'barcode' },
          items.map((item) => ({ ...item, hasSuchCode: hasSuchCode(item.sku) })),
        ),
      }
    },
    createItem: (wanted) => {
      const { sku, title, code, like } = wanted
      if (code !== '' && readProductCode(code) === undefined) {
        throw validation('code', `“${code}” isn’t a barcode or an ISBN. Check its digits.`)
      }
      if (title === '' && code === '') throw validation('title', 'Enter a title, a barcode or an ISBN.')
      edits.create(wanted)
      if (like !== null) {
        deps.offerCells().copy(like, sku)
        deps.offerCells().notify([sku])
      }
      emit('itemsChanged', {})
      reader.wake()
    },
    template: () => {
      const template = store.template()
      if (template === undefined) return null
      const { sku, title, item } = template
      return { sku, title, paths: editFromRecord(item).changes.map(({ path }) => path) }
    },
    saveTemplate: ({ sku }) => {
      const { record, edit } = requireItem(store, sku)
      const item = toTemplate(applyEdit(record, edit))
      if (Object.keys(item).length === 0)
        throw conflict('This item has nothing yet that a template could keep. Fill in its details first.')
      store.setTemplate({ sku, title: store.titleOf(sku) ?? null, item })
      emit('itemsChanged', {})
    },
    deleteTemplate: () => {
      store.deleteTemplate()
      emit('itemsChanged', {})
    },
    removeFromList: ({ sku }) => {
      const { edit, state } = requireItem(store, sku)
      if (state === 'unknown')
        throw conflict(`Stallhand is still checking a save of ${sku}. Remove the item afterwards.`)
      if (edit !== undefined) throw conflict(`${sku} has an unsaved edit. Save or discard it first.`)
      store.remove(sku)
      emit('itemsChanged', {})
    },
    refreshItem: async ({ sku }) => {
      requireItem(store, sku)
      await reader.read(sku)
    },
    retryReading: () => {
      store.requestUnread()
      reader.wake()
      activeReader?.wake()
    },
    save: ({ sku, previewToken, confirmedDeletions }) => saver.save(sku, previewToken, confirmedDeletions),
    recordFamily: ({ sku, family, evidence, note }) => {
      requireItem(store, sku)
      if (evidence === 'listing' && note === '') {
        throw validation('note', 'Enter what the listing says: its number, or who created it.')
      }
      store.addFamily(sku, { family, evidence, note, atMs: clock.nowMs() })
      emit('itemChanged', { sku })
    },
    setContentLanguage: ({ sku, contentLanguage }) => {
      requireItem(store, sku)
      store.setContentLanguage(sku, contentLanguage)
      emit('itemChanged', { sku })
    },
    setPrivateField: async ({ sku, field, text }) => {
      requireItem(store, sku)
      const reading = findPrivateField(field)?.read(text, deps.moneyStyle())
      if (reading !== undefined && 'problem' in reading) throw validation('text', reading.problem)
      await cells.stage({ columns: [field], rows: [{ sku, cells: [text] }], blank: 'delete' })
      emit('itemChanged', { sku })
    },
    setLowStock: ({ atMost }) => {
      store.setLowStockAtMost(atMost)
      emit('itemsChanged', {})
    },

    group: ({ groupKey }) => groups.describe(groupKey),
    refreshGroup: async ({ groupKey }) => {
      groups.requireGroup(groupKey)
      await deps.groupReader.read(groupKey)
    },
    saveGroupEdit: ({ groupKey, edit }) => groups.saveEdit(groupKey, edit),
    addGroupPictures: ({ groupKey, pictures }) => groups.addPictures(groupKey, pictures),
    cancelNewGroup: ({ groupKey }) => groups.cancelNew(groupKey),
    planGroup: ({ groupKey, excluded }) => deps.plan({ excluded, make: (context) => groups.draft(groupKey, context) }),

    previewCells: (many) => bulk.preview(many),
    changeCells: (many) => bulk.change(many),
    stageCells: cells.stage,
    undoCells: ({ blockId }) => blocks.undo(blockId),
    redoCells: () => blocks.redo(),

    planRun: ({ scope, excluded }) => {
      planner.refresh(scope)
      return deps.plan({ excluded, make: (context) => planner.draft(scope, context) })
    },
    setChangeReserve: ({ changes }) => {
      store.setChangeReserve(changes)
      emit('budgetChanged', {})
    },

    stagedCsv: () => csv.staged(),
    stagedCsvRows: ({ state, offset, limit }) => csv.rows(state, offset, limit),
    stageCsv: (part) => csv.take(part),
    matchCsvColumn: ({ name, target }) => csv.match(name, target),
    correctCsvCell: ({ line, column, cell }) => csv.correctCell(line, column, cell),
    exportCsvProblems: () => csv.exportProblems(),
    recheckCsv: () => csv.recheck(),
    readCsvItems: async () => {
      const skus = await csv.unreadSkus()
      store.requestUnread()
      addSkus(skus)
    },
    applyCsv: () => csv.apply(),
    discardCsv: () => csv.discard(),
    exportCsv: (scope) => exportCsv(store, deps.offerCells(), scope),
  }
}
