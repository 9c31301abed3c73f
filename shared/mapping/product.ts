/**
 * A product as the user hands it to a mapping task, and as it is written on the wire.
 *
 * Document 1 does not show the input of startListingPreviewsCreation (section 4); what must hold here is what the answer
 * needs: problem lists name a product by externalProductId, so it is required, and stands once in a task.
 */
import * as z from 'zod'
import { skuSchema } from '../inventory/sku.ts'

const httpsUrl = z
  .string()
  .trim()
  .max(2_000, 'The picture address is longer than 2,000 characters.')
  .refine((text) => URL.canParse(text) && new URL(text).protocol === 'https:', {
    error: (issue) => `"${String(issue.input).slice(0, 80)}" is not an HTTPS address. Write it as https://…`,
  })

const aspectSchema = z.strictObject({
  name: z.string().trim().min(1, 'An aspect has no name. Name it or remove it.').max(200),
  values: z
    .array(z.string().trim().min(1, 'An aspect value is empty. Fill it in or remove it.').max(1_000))
    .min(1, 'An aspect has no value. Give it one or remove it.')
    .max(60),
})

export const productSchema = z
  .strictObject({
    /** The seller's own name for the product, given back in the problem lists. */
    externalProductId: z
      .string()
      .trim()
      .min(1, 'A product needs an id of yours. The SKU is a good one.')
      .max(100, 'A product id is at most 100 characters.'),
    /** Given back with the preview. The rules are those of an item's SKU (document 1 section 2). */
    sku: skuSchema.optional(),
    title: z.string().trim().max(1_000, 'The title is longer than 1,000 characters.').optional(),
    images: z.array(httpsUrl).max(24, 'At most 24 pictures a product.').default([]),
    aspects: z.array(aspectSchema).max(100, 'At most 100 aspects a product.').default([]),
  })
  .refine((product) => (product.title ?? '') !== '' || product.images.length > 0, {
    path: ['title'],
    error: 'Give the product a title or a picture: without either there is nothing to match.',
  })

export type Product = z.infer<typeof productSchema>
export type ProductInput = z.input<typeof productSchema>

/** The most products of one start; more than a task takes is split (MAP-10). */
export const PRODUCTS_PER_START = 5_000

export const productListSchema = z
  .array(productSchema)
  .min(1, 'Choose at least one product.')
  .max(PRODUCTS_PER_START, 'At most 5,000 products at once.')
  .superRefine((products, ctx) => {
    const seen = new Map<string, number>()
    for (const [index, product] of products.entries()) {
      const first = seen.get(product.externalProductId)
      if (first === undefined) seen.set(product.externalProductId, index)
      else {
        ctx.addIssue({
          code: 'custom',
          path: [index, 'externalProductId'],
          message: `"${product.externalProductId}" stands twice. Each product needs an id of its own, or its result could not be told apart.`,
        })
      }
    }
  })

/** The variables of the start: exactly what the user typed, with nothing added and no empty field. */
export const startVariables = (products: readonly Product[]) => ({
  input: {
    externalProducts: products.map(({ externalProductId, sku, title, images, aspects }) => ({
      externalProductId,
      ...(sku === undefined ? {} : { sku }),
      ...(title === undefined || title === '' ? {} : { title }),
      ...(images.length === 0 ? {} : { images }),
      ...(aspects.length === 0 ? {} : { aspects }),
    })),
  },
})

/** The body of a start, to the byte: what is shown before, kept on disk, and sent. */
export const startBody = (document: string, products: readonly Product[]): string =>
  JSON.stringify({ query: document, variables: startVariables(products) })

/** Splits products into lists of at most `size`, in their order (MAP-10). */
export const splitProducts = (products: readonly Product[], size: number): readonly (readonly Product[])[] =>
  Array.from({ length: Math.ceil(products.length / size) }, (_, part) => products.slice(part * size, (part + 1) * size))

/** Whether two products would be written the same: what a missing field and an empty one say is the same. */
export const isSameProduct = (one: ComparedProduct, other: ComparedProduct): boolean =>
  comparedText(one) === comparedText(other)

type ComparedProduct = Pick<Product, 'externalProductId' | 'images' | 'aspects'> & {
  readonly sku?: string | null | undefined
  readonly title?: string | null | undefined
}

const comparedText = ({ externalProductId, sku, title, images, aspects }: ComparedProduct): string =>
  JSON.stringify([externalProductId, sku ?? '', title ?? '', images, aspects.map(({ name, values }) => [name, values])])
