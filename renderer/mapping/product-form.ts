/** Converts between a product and the form it is typed in. */
import type { ProductForm, StartDraft } from '../../shared/mapping/contract.ts'
import {
  findCodeType,
  isSameProduct,
  MAX_PRODUCTS_PER_START,
  type Product,
  productSchema,
} from '../../shared/mapping/product.ts'

export const emptyForm: ProductForm = {
  externalProductId: '',
  sku: '',
  title: '',
  categoryName: '',
  images: '',
  aspects: '',
}

export const isEmptyForm = (form: ProductForm): boolean => Object.values(form).every((text) => text.trim() === '')

export type FormField = keyof ProductForm
export type FormErrors = Readonly<Partial<Record<FormField, string>>>
type ParsedForm = { readonly ok: true; readonly product: Product } | { readonly ok: false; readonly errors: FormErrors }

const splitList = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** `Brand: Acme | Acme Ltd` on each line: a name and its values. */
const parseAspects = (text: string): { readonly aspects: Product['aspects']; readonly problem?: string } => {
  const aspects: Product['aspects'] = []
  for (const line of splitList(text, '\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim()
    const values = splitList(line.slice(colon + 1), '|')
    if (name === '' || values.length === 0) {
      return { aspects, problem: `“${line.slice(0, 60)}” needs a name and a value, such as Brand: Acme` }
    }
    aspects.push({ name, values })
  }
  return { aspects }
}

/** Parses the form, with each error at its field. `taken` are the ids already in the list. */
export const parseForm = (form: ProductForm, taken: ReadonlySet<string>): ParsedForm => {
  const { aspects, problem } = parseAspects(form.aspects)
  const parsed = productSchema.safeParse({
    externalProductId: form.externalProductId.trim() || form.sku.trim(),
    ...(form.sku.trim() === '' ? {} : { sku: form.sku.trim() }),
    ...(form.title.trim() === '' ? {} : { title: form.title }),
    ...(form.categoryName.trim() === '' ? {} : { categoryName: form.categoryName }),
    images: splitList(form.images, '\n'),
    aspects,
  })
  const errors: Partial<Record<FormField, string>> = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field] = path
    if (typeof field === 'string' && field in emptyForm) errors[field as FormField] ??= message
  }
  if (problem !== undefined) errors.aspects = problem
  if (parsed.success && taken.has(parsed.data.externalProductId)) {
    errors.externalProductId = `“${parsed.data.externalProductId}” is already in the list. Give each product its own ID.`
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, product: parsed.data } : { ok: false, errors }
}

export const toForm = (product: Product): ProductForm => ({
  externalProductId: product.externalProductId,
  sku: product.sku ?? '',
  title: product.title ?? '',
  categoryName: product.categoryName ?? '',
  images: product.images.join('\n'),
  aspects: product.aspects.map(({ name, values }) => `${name}: ${values.join(' | ')}`).join('\n'),
})

/** An inventory item as a product, without empty values and pictures that are not HTTPS; undefined without title and picture. */
export const itemToProduct = (item: {
  readonly sku: string
  readonly title: string | null
  readonly category?: string | null
  /** Product codes. One alone is enough to ask the catalog (PLT-36). */
  readonly codes?: readonly string[]
  readonly imageUrls: readonly string[]
  readonly aspects: readonly { readonly name: string; readonly values: readonly string[] }[]
}): Product | undefined => {
  const code = item.codes?.find((one) => findCodeType(one) !== undefined)
  const hasMore = (item.title ?? '').trim() !== '' || item.imageUrls.length > 0
  return productSchema.safeParse({
    externalProductId: hasMore || code === undefined ? item.sku : code,
    sku: item.sku,
    ...(item.title === null || item.title.trim() === '' ? {} : { title: item.title }),
    // An id alone is no name.
    ...(item.category == null || /^\d*$/.test(item.category.trim()) ? {} : { categoryName: item.category }),
    images: item.imageUrls.filter((url) => URL.canParse(url) && new URL(url).protocol === 'https:').slice(0, 24),
    aspects: (hasMore ? item.aspects : [])
      .map(({ name, values }) => ({ name, values: values.filter((value) => value.trim() !== '') }))
      .filter(({ name, values }) => name.trim() !== '' && values.length > 0)
      .slice(0, 100),
  }).data
}

/** An empty mapping with a key of its own. */
export const createDraft = (): StartDraft => ({ requestKey: crypto.randomUUID(), products: [], form: emptyForm })

/** What is left once these products were sent: those added or changed meanwhile, and what is typed. */
export const afterStart = (draft: StartDraft, sent: readonly Product[]): StartDraft => ({
  ...createDraft(),
  products: draft.products.filter((product) => !sent.some((one) => isSameProduct(one, product))),
  form: draft.form,
})

/** Adds the products whose id is new, each once, up to the limit of one start (MAP-10). */
export const addProducts = (draft: StartDraft, added: readonly Product[]): StartDraft => {
  const products = new Map(draft.products.map((product) => [product.externalProductId, product]))
  for (const product of added) {
    const { externalProductId } = product
    if (products.size < MAX_PRODUCTS_PER_START && !products.has(externalProductId))
      products.set(externalProductId, product)
  }
  return { ...draft, products: [...products.values()] }
}

/** The state of an invalid product's correction: only a changed product may be sent again (MAP-05). */
type Correction =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'incomplete'; readonly errors: FormErrors }
  | { readonly kind: 'changed'; readonly product: Product }

export const parseCorrection = (sent: Product | null, form: ProductForm): Correction => {
  if (sent === null) return { kind: 'unchanged' }
  // Compares texts too: a value with a | parses as two even if unchanged.
  if (JSON.stringify(form) === JSON.stringify(toForm(sent))) return { kind: 'unchanged' }
  const parsed = parseForm(form, new Set())
  if (!parsed.ok) return { kind: 'incomplete', errors: parsed.errors }
  return isSameProduct(parsed.product, sent) ? { kind: 'unchanged' } : { kind: 'changed', product: parsed.product }
}
