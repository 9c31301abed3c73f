/** Which fields of a preview become the item's: what the item has now beside what each would put there. */
import type { Item } from '../../shared/inventory/contract.ts'
import { type MappedField, type MappedProduct, mappedFields } from '../../shared/mapping/preview-to-item.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { formatCount } from '../ui/locale-format.ts'
import styles from './draft-dialog.module.css'
import { aspectsDifference, plainText, shortened } from './mapping-labels.ts'

const fieldLabels: Readonly<Record<MappedField, string>> = {
  title: 'Title',
  description: 'Description',
  aspects: 'Item specifics',
  imageUrls: 'Pictures',
}

type View = Item['view']

type TakenProduct = { readonly [Field in MappedField]?: MappedProduct[Field] | undefined }

/** What the item has now under a field, and what the preview would put there. */
const comparison = (
  field: MappedField,
  product: TakenProduct,
  now: View | undefined,
): { readonly now: string; readonly would: string } => {
  switch (field) {
    case 'title':
      return { now: now?.title ?? 'None', would: product.title ?? 'None' }
    case 'description':
      return {
        now: shortened(plainText(now?.description ?? '')) || 'None',
        would: shortened(plainText(product.description ?? '')) || 'None',
      }
    case 'aspects':
      return {
        now: now === undefined || now.aspects.length === 0 ? 'None' : formatCount(now.aspects.length, 'specific'),
        would: aspectsDifference(now?.aspects ?? [], product.aspects ?? {}),
      }
    case 'imageUrls': {
      const there = new Set(now?.imageUrls ?? [])
      const would = product.imageUrls ?? []
      const fresh = would.filter((url) => !there.has(url)).length
      return {
        now: there.size === 0 ? 'None' : formatCount(there.size, 'picture'),
        would: would.length === 0 ? 'None' : `${formatCount(would.length, 'picture')}, ${fresh} of them new`,
      }
    }
  }
}

export const FieldsToTake = ({
  take,
  onTake,
  product,
  now,
}: {
  readonly take: readonly MappedField[]
  readonly onTake: (take: readonly MappedField[]) => void
  readonly product: TakenProduct
  readonly now: View | undefined
}) => (
  <section aria-label="Fields to take" className={styles.notes}>
    <h3 className={styles.heading}>What to take of the preview</h3>
    <table className={styles.fields}>
      <thead>
        <tr>
          <th scope="col">Take</th>
          {now !== undefined && <th scope="col">The item now</th>}
          <th scope="col">The preview</th>
        </tr>
      </thead>
      <tbody>
        {mappedFields.map((field) => {
          const texts = comparison(field, product, now)
          const isThere = product[field] !== undefined
          return (
            <tr key={field}>
              <td>
                <Checkbox
                  isSelected={isThere && take.includes(field)}
                  isDisabled={!isThere}
                  onChange={(isTaken) =>
                    onTake(mappedFields.filter((name) => (name === field ? isTaken : take.includes(name))))
                  }
                >
                  {fieldLabels[field]}
                </Checkbox>
              </td>
              {now !== undefined && <td>{texts.now}</td>}
              <td data-same={now !== undefined && texts.now === texts.would ? true : undefined}>
                {isThere || now === undefined ? texts.would : `${texts.would}: the item keeps its own`}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </section>
)
