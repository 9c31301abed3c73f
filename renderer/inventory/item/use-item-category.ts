import { useApiQuery } from '../../api/hooks.ts'

/** The category of the item's offer (PLT-12); undefined if that is not known. */
export const useItemCategory = (sku: string, canList: boolean) => {
  const listing = useApiQuery('listing', 'listing', { sku }, { enabled: canList }).data
  const categoryId = listing?.fields.find(({ field }) => field === 'categoryId')?.text ?? ''
  return useApiQuery('listing', 'category', { categoryId }, { enabled: categoryId !== '' }).data
}
