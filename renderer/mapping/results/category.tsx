/** What is known about a preview's category. The listing feature reads it once and caches it. */
import { conditionLabels } from '../../../shared/connection/conditions.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import type { Option } from '../../ui/fields/option.tsx'
import { Text } from '../../ui/layout/layout.tsx'

/** Its name and id; the id alone if the name is unknown. */
export const CategoryName = ({ categoryId }: { readonly categoryId: string }) => {
  const { data } = useApiQuery('listing', 'categoryName', { categoryId })
  return (
    <>
      {data?.name}{' '}
      <Text mono size="meta" tone={data?.name == null ? undefined : 'faint'}>
        {categoryId}
      </Text>
    </>
  )
}

/** The conditions to choose from; those that the category allows come first. */
export const useConditionOptions = (categoryId: string | null): readonly Option[] => {
  const { conditions } = usePlatform()
  const canList = useApiQuery('listing', 'choices', {}).data?.refusal === null
  const category = useApiQuery(
    'listing',
    'category',
    { categoryId: categoryId ?? '' },
    { enabled: canList && categoryId !== null },
  )
  const allowed = category.data?.conditions?.map(({ condition }) => condition) ?? []
  const isAllowed = (id: string): boolean => allowed.length === 0 || allowed.includes(id)
  return [...conditions.filter(isAllowed), ...conditions.filter((id) => !isAllowed(id))].map((id) => ({
    id,
    label: conditionLabels[id],
    ...(isAllowed(id) ? {} : { description: 'Not allowed in this category' }),
  }))
}
