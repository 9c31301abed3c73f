/** Listings with variations: what their items share (LST-15). Publishing and ending them is `listing.planRun`. */
import * as z from 'zod'
import { appErrorSchema } from '../../app-error.ts'
import { command, done, event, type FeatureContract, query } from '../../ipc/define.ts'
import { exclusionsSchema, runPlanSchema } from '../../outbound/run-contract.ts'
import { addedPicturesSchema } from '../added-pictures.ts'
import { itemEditSchema } from '../item-edit.ts'
import { jsonObjectSchema, jsonValueSchema } from '../json.ts'
import { listingStates } from '../listing-state.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const pathSchema = list(z.string())

/** A field that the platform and the seller both changed; see `MergeConflict`. */
export const conflictSchema = z.object({
  path: pathSchema,
  was: jsonValueSchema.exactOptional(),
  remote: jsonValueSchema.exactOptional(),
  wanted: jsonValueSchema.exactOptional(),
})

const groupKeySchema = z.string().min(1).max(200)
const one = z.object({ groupKey: groupKeySchema })

const variationValuesSchema = list(z.object({ name: z.string(), value: z.string() }))

const groupSchema = z.object({
  groupKey: z.string(),
  /** The raw record as last read; null if the platform has none or it was never read. */
  record: jsonObjectSchema.nullable(),
  readAtMs: z.number().nullable(),
  /** Why the last read failed. */
  readProblem: appErrorSchema.nullable(),
  /** What was changed here and not sent. For a listing that the platform doesn't have yet, what makes it. */
  edit: itemEditSchema.nullable(),
  /**
   * The listing is not on the platform yet: whether it waits in the outbox, is being sent, or was refused and why. `unsent`: nothing
   * of it is in the outbox. Null for a listing that the platform has.
   */
  making: z
    .object({ state: z.enum(['unsent', 'waiting', 'sending', 'refused']), message: z.string().nullable() })
    .nullable(),
  /** With the edit. */
  view: z.object({
    title: z.string(),
    subtitle: z.string(),
    description: z.string(),
    aspects: list(z.object({ name: z.string(), values: list(z.string()) })),
    imageUrls: list(z.string()),
  }),
  /** What the variations differ in, in the listing's order. */
  variesBy: list(z.object({ name: z.string(), values: list(z.string()) })),
  /** The items of the group that are in the list. */
  members: list(
    z.object({
      sku: z.string(),
      values: variationValuesSchema,
      pictureUrl: z.string().nullable(),
      quantity: z.number().nullable(),
      price: z.object({ amount: z.number(), currency: z.string().nullable() }).nullable(),
      listingState: z.enum(listingStates),
      /** A title, or a listing description, of its own, which replaces the listing's on the platform (LST-22). */
      hasOwnTexts: z.boolean(),
    }),
  ),
  /** Fields that the platform and the seller both changed. Each blocks the save. */
  conflicts: list(conflictSchema),
  problems: list(z.object({ sku: z.string().nullable(), message: z.string(), path: pathSchema.exactOptional() })),
})
export type Group = z.infer<typeof groupSchema>

export const groupsContract = {
  /** A listing with variations as last read, with what was changed here; null if no item names the group. */
  group: query({ input: one, output: groupSchema.nullable() }),
  /** Reads the group now. Throws the platform's or the network's error. */
  refreshGroup: command({ input: one, output: done }),
  /**
   * Stores what was changed in the shared fields; nothing is sent. An empty edit discards it.
   *
   * Errors: `notFound` if no item names the group; `validation` for a field that can't be changed here.
   */
  saveGroupEdit: command({ input: one.extend({ edit: itemEditSchema }), output: done }),
  /** Adds pictures to the stored edit of the shared fields and keeps its other changes. Sends nothing. */
  addGroupPictures: command({ input: one.extend({ pictures: addedPicturesSchema }), output: done }),
  /**
   * Keeps the items of a listing that the platform doesn't have yet apart again, and withdraws what waits in the outbox.
   *
   * Errors: `conflict` if the platform has the listing, or may have it.
   */
  cancelNewGroup: command({ input: one, output: done }),
  /** Plans sending what was changed in the shared fields. Sends nothing. Errors: `conflict` if nothing was changed. */
  planGroup: query({ input: one.extend({ excluded: exclusionsSchema }), output: runPlanSchema }),

  groupChanged: event(one),
} as const satisfies FeatureContract
