/** A product for a mapping task, as entered and as sent (MAP-10, MAP-15). */
import * as z from 'zod'
import { skuSchema } from '../inventory/sku.ts'

const httpsUrl = z
  .string()
  .trim()
  .max(2_000, 'The picture address is longer than 2,000 characters.')
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', {
    error: (issue) => `“${String(issue.input).slice(0, 80)}” isn’t an HTTPS address. Write it as https://…`,
  })

const aspectSchema = z.strictObject({
  name: z.string().trim().min(1, 'An item specific has no name. Name it or remove it.').max(200),
  values: z
    .array(z.string().trim().min(1, 'An item specific has an empty value. Fill it in or remove it.').max(1_000))
    .min(1, 'An item specific has no value. Add one or remove it.')
    .max(60),
})

/** Whether the last digit is the check digit of the others, as in every UPC, EAN and ISBN-13. */
const hasCheckDigit = (code: string): boolean => {
  const sum = [...code].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The type of a product code (GTIN); undefined for the seller's own ids. */
export const findCodeType = (id: string): 'UPC' | 'EAN' | 'ISBN' | undefined => {
  if (!/^(\d{12}|\d{13})$/.test(id) || !hasCheckDigit(id)) return undefined
  if (id.length === 12) return 'UPC'
  return /^97[89]/.test(id) ? 'ISBN' : 'EAN'
}

/** Whether the product is just a product code, by which the seller asks for the catalogue's own product. */
export const isCodeAlone = (product: {
  readonly externalProductId: string
  readonly title?: string | undefined
  readonly images: readonly string[]
  readonly aspects: readonly unknown[]
}): boolean =>
  (product.title ?? '') === '' &&
  product.images.length === 0 &&
  product.aspects.length === 0 &&
  findCodeType(product.externalProductId) !== undefined

export const NOTHING_TO_MATCH = 'Add a title or a picture: without either, there is nothing to match.'

export const productSchema = z
  .strictObject({
    /** The seller's own id for the product. The problem lists name products by it, so it is unique within a task. */
    externalProductId: z
      .string()
      .trim()
      .min(1, 'A product needs an ID of your own. The SKU is a good choice.')
      .max(100, 'A product ID can have at most 100 characters.'),
    /** Returned with the preview. */
    sku: skuSchema.optional(),
    title: z.string().trim().max(1_000, 'The title is longer than 1,000 characters.').optional(),
    /** A name such as “Smart Watches”, or a path. Some platforms use item specifics only with it (PLT-36). */
    categoryName: z.string().trim().min(1).max(500, 'The category is longer than 500 characters.').optional(),
    images: z.array(httpsUrl).max(24, 'A product can have at most 24 pictures.').default([]),
    aspects: z.array(aspectSchema).max(100, 'A product can have at most 100 item specifics.').default([]),
  })
  .refine((product) => (product.title ?? '') !== '' || product.images.length > 0 || isCodeAlone(product), {
    path: ['title'],
    error: NOTHING_TO_MATCH,
  })

export type Product = z.infer<typeof productSchema>
export type ProductInput = z.input<typeof productSchema>

/** A larger number than one task takes is split into several tasks (MAP-10). */
export const MAX_PRODUCTS_PER_START = 5_000

export const productListSchema = z
  .array(productSchema)
  .min(1, 'Choose at least one product.')
  .max(MAX_PRODUCTS_PER_START, 'Send at most 5,000 products at once.')
  .superRefine((products, ctx) => {
    const seen = new Set<string>()
    for (const [index, { externalProductId }] of products.entries()) {
      if (seen.has(externalProductId)) {
        const message = `“${externalProductId}” is used twice. Give each product its own ID, so its result can be matched to it.`
        ctx.addIssue({ code: 'custom', path: [index, 'externalProductId'], message })
      }
      seen.add(externalProductId)
    }
  })

/** Splits products into lists of at most `size`, in their order (MAP-10). */
export const splitProducts = (products: readonly Product[], size: number): readonly (readonly Product[])[] =>
  Array.from({ length: Math.ceil(products.length / size) }, (_, part) => products.slice(part * size, (part + 1) * size))

const toComparable = ({ externalProductId, sku, title = '', categoryName = '', images, aspects }: Product): string =>
  JSON.stringify([externalProductId, sku, title, categoryName, images, aspects])

/** Whether two products would be sent as the same. */
export const isSameProduct = (one: Product, other: Product): boolean => toComparable(one) === toComparable(other)
