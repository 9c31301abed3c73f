/** The part of the items screen that comes from mapping. The shell passes it to the items screen. */
import { MAX_PRODUCTS_PER_START, type Product } from '../../shared/mapping/product.ts'
import { useAction, useApiQuery, useClient } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { navigate } from '../location.ts'
import { toast, toastFailure } from '../ui/feedback/toast.tsx'
import { formatCount } from '../ui/format/locale-format.ts'
import { addProducts, createDraft, itemToProduct } from './product-form.ts'

/** Items read concurrently. */
const READ_AT_ONCE = 20

/** Prepares a mapping of the chosen items, beside what was prepared before, and opens it. Sends nothing. */
const useSuggestDetails = (readSkus: (limit: number) => Promise<readonly string[]>) => {
  const client = useClient()
  const toProduct = async (sku: string): Promise<Product | undefined> => {
    const { view } = await client.inventory.item({ sku })
    return itemToProduct({ ...view, sku })
  }
  const suggest = useAction(async () => {
    const skus = await readSkus(MAX_PRODUCTS_PER_START)
    const products: Product[] = []
    for (let from = 0; from < skus.length; from += READ_AT_ONCE) {
      const read = await Promise.all(skus.slice(from, from + READ_AT_ONCE).map(toProduct))
      products.push(...read.filter((product) => product !== undefined))
    }
    const empty = skus.length - products.length
    if (empty > 0) {
      const which = formatCount(empty, 'item has', 'items have')
      toast({ tone: 'caution', text: `${which} neither a title nor a picture to match.` })
    }
    if (products.length === 0) return
    const { draft } = await client.mapping.startDraft({})
    await client.mapping.saveStartDraft({ draft: addProducts(draft ?? createDraft(), products) })
    navigate({ screen: 'mapping', path: ['new'] })
  })
  return { isPending: suggest.isPending, start: () => suggest.mutate(undefined, { onError: toastFailure }) }
}

type AskedItem = Parameters<typeof itemToProduct>[0]

/** Starts a task for one item. The seller pressed for it. */
const useLookUp = () => {
  const client = useClient()
  return async (item: AskedItem): Promise<void> => {
    const product = itemToProduct(item)
    if (product === undefined) return
    await client.mapping.start({ products: [product], requestKey: crypto.randomUUID() })
  }
}

const useItemSuggestion = (item: AskedItem) => {
  const { sku } = item
  const client = useClient()
  const platformName = usePlatformName()
  const { data } = useApiQuery('mapping', 'suggestion', { sku })
  const lookUp = useLookUp()
  const start = useAction(() => lookUp(item))
  const found = data?.suggestion ?? undefined
  const canAsk = data !== undefined && itemToProduct(item) !== undefined
  return {
    state: found?.state ?? ('none' as const),
    catalog: `${platformName.the}’s catalog`,
    message: found?.message ?? null,
    product: found?.preview?.product ?? null,
    lookUp: canAsk ? () => start.mutate(undefined, { onError: toastFailure }) : undefined,
    isStarting: start.isPending,
    take: () => {
      if (found?.preview == null) return
      const { taskRef } = found
      void client.mapping.takeSuggestion({ taskRef, previewIndex: found.preview.previewIndex, sku }).catch(toastFailure)
    },
  }
}

export const mappingParts = { useSuggestDetails, useItemSuggestion, useLookUp }
