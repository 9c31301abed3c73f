import { useApiQuery } from '../../api/hooks.ts'

/** The conditions that the category of the item's offer allows (PLT-12); undefined or null if that is not known. */
export const useAllowedConditions = (sku: string, canList: boolean) => {
  const listing = useApiQuery('listing', 'listing', { sku }, { enabled: canList }).data
  const categoryId = listing?.fields.find(({ field }) => field === 'categoryId')?.text ?? ''
  return useApiQuery('listing', 'category', { categoryId }, { enabled: categoryId !== '' }).data?.conditions
}
