/** From a preview to a draft item: which preview, which fields, the condition by hand, and all that changes on the way. */
import { useRef, useState } from 'react'
import { conditions, conditionWords } from '../../shared/inventory/item.ts'
import { SKU_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '../../shared/inventory/limits.ts'
import { skuProblem } from '../../shared/inventory/sku.ts'
import { type MappedField, mappedFields, type Shortened } from '../../shared/mapping/preview-to-item.ts'
import type { ListingPreview } from '../../shared/mapping/result.ts'
import { useApiMutation, useApiQuery } from '../api/hooks.ts'
import { navigate } from '../api/location.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount } from '../ui/locale-format.ts'
import { RadioGroup } from '../ui/radio-group.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './draft-dialog.module.css'
import { FieldsToTake } from './fields-to-take.tsx'
import { isTooLong, noteText } from './mapping-labels.ts'
import { ShortenAspects } from './shorten-aspects.tsx'

export type DraftDialogProps = {
  readonly onClose: () => void
  readonly taskRef: number
  readonly previewIndex: number
  readonly preview: ListingPreview
}

const isCondition = (id: string | null): id is (typeof conditions)[number] => conditions.some((known) => known === id)

const Made = ({ sku, onClose }: { readonly sku: string; readonly onClose: () => void }) => (
  <Dialog
    isOpen
    onClose={onClose}
    title="The draft is in the SKU editor"
    footer={
      <>
        <Button onPress={onClose}>Stay here</Button>
        <Button autoFocus onPress={() => navigate({ screen: 'items', path: [sku] })} variant="primary">
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
  const form = useRef<HTMLDivElement>(null)
  const make = useApiMutation('mapping', 'createDraftItem')

  const index = chosen ?? previewIndex
  const other = useApiQuery('mapping', 'preview', { taskRef, previewIndex: index }, { enabled: index !== previewIndex })
  const shown = index === previewIndex ? preview : (other.data?.preview ?? preview)
  const title = titles[index] ?? shown.title
  const texts = shortened[index] ?? new Map<string, Shortened>()
  const choice = { taskRef, previewIndex: index, title, shortened: [...texts.values()] }

  // Of the whole preview, so that a field that is not taken can still be compared.
  const { data: whole } = useApiQuery('mapping', 'draftFromPreview', { ...choice, sku }, { keepPrevious: true })
  const notes = (whole?.notes ?? []).filter(
    ({ kind }) =>
      (kind === 'titleTooLong' && take.includes('title')) ||
      (kind.startsWith('image') && take.includes('imageUrls')) ||
      (kind !== 'titleTooLong' && !kind.startsWith('image') && take.includes('aspects')),
  )
  const same = whole?.samePreviews ?? []
  const hasChoice = same.length > 1
  const item = useApiQuery(
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
    if (make.isPending) return
    if (problem !== undefined || !isCondition(condition) || isUndecided || take.length === 0) {
      // To what is missing, once it says so: it may stand below what is in sight.
      setTimeout(() => {
        const wrong = form.current?.querySelector('[aria-invalid="true"]')
        const field = wrong instanceof HTMLInputElement ? wrong : wrong?.querySelector('input')
        ;(field ?? form.current)?.focus()
      }, 0)
      return
    }
    make.mutate(
      { ...choice, fields: [...take], sku, condition, replaceEdit },
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
      <div className={styles.form} ref={form} tabIndex={-1}>
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
            label={`Which of the ${formatCount(same.length, 'preview')} with this SKU becomes the item`}
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
        <FieldsToTake take={take} onTake={setTake} product={whole?.product ?? {}} now={now} />
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
          <ShortenAspects
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
