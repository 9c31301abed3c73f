/** Creates a draft item from a preview: which preview, which fields, and the condition (MAP-12). */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { conditionLabel } from '../../../shared/connection/conditions.ts'
import { MAX_SKU_CHARACTERS } from '../../../shared/inventory/limits.ts'
import { SKU_TOPIC, skuProblem } from '../../../shared/inventory/sku.ts'
import { choiceOfParts, compareDraft, type DraftPart } from '../../../shared/mapping/draft-parts.ts'
import { noteField } from '../../../shared/mapping/preview-to-item.ts'
import type { ListingPreview } from '../../../shared/mapping/task-result.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { navigate } from '../../location.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ProblemText } from '../../ui/feedback/why-link.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from '../mapping.module.css'
import { noteText } from '../mapping-labels.ts'
import { useConditionOptions } from './category.tsx'
import { DraftFields } from './draft-fields.tsx'

type DraftDialogProps = {
  readonly onClose: () => void
  readonly taskRef: number
  readonly previewIndex: number
  readonly preview: ListingPreview
}

const DraftCreated = ({ sku, onClose }: { readonly sku: string; readonly onClose: () => void }) => {
  const { the } = usePlatformName()
  return (
    <Dialog
      onClose={onClose}
      title="Draft created"
      closeLabel="Stay here"
      submit={{ label: `Open ${sku}`, autoFocus: true, onPress: () => navigate({ screen: 'items', path: [sku] }) }}
    >
      <p>{`Nothing was sent. Open the item to review what will change on ${the}, then save.`}</p>
    </Dialog>
  )
}

export const DraftDialog = ({ onClose, taskRef, previewIndex, preview }: DraftDialogProps) => {
  const [sku, setSku] = useState(preview.sku ?? '')
  const [chosen, setChosen] = useState<number | null>(null)
  /** Undefined until the seller chooses. The default is the parts that replace nothing in the item. */
  const [chosenParts, setParts] = useState<readonly DraftPart[] | undefined>(undefined)
  const [conditionId, setConditionId] = useState<string | null>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  /** The button was pressed before the chosen preview and item were compared. */
  const [isWaiting, setIsWaiting] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const create = useApiMutation('mapping', 'createDraftItem')
  const { conditions, name } = usePlatform()

  const index = chosen ?? previewIndex
  const other = useApiQuery('mapping', 'preview', { taskRef, previewIndex: index }, { enabled: index !== previewIndex })
  const shown = index === previewIndex ? preview : (other.data?.preview ?? preview)
  const choice = { taskRef, previewIndex: index }

  const conditionOptions = useConditionOptions(shown.categoryId)

  // Reads the whole preview, so unused fields can still be compared.
  const compared = useApiQuery('mapping', 'draftFromPreview', { ...choice, sku }, { keepPrevious: true })
  const draft = compared.data
  const samePreviews = draft?.samePreviews ?? []
  const existing = draft?.existing ?? null
  const problem = skuProblem(sku)
  const item = useApiQuery('inventory', 'item', { sku }, { enabled: existing !== null && problem === undefined })
  const view = existing === null ? undefined : item.data?.view
  // The comparison shows what the draft replaces, so it must be for this preview and this item.
  const isStale = compared.isPlaceholderData || compared.isLoading || item.isLoading || other.isLoading
  const product = draft?.product ?? {}
  const comparison = compareDraft(product, view)
  const parts = (chosenParts ?? comparison.improving).filter((part) => comparison.offered.includes(part))
  const { fields, aspectNames } = choiceOfParts(parts, comparison)
  const notes = (draft?.notes ?? []).filter(
    (note) =>
      fields.includes(noteField(note)) &&
      (!('aspect' in note) || aspectNames.includes(note.aspect) || !Object.hasOwn(product.aspects ?? {}, note.aspect)),
  )
  const itemCondition = view?.condition ?? null

  const condition = conditions.find((known) => known === conditionId)
  const hasEdit = create.error?.detail.kind === 'conflict'
  const mustChoose = samePreviews.length > 1 && chosen === null
  const submit = (replaceEdit: boolean): void => {
    if (create.isPending) return
    if (isStale) {
      setIsWaiting(true)
      return
    }
    setWasSubmitted(true)
    const lacksCondition = condition === undefined && itemCondition === null
    if (problem !== undefined || lacksCondition || mustChoose || fields.length === 0) {
      // Waits until the missing field is marked invalid, then scrolls to it.
      setTimeout(() => {
        const invalid = form.current?.querySelector('[aria-invalid="true"]')
        const field = invalid instanceof HTMLInputElement ? invalid : invalid?.querySelector('input')
        ;(field ?? form.current)?.focus()
      }, 0)
      return
    }
    create.mutate({
      ...choice,
      fields,
      aspectNames,
      sku,
      replaceEdit,
      ...(condition === undefined || itemCondition !== null ? {} : { condition }),
    })
  }

  const submitWaiting = useEffectEvent(() => {
    setIsWaiting(false)
    submit(hasEdit)
  })
  useEffect(() => {
    if (isWaiting && !isStale) submitWaiting()
  }, [isWaiting, isStale])

  if (create.isSuccess) return <DraftCreated sku={create.data.sku} onClose={onClose} />

  return (
    <Dialog
      onClose={onClose}
      title="Use this suggestion"
      size="l"
      isDismissable={false}
      submit={{
        label: hasEdit ? `Replace the edit of ${sku}` : 'Create draft',
        isPending: create.isPending,
        isWaiting,
        onPress: () => submit(hasEdit),
        variant: hasEdit ? 'danger' : 'primary',
      }}
    >
      <div className={styles.form} ref={form} tabIndex={-1}>
        {create.error !== null && (
          <Banner tone={hasEdit ? 'caution' : 'danger'}>
            <ProblemText problem={create.error.detail} />
            {hasEdit && ' The draft would replace it.'}
          </Banner>
        )}
        <TextField
          label="SKU"
          value={sku}
          onChange={(text) => {
            setSku(text)
            setChosen(null)
            setParts(undefined)
            create.reset()
          }}
          limit={MAX_SKU_CHARACTERS}
          isMono
          isRequired
          error={
            problem !== undefined && (wasSubmitted || sku !== '') ? { message: problem, topic: SKU_TOPIC } : undefined
          }
          description={
            existing === null
              ? 'A new item. It stays on this computer until you save it.'
              : `This item already exists${existing.title === null ? '' : `: “${existing.title}”`}. The draft becomes an edit of it.`
          }
        />
        {samePreviews.length > 1 && (
          <RadioGroup
            label={`${formatCount(samePreviews.length, 'suggestion')} have this SKU. Which one becomes the item?`}
            options={samePreviews.map((same) => ({
              id: String(same.index),
              label: `Suggestion ${same.index + 1}: ${same.title || 'untitled'}`,
            }))}
            value={chosen === null ? null : String(chosen)}
            onChange={(id) => {
              setChosen(Number(id))
              setParts(undefined)
            }}
            isRequired
            error={wasSubmitted && mustChoose ? 'Choose one of them.' : undefined}
          />
        )}
        <DraftFields comparison={comparison} item={view} onChange={setParts} parts={parts} product={product} />
        {wasSubmitted && fields.length === 0 && <Banner tone="danger">Choose at least one field.</Banner>}
        {itemCondition === null ? (
          <RadioGroup
            label="Condition"
            description="The suggestion has no condition. The category decides which ones are allowed."
            options={conditionOptions}
            value={conditionId}
            onChange={setConditionId}
            isRequired
            error={wasSubmitted && condition === undefined ? 'Choose a condition.' : undefined}
          />
        ) : (
          <Text as="p" tone="soft">{`Condition: ${conditionLabel(itemCondition)}. The item keeps it.`}</Text>
        )}
        <Stack aria-label="Changes" as="section">
          <Text as="h3" strong>
            Changes
          </Text>
          {notes.length === 0 && <Text tone="faint">Nothing is left out or too long.</Text>}
          <ul className={styles.notes}>
            {notes.map((note, position) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is rebuilt as a whole
              <li data-tone={note.kind.endsWith('TooLong') ? 'caution' : 'neutral'} key={position}>
                {noteText(note, name)}
              </li>
            ))}
          </ul>
          <Text as="p" className={styles.measure} tone="faint">
            The category and the mapping reference aren’t part of an item. The suggestion has no quantity: enter it in
            the item.
          </Text>
        </Stack>
      </div>
    </Dialog>
  )
}
