/** Products in eBay's form (PLT-15). */
import { marketplaceHeader } from '../../../shared/connection/platforms.ts'
import { findCodeType, isCodeAlone, type Product } from '../../../shared/mapping/product.ts'
import type { MappingAdapter } from './adapter.ts'

// By the service's schema: https://developer.ebay.com/api-docs/sell/inventory-mapping/overview.html
const MAX_TITLE = 250
const MAX_ASPECTS = 50
const MAX_ASPECT_TEXT = 100
const MAX_PICTURES = 24

const toExternalProduct = (product: Product) => {
  const { externalProductId, sku, title, categoryName, images, aspects } = product
  const productType = findCodeType(externalProductId)
  // A product code must come alone, so it is sent only if the seller entered nothing else.
  if (productType !== undefined && isCodeAlone(product)) {
    return { externalProductIdentifierInput: { productId: externalProductId, productType } }
  }
  return {
    // eBay has no field for the seller's own id. The SKU comes back with the result, so it identifies the product.
    sku: sku ?? externalProductId,
    ...(title === undefined || title === '' ? {} : { title }),
    ...(categoryName === undefined ? {} : { categoryName }),
    ...(images.length === 0 ? {} : { images }),
    // Without a category, item specifics make the whole product fail.
    ...(aspects.length === 0 || categoryName === undefined ? {} : { aspects }),
  }
}

const findProblem = ({ title = '', images, aspects, categoryName }: Product): string | undefined => {
  if (title.length > MAX_TITLE) return `The title has ${title.length} characters, and eBay takes ${MAX_TITLE}.`
  if (images.length > MAX_PICTURES) return `It has ${images.length} pictures, and eBay takes ${MAX_PICTURES}.`
  if (categoryName === undefined) return undefined
  if (aspects.length > MAX_ASPECTS) return `It has ${aspects.length} item specifics, and eBay takes ${MAX_ASPECTS}.`
  const long = aspects.find(({ name, values }) => [name, ...values].some((text) => text.length > MAX_ASPECT_TEXT))
  return long === undefined
    ? undefined
    : `The item specific “${long.name.slice(0, 60)}” is longer than the ${MAX_ASPECT_TEXT} characters that eBay takes.`
}

export const ebayAdapter: MappingAdapter = {
  startVariables: (_, products) => ({ input: { externalProducts: products.map(toExternalProduct) } }),
  findProblem,
  headers: (profile) => ({ [marketplaceHeader(profile)]: profile.marketplaceId }),
}
