/** The choices that make up an offer: categories, policies, locations and pictures. */
import * as z from 'zod'
import { appErrorSchema } from '../../app-error.ts'
import { command, done, event, type FeatureContract, query } from '../../ipc/define.ts'
import { actResultSchema } from '../../outbound/act-result.ts'

const list = <Element extends z.ZodType>(element: Element) => z.array(element).readonly()
const nothing = z.object({})
const oneCategory = z.object({ categoryId: z.string().trim().min(1).max(40) })

/** A category with its ancestors, from the top: `['Cameras & Photo']`. */
const categoryNameSchema = z.object({ categoryId: z.string(), name: z.string(), ancestors: list(z.string()) })
export type CategoryName = z.infer<typeof categoryNameSchema>

const aspectSchema = z.object({
  name: z.string(),
  /** A listing in this category can't be published without it. */
  isRequired: z.boolean(),
  isRecommended: z.boolean(),
  /** Suggested values, all of them. If `isFreeText` is false, no others are allowed. */
  values: list(z.string()),
  isFreeText: z.boolean(),
  /** Whether an item may have several values. */
  takesSeveral: z.boolean(),
  /** Whether the variations of one listing may differ in it (LST-15). */
  canVary: z.boolean(),
  /** As the platform names it: `STRING`, `NUMBER`, `DATE`. An unknown type isn't checked. */
  dataType: z.string(),
  /** The format of a number or date: `int32`, `YYYYMM`. Empty if there is none. */
  format: z.string(),
  /** Maximum characters of a value; null if the platform states none. */
  maxLength: z.number().nullable(),
  /** `value` can be chosen only if the item has one of `values` for the specific `control`. */
  dependencies: list(z.object({ value: z.string(), control: z.string(), values: list(z.string()) })),
})
export type CategoryAspect = z.infer<typeof aspectSchema>

/** A detail of the condition that a category wants, such as the grade of a card. Items write its id and the values' ids. */
const descriptorSchema = z.object({
  id: z.string(),
  name: z.string(),
  isRequired: z.boolean(),
  /** Whether a text is written instead of the id of a value. */
  isFreeText: z.boolean(),
  /** Maximum characters of a text; null if the platform states none. */
  maxLength: z.number().nullable(),
  values: list(z.object({ id: z.string(), name: z.string() })),
})
export type ConditionDescriptor = z.infer<typeof descriptorSchema>

export const productCodes = ['upc', 'ean', 'isbn'] as const
export type ProductCode = (typeof productCodes)[number]

const categorySchema = z.object({
  categoryId: z.string(),
  /** Null: only the id is known. */
  name: z.string().nullable(),
  ancestors: list(z.string()),
  /** Why nothing can be listed in this category, such as one with subcategories; null if it can. */
  problem: z.string().nullable(),
  aspects: list(aspectSchema),
  /** Allowed conditions in the platform's order, as items name them: `USED_GOOD`. Null: the platform doesn't say. */
  conditions: list(
    z.object({ condition: z.string(), label: z.string(), descriptors: list(descriptorSchema) }),
  ).nullable(),
  /** Product codes without which nothing can be published here. Empty: none, or the platform doesn't say. */
  requiredCodes: list(z.enum(productCodes)),
  readAtMs: z.number(),
})
export type ListingCategory = z.infer<typeof categorySchema>

export const policyKinds = ['fulfillment', 'payment', 'return'] as const
export type PolicyKind = (typeof policyKinds)[number]

const policySchema = z.object({
  kind: z.enum(policyKinds),
  policyId: z.string(),
  name: z.string(),
  /** Empty if there is none. */
  description: z.string(),
  /** Whether a shipping policy calculates its price from the package's weight and size. */
  isCalculated: z.boolean(),
})
export type Policy = z.infer<typeof policySchema>

const locationSchema = z.object({
  merchantLocationKey: z.string(),
  name: z.string(),
  /** On one line: `10115 Berlin, DE`. */
  address: z.string(),
  isEnabled: z.boolean(),
})
export type ListingLocation = z.infer<typeof locationSchema>

const text = (max: number) => z.string().trim().max(max, `Use at most ${max} characters.`)

/** A new location. A country needs a postal code, or a city and a state. */
export const newLocationSchema = z
  .strictObject({
    merchantLocationKey: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,36}$/, 'Use 1 to 36 letters, digits, hyphens and underscores for the location’s key.'),
    name: text(1_000),
    addressLine1: text(128),
    city: text(128),
    stateOrProvince: text(128),
    postalCode: text(16),
    country: z
      .string()
      .trim()
      .regex(/^[A-Z]{2}$/, 'Enter the country as two capital letters, such as US.'),
  })
  .refine(({ postalCode, city, stateOrProvince }) => postalCode !== '' || (city !== '' && stateOrProvince !== ''), {
    path: ['postalCode'],
    message: 'Enter the postal code, or the city and the state.',
  })
export type NewLocation = z.infer<typeof newLocationSchema>

/** Maximum size of an uploaded picture, in bytes. */
export const MAX_PICTURE_BYTES = 12 * 1024 * 1024
/** Length of the largest picture in base64. */
const MAX_PICTURE_CHARACTERS = Math.ceil(MAX_PICTURE_BYTES / 3) * 4

export const choicesContract = {
  /**
   * Categories that fit the text (LST-06), the best first; by default the item's title. Empty if none does.
   *
   * Errors: the platform's or the network's; `conflict` if the connection can't list.
   */
  categorySuggestions: query({
    input: z.object({ text: z.string().trim().min(1).max(350) }),
    output: z.object({ categories: list(categoryNameSchema) }),
  }),
  /**
   * A category with its specifics and conditions. Reads it from the platform if it isn't stored or is older than a
   * week.
   */
  category: query({ input: oneCategory, output: categorySchema }),
  /** The category's name, stored once read. Null if the platform doesn't say or the connection can't list. */
  categoryName: query({ input: oneCategory, output: z.object({ name: z.string().nullable() }) }),
  /** The seller's policies and locations as last read, and the defaults for new offers of this marketplace. */
  choices: query({
    input: nothing,
    output: z.object({
      /** Why this connection can't list at all; null if it can. */
      refusal: z.string().nullable(),
      marketplaceId: z.string(),
      marketplaceLabel: z.string(),
      /** ISO 4217 code of prices. */
      currency: z.string(),
      /** Null: not read yet. False: the seller has no business policies yet and can opt in (LST-05). */
      hasPolicies: z.boolean().nullable(),
      policies: list(policySchema),
      locations: list(locationSchema),
      readAtMs: z.number().nullable(),
      /** False: the seller's registration on the platform is not complete, so nothing can be published. Null: not known. */
      isRegistered: z.boolean().nullable(),
      /** Why a part of the last reading failed. The other parts are as read. */
      problem: appErrorSchema.nullable(),
      /** Whether pictures can be uploaded from this computer (LST-10). */
      canUploadPictures: z.boolean(),
    }),
  }),
  /** Reads policies and locations now. `choices.problem` keeps an error. */
  refreshChoices: command({ input: nothing, output: done }),
  /** Opts in to business policies. The platform may take a day (LST-05). */
  optIn: command({ input: nothing, output: z.object({ message: z.string() }) }),
  /** Creates a location, which becomes the default if there was none. Throws `conflict` if its key is taken. */
  createLocation: command({ input: newLocationSchema, output: done }),
  /** How many live listings and listing drafts, as last read, are sent from a location. */
  locationUse: query({
    input: z.object({ merchantLocationKey: z.string().min(1).max(36) }),
    output: z.object({ live: z.number(), drafts: z.number() }),
  }),
  /**
   * Enables or disables a location (LST-05). While it is disabled, live listings stay live, and the offers sent from it can't be
   * changed. Errors: the platform's refusal; `conflict` while an earlier change may have been sent.
   */
  setLocationState: command({
    input: z.object({ merchantLocationKey: z.string().min(1).max(36), isEnabled: z.boolean() }),
    output: actResultSchema,
  }),
  /**
   * Uploads a picture from this computer to the platform's picture service and returns its address (LST-10). The caller
   * chooses `uploadId`, for `uploadProgressed`. Size and type are checked first, by the bytes and not the name. Throws
   * `validation` for a file that is too large or isn't a picture, `conflict` if the platform stores no pictures, otherwise
   * the platform's or the network's error. Trying again uploads the file again; a lost answer does no harm.
   */
  uploadPicture: command({
    input: z.object({
      uploadId: z.string().min(1).max(100),
      name: z.string().max(300),
      base64: z.string().max(MAX_PICTURE_CHARACTERS, 'The picture is larger than 12 MB. Choose a smaller one.'),
    }),
    output: z.object({
      imageUrl: z.string(),
      /** When the platform deletes the picture unless a listing uses it; null if it doesn't say. */
      expiresAtMs: z.number().nullable(),
    }),
  }),

  choicesChanged: event(nothing),
  /** The progress of an upload. */
  uploadProgressed: event(z.object({ uploadId: z.string(), sentBytes: z.number(), totalBytes: z.number() })),
} as const satisfies FeatureContract
