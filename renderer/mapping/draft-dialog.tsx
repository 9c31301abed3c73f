/** From a preview to a draft item: which preview, which fields, the condition by hand, and all that changes on the way. */
import { useState } from 'react'
import type { Item } from '../../shared/inventory/contract.ts'
import { conditions, conditionWords } from '../../shared/inventory/item.ts'
import {
  ASPECT_NAME_MAX_CHARACTERS,
  ASPECT_VALUE_MAX_CHARACTERS,
  SKU_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
} from '../../shared/inventory/limits.ts'
import { skuProblem } from '../../shared/inventory/sku.ts'
import {
  type MappedField,
  type MappedProduct,
  mappedFields,
  type Shortened,
  tooLongIn,
} from '../../shared/mapping/preview-to-item.ts'
import type { ListingPreview } from '../../shared/mapping/result.ts'
import { useCommandOf, useQueryOf } from '../api/hooks.ts'
import { goTo } from '../api/place.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './draft-dialog.module.css'
import { aspectsDifference, countOf, isTooLong, noteText, plainText } from './words.ts'

export type DraftDialogProps = {
  readonly onClose: () => void
  readonly taskRef: number
  readonly previewIndex: number
  readonly preview: ListingPreview
}

const isCondition = (id: string | null): id is (typeof conditions)[number] => conditions.some((known) => known === id)

const fieldLabels: Readonly<Record<MappedField, string>> = {
  title: 'Title',
  description: 'Description',
  aspects: 'Item specifics',
  imageUrls: 'Pictures',
}

type View = Item['view']

type TakenProduct = { readonly [Field in MappedField]?: MappedProduct[Field] | undefined }

const short = (text: string): string => (text.length > 140 ? `${text.slice(0, 139)}…` : text)

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
        now: short(plainText(now?.description ?? '')) || 'None',
        would: short(plainText(product.description ?? '')) || 'None',
      }
    case 'aspects':
      return {
        now: now === undefined || now.aspects.length === 0 ? 'None' : countOf(now.aspects.length, 'specific'),
        would: aspectsDifference(now?.aspects ?? [], product.aspects ?? {}),
      }
    case 'imageUrls': {
      const there = new Set(now?.imageUrls ?? [])
      const would = product.imageUrls ?? []
      const fresh = would.filter((url) => !there.has(url)).length
      return {
        now: there.size === 0 ? 'None' : countOf(there.size, 'picture'),
        would: would.length === 0 ? 'None' : `${countOf(would.length, 'picture')}, ${fresh} of them new`,
      }
    }
  }
}

const Fields = ({
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

const Shorten = ({
  preview,
  texts,
  onText,
}: {
  readonly preview: ListingPreview
  readonly texts: ReadonlyMap<string, Shortened>
  readonly onText: (key: string, shortened: Shortened) => void
}) => {
  const tooLong = tooLongIn(preview.aspects)
  if (tooLong.length === 0) return null
  return (
    <section aria-label="Too long for an item" className={styles.notes}>
      <h3 className={styles.heading}>Too long for an item: shorten them here</h3>
      <p className={styles.soft}>
        {`A name has at most ${ASPECT_NAME_MAX_CHARACTERS} characters and a value at most ${ASPECT_VALUE_MAX_CHARACTERS}. What you leave as it is stays whole, and can be shortened in the item.`}
      </p>
      {tooLong.map(({ aspect, value, limit }) => {
        const key = JSON.stringify([aspect, value])
        return (
          <TextField
            key={key}
            label={value === null ? `Name “${short(aspect)}”` : `Value of “${short(aspect)}”`}
            limit={limit}
            value={texts.get(key)?.text ?? value ?? aspect}
            onChange={(text) => onText(key, { aspect, value, text })}
          />
        )
      })}
    </section>
  )
}

const Made = ({ sku, onClose }: { readonly sku: string; readonly onClose: () => void }) => (
  <Dialog
    isOpen
    onClose={onClose}
    title="The draft is in the SKU editor"
    footer={
      <>
        <Button onPress={onClose}>Stay here</Button>
        <Button autoFocus onPress={() => goTo({ room: 'items', path: [sku] })} variant="primary">
          {`Open ${sku}`}
        </Button>
      </>
    }
  >
    <p>
      Nothing was sent. In the editor you see exactly what a save would change on the platform, and save when you are
      ready.
    </p>
  </Dialog>
)

export const DraftDialog = ({ onClose, taskRef, previewIndex, preview }: DraftDialogProps) => {
  const [sku, setSku] = useState(preview.sku ?? '')
  // What was typed belongs to the preview it was typed for.
  const [titles, setTitles] = useState<Readonly<Record<number, string>>>({})
  const [shortened, setShortened] = useState<Readonly<Record<number, ReadonlyMap<string, Shortened>>>>({})
  const [chosen, setChosen] = useState<number | null>(null)
  const [take, setTake] = useState<readonly MappedField[]>(mappedFields)
  const [condition, setCondition] = useState<string | null>(null)
  const [wasTried, setWasTried] = useState(false)
  const [madeSku, setMadeSku] = useState<string | undefined>(undefined)
  const make = useCommandOf('mapping', 'makeDraftItem')

  const index = chosen ?? previewIndex
  const other = useQueryOf('mapping', 'preview', { taskRef, previewIndex: index }, { enabled: index !== previewIndex })
  const shown = index === previewIndex ? preview : (other.data?.preview ?? preview)
  const title = titles[index] ?? shown.title
  const texts = shortened[index] ?? new Map<string, Shortened>()
  const choice = { taskRef, previewIndex: index, title, shortened: [...texts.values()] }

  // Of the whole preview, so that a field that is not taken can still be compared.
  const { data: whole } = useQueryOf('mapping', 'draftFromPreview', { ...choice, sku }, { keepPrevious: true })
  const notes = (whole?.notes ?? []).filter(
    ({ kind }) =>
      (kind === 'titleTooLong' && take.includes('title')) ||
      (kind.startsWith('image') && take.includes('imageUrls')) ||
      (kind !== 'titleTooLong' && !kind.startsWith('image') && take.includes('aspects')),
  )
  const same = whole?.samePreviews ?? []
  const hasChoice = same.length > 1
  const item = useQueryOf(
    'inventory',
    'item',
    { sku },
    { enabled: whole?.existing != null && skuProblem(sku) === undefined },
  )
  const now = whole?.existing == null ? undefined : item.data?.view

  const problem = skuProblem(sku)
  const hasEdit = make.error?.detail.kind === 'conflict'
  const isUndecided = hasChoice && chosen === null
  const submit = (replaceEdit: boolean): void => {
    setWasTried(true)
    if (make.isPending || problem !== undefined || !isCondition(condition) || isUndecided || take.length === 0) return
    make.mutate(
      { ...choice, take: [...take], sku, condition, replaceEdit },
      { onSuccess: (made) => setMadeSku(made.sku) },
    )
  }

  if (madeSku !== undefined) return <Made sku={madeSku} onClose={onClose} />

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Make a draft item"
      size="l"
      isDismissable={false}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          {hasEdit ? (
            <Button isPending={make.isPending} onPress={() => submit(true)} variant="danger">
              {`Replace the edit of ${sku}`}
            </Button>
          ) : (
            <Button isPending={make.isPending} onPress={() => submit(false)} variant="primary">
              Make the draft
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {make.error !== null && (
          <Banner tone={hasEdit ? 'caution' : 'danger'}>
            {make.error.message}
            {hasEdit && ' The draft would take its place.'}
          </Banner>
        )}
        <TextField
          label="SKU"
          value={sku}
          onChange={(text) => {
            setSku(text)
            setChosen(null)
            make.reset()
          }}
          limit={SKU_MAX_CHARACTERS}
          isMono
          isRequired
          error={problem !== undefined && (wasTried || sku !== '') ? problem : undefined}
          description={
            whole?.existing == null
              ? 'A new item, kept on this machine until you save it.'
              : `This item is there already${whole.existing.title === null ? '' : `: “${whole.existing.title}”`}. The draft becomes an edit of it.`
          }
        />
        {hasChoice && (
          <RadioGroup
            label={`Which of the ${countOf(same.length, 'preview')} with this SKU becomes the item`}
            description="An item is one thing: only one of them can."
            options={same.map(({ index: place, title: text }) => ({
              id: String(place),
              label: `Preview ${place + 1}: ${text || 'without a title'}`,
            }))}
            value={chosen === null ? null : String(chosen)}
            onChange={(id) => setChosen(Number(id))}
            isRequired
            error={wasTried && isUndecided ? 'Choose one of them.' : undefined}
          />
        )}
        <Fields take={take} onTake={setTake} product={whole?.product ?? {}} now={now} />
        {wasTried && take.length === 0 && <Banner tone="danger">Choose at least one field of the preview.</Banner>}
        {take.includes('title') && (
          <TextField
            label="Title"
            value={title}
            onChange={(text) => setTitles((before) => ({ ...before, [index]: text }))}
            limit={TITLE_MAX_CHARACTERS}
          />
        )}
        {take.includes('aspects') && (
          <Shorten
            preview={shown}
            texts={texts}
            onText={(key, text) => setShortened((before) => ({ ...before, [index]: new Map(texts).set(key, text) }))}
          />
        )}
        <RadioGroup
          label="Condition"
          description="A preview has no condition, so it has to come from you. Which ones are allowed depends on the category."
          options={conditions.map((id) => ({ id, label: conditionWords[id] }))}
          value={condition}
          onChange={setCondition}
          isRequired
          error={wasTried && condition === null ? 'Choose the condition.' : undefined}
        />
        <section aria-label="What changes on the way" className={styles.notes}>
          <h3 className={styles.heading}>What changes on the way</h3>
          {notes.length === 0 ? (
            <p className={styles.soft}>Nothing is left out and nothing is too long.</p>
          ) : (
            <ul className={styles.list}>
              {notes.map((note, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is rebuilt as a whole
                <li data-tone={isTooLong(note) ? 'caution' : 'neutral'} className={styles.note} key={position}>
                  {noteText(note)}
                </li>
              ))}
            </ul>
          )}
          <p className={styles.soft}>
            The category and the mapping reference have no field in an inventory item and stay with this task. A preview
            has no quantity: a new item gets it from you.
          </p>
        </section>
      </div>
    </Dialog>
  )
}
