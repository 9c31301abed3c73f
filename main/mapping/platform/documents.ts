/** Products in the documents' neutral spelling. */
import type { MappingAdapter } from './adapter.ts'

export const documentsAdapter: MappingAdapter = {
  toExternalProduct: ({ externalProductId, sku, title, images, aspects }) => ({
    externalProductId,
    ...(sku === undefined ? {} : { sku }),
    ...(title === undefined || title === '' ? {} : { title }),
    ...(images.length === 0 ? {} : { images }),
    ...(aspects.length === 0 ? {} : { aspects }),
  }),
  headers: () => ({}),
}
