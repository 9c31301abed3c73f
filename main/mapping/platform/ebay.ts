/** Products in eBay's form (PLT-15). */
import { marketplaceHeader } from '../../../shared/connection/platforms.ts'
import type { Product } from '../../../shared/mapping/product.ts'
import type { MappingAdapter } from './adapter.ts'

/** Whether the last digit is the check digit of the others, as in every UPC, EAN and ISBN-13. */
const hasCheckDigit = (code: string): boolean => {
  const sum = [...code].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The type of product code; undefined for the seller's own ids. */
const findProductType = (id: string): 'UPC' | 'EAN' | 'ISBN' | undefined => {
  if (!/^(\d{12}|\d{13})$/.test(id) || !hasCheckDigit(id)) return undefined
  if (id.length === 12) return 'UPC'
  return /^97[89]/.test(id) ? 'ISBN' : 'EAN'
}

const toExternalProduct = ({ externalProductId, sku, title, images, aspects }: Product) => {
  const productType = findProductType(externalProductId)
  return {
    // eBay has no field for the seller's own id. The SKU comes back with the result, so it identifies the product.
    sku: sku ?? externalProductId,
    ...(productType === undefined
      ? {}
      : { externalProductIdentifierInput: { productId: externalProductId, productType } }),
    ...(title === undefined || title === '' ? {} : { title }),
    ...(images.length === 0 ? {} : { images }),
    ...(aspects.length === 0 ? {} : { aspects }),
  }
}

export const ebayAdapter: MappingAdapter = {
  startVariables: (_, products) => ({ input: { externalProducts: products.map(toExternalProduct) } }),
  headers: (profile) => ({ [marketplaceHeader(profile)]: profile.marketplaceId }),
}
