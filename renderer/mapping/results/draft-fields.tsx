/** The fields of a preview to use for an item, compared with the item's own. */
import type { Item } from '../../../shared/inventory/contract.ts'
import { htmlToText } from '../../../shared/inventory/html-text.ts'
import { type DraftComparison, type DraftPart, draftParts } from '../../../shared/mapping/draft-parts.ts'
import type { MappedField, MappedProduct } from '../../../shared/mapping/preview-to-item.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import styles from '../mapping.module.css'
import { truncate } from '../mapping-labels.ts'

export const partLabels: Readonly<Record<DraftPart, string>> = {
  title: 'Title',
  description: 'Description',
  newAspects: 'New item specifics',
  changedAspects: 'Different item specifics',
  imageUrls: 'Pictures',
}

type DraftProduct = { readonly [Field in MappedField]?: MappedProduct[Field] | undefined }
type View = Item['view']

const describeText = (html: string | null | undefined): string => truncate(htmlToText(html ?? '')) || 'None'
const describePictures = (urls: readonly string[]): string =>
  urls.length === 0 ? 'None' : formatCount(urls.length, 'picture')
const describeAspects = (names: readonly string[], valuesOf: (name: string) => readonly string[] | undefined): string =>
  truncate(names.map((name) => `${name}: ${valuesOf(name)?.join(', ') ?? 'none'}`).join('; '), 400)

/** The item's value and the preview's value of a part. */
const comparePart = (
  part: DraftPart,
  product: DraftProduct,
  item: View | undefined,
  { newAspects, changedAspects }: DraftComparison,
): readonly [string, string] => {
  const now = (name: string) => item?.aspects.find((aspect) => aspect.name === name)?.values
  const next = (name: string) => product.aspects?.[name]
  switch (part) {
    case 'title':
      return [item?.title ?? 'None', product.title ?? 'None']
    case 'description':
      return [describeText(item?.description), describeText(product.description)]
    case 'newAspects':
      return ['None', describeAspects(newAspects, next)]
    case 'changedAspects':
      return [describeAspects(changedAspects, now), describeAspects(changedAspects, next)]
    case 'imageUrls': {
      const kept = item?.imageUrls ?? []
      const { imageUrls = [] } = product
      const lost = kept.filter((url) => !imageUrls.includes(url)).length
      return [
        describePictures(kept),
        `${describePictures(imageUrls)}${lost === 0 ? '' : `; ${formatCount(lost, 'of yours is removed', 'of yours are removed')}`}`,
      ]
    }
  }
}

type DraftFieldsProps = {
  readonly parts: readonly DraftPart[]
  readonly onChange: (parts: readonly DraftPart[]) => void
  readonly product: DraftProduct
  readonly item: View | undefined
  readonly comparison: DraftComparison
}

/** Offers only the parts that differ from the item. Initially ticks those that replace nothing. */
export const DraftFields = ({ parts, onChange, product, item, comparison }: DraftFieldsProps) => (
  <Stack aria-label="Use from the suggestion" as="section">
    <Text as="h3" strong>
      Use from the suggestion
    </Text>
    {comparison.offered.length === 0 ? (
      <Text tone="faint">The item already has all of this.</Text>
    ) : (
      <table className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">Use</th>
            {item !== undefined && <th scope="col">Item now</th>}
            <th scope="col">Suggestion</th>
          </tr>
        </thead>
        <tbody>
          {comparison.offered.map((part) => {
            const [now, next] = comparePart(part, product, item, comparison)
            const replaces = !comparison.improving.includes(part)
            return (
              <tr key={part}>
                <td>
                  <Checkbox
                    isSelected={parts.includes(part)}
                    onChange={(isUsed) =>
                      onChange(draftParts.filter((each) => (each === part ? isUsed : parts.includes(each))))
                    }
                  >
                    {partLabels[part]}
                  </Checkbox>
                </td>
                {item !== undefined && <td>{now}</td>}
                <td>
                  {next}
                  {replaces && (
                    <Text as="div" size="meta" tone="caution">
                      Replaces what the item has
                    </Text>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    )}
  </Stack>
)
