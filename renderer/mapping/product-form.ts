/** The form of one product: what is typed, and how it is read. Pure, so that the rules can be tested without a window. */
import type { ProductForm, SentProduct } from '../../shared/mapping/contract.ts'
import { isSameProduct, type Product, productSchema } from '../../shared/mapping/product.ts'

export type { ProductForm }

export const emptyForm: ProductForm = { externalProductId: '', sku: '', title: '', images: '', aspects: '' }

export const isEmptyForm = (form: ProductForm): boolean => Object.values(form).every((text) => text.trim() === '')

export type FormField = keyof ProductForm
export type FormReading =
  | { readonly ok: true; readonly product: Product }
  | { readonly ok: false; readonly errors: Readonly<Partial<Record<FormField, string>>> }

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `Brand: Acme; Acme Ltd` on each line: a name, and values parted by semicolons. */
const readAspects = (text: string): { readonly aspects: Product['aspects']; readonly problem?: string } => {
  const aspects: Product['aspects'] = []
  for (const line of linesOf(text)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim()
    const values = line
      .slice(colon + 1)
      .split(';')
      .map((value) => value.trim())
      .filter((value) => value !== '')
    if (colon === -1 || name === '' || values.length === 0) {
      return { aspects, problem: `“${line.slice(0, 60)}” is not a name and its values. Write it as Brand: Acme` }
    }
    aspects.push({ name, values })
  }
  return { aspects }
}

/** Reads the form; each error stands at its field. `taken` are the ids that are in the list already. */
export const readForm = (form: ProductForm, taken: ReadonlySet<string>): FormReading => {
  const { aspects, problem } = readAspects(form.aspects)
  const parsed = productSchema.safeParse({
    // A SKU is a good id: who gives one need not think of another.
    externalProductId: form.externalProductId.trim() === '' ? form.sku.trim() : form.externalProductId,
    ...(form.sku.trim() === '' ? {} : { sku: form.sku.trim() }),
    ...(form.title.trim() === '' ? {} : { title: form.title }),
    images: linesOf(form.images),
    aspects,
  })
  const errors: Partial<Record<FormField, string>> = {}
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path[0]
    if (typeof field === 'string' && field in emptyForm) errors[field as FormField] ??= issue.message
  }
  if (problem !== undefined) errors.aspects = problem
  if (parsed.success && taken.has(parsed.data.externalProductId)) {
    errors.externalProductId = `“${parsed.data.externalProductId}” is in the list already. Each product needs an id of its own.`
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, product: parsed.data } : { ok: false, errors }
}

/** A product back in the form, to be changed. */
export const formOf = (product: Product): ProductForm => ({
  externalProductId: product.externalProductId,
  sku: product.sku ?? '',
  title: product.title ?? '',
  images: product.images.join('\n'),
  aspects: product.aspects.map(({ name, values }) => `${name}: ${values.join('; ')}`).join('\n'),
})

/** What the item list knows of an item, as a product. Pictures that are not HTTPS and empty values are left out. */
export const productOfItem = (item: {
  readonly sku: string
  readonly title: string | null
  readonly imageUrls: readonly string[]
  readonly aspects: readonly { readonly name: string; readonly values: readonly string[] }[]
}): Product | undefined => {
  const parsed = productSchema.safeParse({
    externalProductId: item.sku,
    sku: item.sku,
    ...(item.title === null || item.title.trim() === '' ? {} : { title: item.title }),
    images: item.imageUrls.filter((url) => URL.canParse(url) && new URL(url).protocol === 'https:').slice(0, 24),
    aspects: item.aspects
      .map(({ name, values }) => ({ name, values: values.filter((value) => value.trim() !== '') }))
      .filter(({ name, values }) => name.trim() !== '' && values.length > 0)
      .slice(0, 100),
  })
  return parsed.success ? parsed.data : undefined
}

/** A product that was sent, as one to be sent. */
export const productOfSent = ({ sku, title, ...product }: SentProduct): Product => ({
  ...product,
  ...(sku === null ? {} : { sku }),
  ...(title === null ? {} : { title }),
})

/** What a form makes of a product that was invalid: only a changed one may be sent again (MAP-05). */
export type Mending =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'wrong'; readonly errors: Readonly<Partial<Record<FormField, string>>> }
  | { readonly kind: 'changed'; readonly product: Product }

export const mendingOf = (sent: SentProduct | null, form: ProductForm): Mending => {
  if (sent === null) return { kind: 'unchanged' }
  // By the text, too: a value with a semicolon in it reads back as two, which nobody has changed.
  if (JSON.stringify(form) === JSON.stringify(formOf(productOfSent(sent)))) return { kind: 'unchanged' }
  const reading = readForm(form, new Set())
  if (!reading.ok) return { kind: 'wrong', errors: reading.errors }
  return isSameProduct(reading.product, sent) ? { kind: 'unchanged' } : { kind: 'changed', product: reading.product }
}
