/** The inventory feature's contract: the item list, one item, and its saves. */
import * as z from 'zod'
import { appErrorSchema } from '../app-error.ts'
import { command, done, event, type FeatureContract, query } from '../ipc/define.ts'
import { queuedActSchema } from '../outbound/act-result.ts'
import { outboundStateNames } from '../outbound/state.ts'
import { activeListingSchema, activeListSchema, listingFormats } from './active-listing.ts'
import { addedPicturesSchema } from './added-pictures.ts'
import { cellColumnSchema, cellsContract, MAX_CELL_COLUMNS } from './contract/cells-contract.ts'
import { csvContract } from './contract/csv-contract.ts'
import { conflictSchema, groupsContract } from './contract/groups-contract.ts'
import { itemFilters, itemSortColumns, listScopeSchema } from './contract/list-scope.ts'
import { newItemContract } from './contract/new-item-contract.ts'
import { planContract } from './contract/plan-contract.ts'
import { families, familyEvidences, familyRecordSchema } from './family.ts'
import { privateFieldIds } from './fields/private-fields.ts'
import { itemEditSchema } from './item-edit.ts'
import { jsonObjectSchema, jsonValueSchema } from './json.ts'
import { MAX_COST_CHARACTERS, MAX_LOW_STOCK } from './limits.ts'
import { listingStates } from './listing-state.ts'
import { listedSkuSchema, skuSchema } from './sku.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const pathSchema = list(z.string())

/**
 * The state of an item, most urgent first.
 *
 * `unknown`: a save was sent and its outcome is unknown. `conflict`: the platform changed an edited field, or the item is
 * gone. `new`, `changed`: unsaved edits of a new or existing item. `unread`: never read. `absent`: the platform has no item.
 * `saved`: nothing to do.
 */
const itemStateSchema = z.enum(['unknown', 'conflict', 'new', 'changed', 'unread', 'absent', 'saved'])
export type ItemState = z.infer<typeof itemStateSchema>

/** A problem with one field, and the sheet column that shows it. */
const fieldProblemSchema = z.object({
  path: pathSchema,
  column: z.string().nullable(),
  errorId: z.number().nullable(),
  message: z.string(),
  /** The help that explains it. */
  topic: z.string().optional(),
})

export const rowProblemSchema = fieldProblemSchema.extend({
  /** `rule`: breaks a rule. `platform`: the platform refused it. `unreadable`: cannot be read, so it became no edit. */
  from: z.enum(['rule', 'platform', 'unreadable']),
})
export type RowProblem = z.infer<typeof rowProblemSchema>

const itemRowSchema = z.object({
  sku: z.string(),
  /** These four include the unsaved edit. */
  title: z.string().nullable(),
  quantity: z.number().nullable(),
  condition: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  state: itemStateSchema,
  isIncomplete: z.boolean(),
  isLowStock: z.boolean(),
  editedAtMs: z.number().nullable(),
  readAtMs: z.number().nullable(),
  /** Columns that the unsaved edit changes. */
  changedColumns: list(z.string()),
  problems: list(rowProblemSchema),
  /** How far it is on the way to a live listing; also `unread` if this connection can't list. */
  listingState: z.enum(listingStates),
  /** The price of its offer. */
  price: z.object({ amount: z.number(), currency: z.string().nullable() }).nullable(),
  /** The name of its offer's category, or its id. */
  category: z.string().nullable(),
  /** Cell texts of the requested columns, as in a CSV file; unreadable text as typed. */
  cells: z.record(z.string(), z.string()),
  /**
   * Set if the row is a live listing made with another tool (LST-13), which is read-only here. `sku` is then empty if the seller
   * set none, and other listings may have the same one. `variations`: their number; 0 for a single listing.
   */
  elsewhere: z
    .object({
      listingId: z.string(),
      format: z.enum(listingFormats),
      sold: z.number(),
      watchers: z.number().nullable(),
      variations: z.number(),
    })
    .nullable(),
  /**
   * Set if the row is a listing with variations (LST-15). `sku` is then the group's key, `price` the lowest one, and `quantity` their
   * sum. `skus`: those of its items that match the search and filter, in the listing's order. `variations`: the number of all.
   */
  group: z
    .object({
      groupKey: z.string(),
      skus: list(z.string()),
      variations: z.number(),
      variesBy: list(z.string()),
      maxPrice: z.number().nullable(),
    })
    .nullable(),
  /**
   * How a variation differs from the others of its listing. Set below the row of its listing, and in lists without such
   * rows.
   */
  variation: z
    .object({ groupKey: z.string(), values: list(z.object({ name: z.string(), value: z.string() })) })
    .nullable(),
})
export type ItemRow = z.infer<typeof itemRowSchema>

const problemSchema = z.object({
  path: pathSchema,
  rule: z.string(),
  errorId: z.number().nullable(),
  message: z.string(),
})

const budgetSchema = z.object({
  /** Item changes allowed in any 24 hours (INV-15). */
  cap: z.number(),
  /** Items changed. A call with 25 items counts as 25. */
  used: z.number(),
  left: z.number(),
  /** Part of `left` that runs leave for stock corrections and single saves. */
  reserve: z.number(),
  /** Wall time; null if a change is free now. */
  nextFreeAtMs: z.number().nullable(),
  /** What the cap is for (PLT-14). With `listing`, the figures are those of the previewed item, or of the most changed one. */
  per: z.enum(['seller', 'listing']),
})
export type Budget = z.infer<typeof budgetSchema>

/** A save's state is that of its change in the outbox. */
const saveStateSchema = z.enum(outboundStateNames)
/** `message`: why it waits, was refused or is unknown; empty if the state says it all. */
const lastSaveSchema = z.object({ state: saveStateSchema, atMs: z.number(), message: z.string() })
export type LastSave = z.infer<typeof lastSaveSchema>

const viewSchema = z.object({
  quantity: z.number().nullable(),
  condition: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  aspects: list(z.object({ name: z.string(), values: list(z.string()) })),
  imageUrls: list(z.string()),
  upc: list(z.string()),
  ean: list(z.string()),
})

const itemSchema = z.object({
  sku: z.string(),
  /** The raw record as last read; null if the platform has none or it was never read. */
  record: jsonObjectSchema.nullable(),
  isRead: z.boolean(),
  lastReadAtMs: z.number().nullable(),
  /** Why the last read failed. */
  readProblem: appErrorSchema.nullable(),
  edit: itemEditSchema.nullable(),
  /** Where the edit came from, if the seller did not type it here. */
  editSource: z.string().nullable(),
  state: itemStateSchema,
  /** The record with the edit applied. */
  view: viewSchema,
  conflicts: list(conflictSchema),
  isGone: z.boolean(),
  /** The platform's refusals of fields that the seller hasn't changed since. */
  refusals: list(fieldProblemSchema),
  /** Null: not recorded (INV-17). */
  family: familyRecordSchema.nullable(),
  /** Null: the connection's language. */
  contentLanguage: z.string().nullable(),
  defaultContentLanguage: z.string(),
  /** What the seller noted here alone, such as its cost; empty where nothing is noted. */
  noted: z.record(z.enum(privateFieldIds), z.string()),
  /** The last save that was sent. */
  lastSave: lastSaveSchema.nullable(),
  /** The listing with variations that it is one of, and what that shares; null if it is sold alone. */
  group: z
    .object({
      groupKey: z.string(),
      title: z.string().nullable(),
      values: list(z.object({ name: z.string(), value: z.string() })),
    })
    .nullable(),
  /**
   * A confirmed save that was not sent yet (OFF-01). After `refused` or `notFound`, it is sent only when the seller saves again.
   * `runId`: the run that it belongs to; null for a single save.
   */
  pendingSave: z
    .object({
      state: z.enum(['queued', 'waiting', 'refused', 'notFound']),
      sinceMs: z.number(),
      message: z.string().nullable(),
      runId: z.number().nullable(),
    })
    .nullable(),
})
export type Item = z.infer<typeof itemSchema>

const previewChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added'), path: pathSchema, value: jsonValueSchema }),
  z.object({ kind: z.literal('changed'), path: pathSchema, old: jsonValueSchema, value: jsonValueSchema }),
  z.object({ kind: z.literal('deleted'), path: pathSchema, old: jsonValueSchema }),
])

const previewSchema = z.object({
  /** Identifies the previewed edit; `save` needs it. */
  previewToken: z.string(),
  isNew: z.boolean(),
  changes: list(previewChangeSchema),
  deletions: list(z.object({ id: z.string(), name: z.string(), path: pathSchema, old: jsonValueSchema })),
  noChange: z.boolean(),
  /** Each of these blocks the save. */
  conflicts: list(conflictSchema),
  isGone: z.boolean(),
  problems: list(problemSchema),
  /** Why this SKU must not be saved here (INV-17). */
  refusal: z.string().nullable(),
  contentLanguage: z.string(),
  budget: budgetSchema,
  /** Set if the item couldn't be read now. The preview then uses the last reading, and the save waits (OFF-01). */
  lastReading: z.object({ atMs: z.number().nullable(), reason: z.string() }).nullable(),
})
export type Preview = z.infer<typeof previewSchema>

/** The records that a save keeps: before it, what was sent, and what the platform had afterwards. */
const savedVersionSchema = z.enum(['base', 'sent', 'after'])
export type SavedVersion = z.infer<typeof savedVersionSchema>

const pastSaveSchema = z.object({
  id: z.number(),
  /** The save's row in the outbound queue. */
  outboundId: z.string(),
  state: saveStateSchema,
  message: z.string(),
  /** What else changed on the platform with this save; empty if nothing did. */
  note: z.string(),
  startedAtMs: z.number(),
  isNew: z.boolean(),
  changes: list(z.object({ kind: z.enum(['added', 'changed', 'deleted']), path: pathSchema })),
  /** By name. */
  deletions: list(z.string()),
})
export type PastSave = z.infer<typeof pastSaveSchema>

const savedVersionsSchema = z.object({
  sku: z.string(),
  /** Null: the platform had no item. */
  base: jsonObjectSchema.nullable(),
  sent: jsonObjectSchema,
  /** Null: not saved, or not read since. */
  after: jsonObjectSchema.nullable(),
})

const contentLanguageSchema = z
  .string()
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Enter a language tag, such as en-US or de-DE.')

const aspectsInUseSchema = z.object({ aspects: list(z.object({ name: z.string(), values: list(z.string()) })) })
export type AspectsInUse = z.infer<typeof aspectsInUseSchema>

const one = z.object({ sku: listedSkuSchema })
const nothing = z.object({})

export const inventoryContract = {
  ...planContract,
  ...cellsContract,
  ...csvContract,
  ...newItemContract,
  ...groupsContract,

  items: query({
    input: listScopeSchema.extend({
      sort: z
        .object({ by: z.enum(itemSortColumns), direction: z.enum(['ascending', 'descending']) })
        .default({ by: 'sku', direction: 'ascending' }),
      /** Only the item with exactly this SKU. */
      sku: z.string().max(200).optional(),
      /** Columns whose cell texts are returned with each row. */
      columns: z.array(cellColumnSchema).max(MAX_CELL_COLUMNS).default([]),
      /** Whether the variations of a listing are one row (LST-15), and the keys of the groups whose items follow below it. */
      isGrouped: z.boolean().default(false),
      unfolded: z.array(z.string().max(200)).max(20_000).default([]),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(100_000).default(100),
    }),
    output: z.object({
      rows: list(itemRowSchema),
      /** Rows that match the search and filter, with those that are unfolded. */
      total: z.number(),
      /** Items and listings made with other tools that match the search and filter. */
      matches: z.number(),
      /** Counts for the whole list, whatever the search. */
      counts: z.record(z.enum(itemFilters), z.number()),
      /** Items in each state of listing, of the whole list. */
      listingCounts: z.record(z.enum(listingStates), z.number()),
      /** Items in each condition that occurs, of the whole list; null for items without one. */
      conditionCounts: list(z.object({ condition: z.string().nullable(), count: z.number() })),
      /** Items in each category that occurs, of the whole list; null for items without one. */
      categoryCounts: list(z.object({ category: z.string().nullable(), count: z.number() })),
      /** Cells that are kept as typed and not sent, because they could not be read or break a rule. */
      unsentCells: z.number(),
      /** This many or fewer is low stock. */
      lowStockAtMost: z.number(),
      /** Items still to be read. */
      toRead: z.number(),
      /** Why the list could not be fetched at the first start. */
      listProblem: appErrorSchema.nullable(),
      /** Listings made with other tools; null if the platform doesn't list them. */
      active: activeListSchema.extend({ problem: appErrorSchema.nullable() }).nullable(),
    }),
  }),
  item: query({ input: one, output: itemSchema }),
  /** A live listing made with another tool; null if there is none with this id. */
  activeListing: query({
    input: z.object({ listingId: z.string().min(1).max(200) }),
    output: activeListingSchema.extend({ pageUrl: z.string().nullable() }).nullable(),
  }),
  /** At most 200 item specifics of the 2,000 items added last, with their values, the most used first. For suggestions. */
  aspectsInUse: query({ input: nothing, output: aspectsInUseSchema }),
  budget: query({ input: nothing, output: budgetSchema }),
  /** Reads the item, or takes the last reading, and shows exactly what a save would do. Sends nothing. */
  previewSave: query({ input: one, output: previewSchema }),

  /** The newest 200 saves of a SKU, newest first. */
  history: query({
    input: one,
    output: z.object({ saves: list(pastSaveSchema) }),
  }),
  savedVersions: query({ input: z.object({ saveId: z.int() }), output: savedVersionsSchema }),

  /**
   * Stores the edit on this machine; nothing is sent. An empty edit discards it.
   *
   * `validation` for a field that is not an inventory field (INV-14), unless a restored version put it into the edit.
   */
  saveEdit: command({
    input: z.object({ sku: listedSkuSchema, edit: itemEditSchema }),
    output: done,
  }),
  /** Adds pictures to the stored edit and keeps its other changes. Sends nothing. */
  addPictures: command({ input: one.extend({ pictures: addedPicturesSchema }), output: done }),
  discardEdit: command({ input: one, output: done }),
  /** Decides conflicts field by field. `createAgain` restores an item that is gone from the platform, as an edit. */
  resolveConflicts: command({
    input: z.object({
      sku: listedSkuSchema,
      choices: z.array(z.object({ path: pathSchema, keep: z.enum(['mine', 'platform']) })).max(2_000),
      createAgain: z.boolean().default(false),
    }),
    output: done,
  }),
  /**
   * Restores an earlier version as an edit; nothing is sent.
   *
   * Errors: `conflict` if there is an unsaved edit and `replaceEdit` is false, the item was never read, or the platform
   * already has that version; `notFound` if the save has no such version.
   */
  restoreVersion: command({
    input: z.object({ saveId: z.int(), version: savedVersionSchema, replaceEdit: z.boolean().default(false) }),
    output: done,
  }),
  /** Adds SKUs to the list and reads each in the background. */
  addSkus: command({
    input: z.object({ skus: z.array(skuSchema).min(1).max(100_000) }),
    output: z.object({ added: z.number(), alreadyThere: z.number() }),
  }),
  /** Removes an item from the list; the platform keeps it. If the platform lists items, it returns at the next start. */
  removeFromList: command({ input: one, output: done }),
  /** Reads the item now. */
  refreshItem: command({ input: one, output: done }),
  /** Retries fetching the lists and reading unread items. */
  retryReading: command({ input: nothing, output: done }),
  /**
   * Sends once what the preview showed. `confirmedDeletions` must name every deletion.
   *
   * Reads and merges the item again right before, to keep what others changed meanwhile (INV-08). `note` in the result: what
   * others changed and this save kept, and where the platform differs from what was sent.
   *
   * Errors: `conflict` if others changed the same fields or the edit changed since the preview; `validation`; `quotaExhausted`
   * before the platform's limit is reached.
   */
  save: command({
    input: z.object({ sku: listedSkuSchema, previewToken: z.string(), confirmedDeletions: z.array(z.string()) }),
    output: queuedActSchema,
  }),
  /** Withdraws a save that was not sent yet; its edit stays. Throws `conflict` if there is none or it is being sent. */
  withdrawSave: command({ input: one, output: done }),

  /** Records which family manages the SKU; null withdraws that (INV-17). */
  recordFamily: command({
    input: z.object({
      sku: listedSkuSchema,
      family: z.enum(families).nullable(),
      evidence: z.enum(familyEvidences),
      note: z.string().trim().max(500),
    }),
    output: done,
  }),
  /** The Content-Language of this item's saves; null: the connection's. */
  setContentLanguage: command({
    input: z.object({ sku: listedSkuSchema, contentLanguage: contentLanguageSchema.nullable() }),
    output: done,
  }),
  /** Notes a place or a cost; an empty text removes it. Stays on this computer (FIN-02). */
  setPrivateField: command({
    input: z.object({
      sku: listedSkuSchema,
      field: z.enum(privateFieldIds),
      text: z.string().max(MAX_COST_CHARACTERS),
    }),
    output: done,
  }),
  setLowStock: command({ input: z.object({ atMost: z.int().min(0).max(MAX_LOW_STOCK) }), output: done }),

  itemsChanged: event(nothing),
  itemChanged: event(z.object({ sku: z.string() })),
  budgetChanged: event(nothing),
} as const satisfies FeatureContract
