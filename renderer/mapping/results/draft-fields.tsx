/** The fields of a preview to use for an item, compared with the item's own, and texts to shorten. */
import type { Item } from '../../../shared/inventory/contract.ts'
import { MAX_ASPECT_NAME_CHARACTERS, MAX_ASPECT_VALUE_CHARACTERS } from '../../../shared/inventory/limits.ts'
import {
  aspectsToObject,
  type MappedField,
  type MappedProduct,
  mappedFields,
  type Shortened,
  shortenedKey,
} from '../../../shared/mapping/preview-to-item.ts'
import type { ListingPreview } from '../../../shared/mapping/task-result.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { formatCount } from '../../ui/locale-format.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from '../mapping.module.css'
import { describeAspectChanges, htmlToText, truncate } from '../mapping-labels.ts'

const fieldLabels: Readonly<Record<MappedField, string>> = {
  title: 'Title',
  description: 'Description',
  aspects: 'Item specifics',
  imageUrls: 'Pictures',
}

type DraftProduct = { readonly [Field in MappedField]?: MappedProduct[Field] | undefined }
type View = Item['view']

const count = (list: readonly unknown[], noun: string): string =>
  list.length === 0 ? 'None' : formatCount(list.length, noun)
const describeText = (html: string): string => truncate(htmlToText(html)) || 'None'

/** What the item has in a field, and what the preview has. */
const compareField = (field: MappedField, product: DraftProduct, item: View | undefined): readonly [string, string] => {
  switch (field) {
    case 'title':
      return [item?.title ?? 'None', product.title ?? 'None']
    case 'description':
      return [describeText(item?.description ?? ''), describeText(product.description ?? '')]
    case 'aspects': {
      const aspects = item?.aspects ?? []
      return [count(aspects, 'specific'), describeAspectChanges(aspects, product.aspects ?? {})]
    }
    case 'imageUrls': {
      const now = item?.imageUrls ?? []
      const next = product.imageUrls ?? []
      const newCount = next.filter((url) => !now.includes(url)).length
      return [count(now, 'picture'), next.length === 0 ? 'None' : `${count(next, 'picture')}, ${newCount} new`]
    }
  }
}

export const DraftFields = ({
  fields,
  onChange,
  product,
  item,
}: {
  readonly fields: readonly MappedField[]
  readonly onChange: (fields: readonly MappedField[]) => void
  readonly product: DraftProduct
  readonly item: View | undefined
}) => (
  <Stack aria-label="Use from the preview" as="section">
    <Text as="h3" strong>
      Use from the preview
    </Text>
    <table className={styles.fields}>
      <thead>
        <tr>
          <th scope="col">Use</th>
          {item !== undefined && <th scope="col">Item now</th>}
          <th scope="col">Preview</th>
        </tr>
      </thead>
      <tbody>
        {mappedFields.map((field) => {
          const [now, next] = compareField(field, product, item)
          const hasField = product[field] !== undefined
          return (
            <tr key={field}>
              <td>
                <Checkbox
                  isSelected={hasField && fields.includes(field)}
                  isDisabled={!hasField}
                  onChange={(isUsed) =>
                    onChange(mappedFields.filter((name) => (name === field ? isUsed : fields.includes(name))))
                  }
                >
                  {fieldLabels[field]}
                </Checkbox>
              </td>
              {item !== undefined && <td>{now}</td>}
              <td data-same={(item !== undefined && now === next) || undefined}>
                {hasField || item === undefined ? next : `${next}. The item keeps its own.`}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </Stack>
)

type TooLong = { readonly aspect: string; readonly value: string | null; readonly limit: number }

export const ShortenAspects = ({
  preview,
  texts,
  onText,
}: {
  readonly preview: ListingPreview
  readonly texts: ReadonlyMap<string, Shortened>
  readonly onText: (key: string, shortened: Shortened) => void
}) => {
  const tooLong = aspectsToObject(preview.aspects).notes.flatMap((note): readonly TooLong[] => {
    if (note.kind === 'aspectNameTooLong') return [{ ...note, value: null }]
    return note.kind === 'aspectValueTooLong' ? [note] : []
  })
  if (tooLong.length === 0) return null
  return (
    <Stack aria-label="Too long for an item" as="section">
      <Text as="h3" strong>
        Too long for an item: shorten here
      </Text>
      <Text as="p" className={styles.measure} tone="faint">
        {`A name can have ${MAX_ASPECT_NAME_CHARACTERS} characters, a value ${MAX_ASPECT_VALUE_CHARACTERS}. Anything you leave stays as it is; you can shorten it in the item later.`}
      </Text>
      {tooLong.map(({ aspect, value, limit }) => {
        const key = shortenedKey(aspect, value)
        return (
          <TextField
            key={key}
            label={value === null ? `Name “${truncate(aspect)}”` : `Value of “${truncate(aspect)}”`}
            limit={limit}
            value={texts.get(key)?.text ?? value ?? aspect}
            onChange={(text) => onText(key, { aspect, value, text })}
          />
        )
      })}
    </Stack>
  )
}
