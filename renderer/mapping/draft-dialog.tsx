/** From a preview to a draft item: the condition by hand, and everything that is left out or too long by name. */
import { useState } from 'react'
import { conditions } from '../../shared/inventory/item.ts'
import { SKU_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '../../shared/inventory/limits.ts'
import { skuProblem } from '../../shared/inventory/sku.ts'
import type { ListingPreview } from '../../shared/mapping/result.ts'
import { useCommandOf, useQueryOf } from '../api/hooks.ts'
import { goTo } from '../api/place.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './draft-dialog.module.css'
import { conditionWords, countOf, isTooLong, noteText } from './words.ts'

export type DraftDialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly taskRef: number
  readonly previewIndex: number
  readonly preview: ListingPreview
}

const isCondition = (id: string | null): id is (typeof conditions)[number] => conditions.some((known) => known === id)

export const DraftDialog = ({ isOpen, onClose, taskRef, previewIndex, preview }: DraftDialogProps) => {
  const [sku, setSku] = useState(preview.sku ?? '')
  const [title, setTitle] = useState(preview.title)
  const [condition, setCondition] = useState<string | null>(null)
  const [wasTried, setWasTried] = useState(false)
  const [madeSku, setMadeSku] = useState<string | undefined>(undefined)
  const make = useCommandOf('mapping', 'makeDraftItem')
  const draft = useQueryOf(
    'mapping',
    'draftFromPreview',
    { taskRef, previewIndex, sku, title },
    { enabled: isOpen, keepPrevious: true },
  ).data

  const close = (): void => {
    setMadeSku(undefined)
    make.reset()
    onClose()
  }
  const problem = skuProblem(sku)
  const hasEdit = make.error?.detail.kind === 'conflict'
  const submit = (replaceEdit: boolean): void => {
    setWasTried(true)
    if (make.isPending || problem !== undefined || !isCondition(condition)) return
    make.mutate(
      { taskRef, previewIndex, sku, condition, title, replaceEdit },
      { onSuccess: (made) => setMadeSku(made.sku) },
    )
  }

  if (madeSku !== undefined) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="The draft is in the SKU editor"
        footer={
          <>
            <Button onPress={close}>Stay here</Button>
            <Button autoFocus onPress={() => goTo({ room: 'items', path: [madeSku] })} variant="primary">
              {`Open ${madeSku}`}
            </Button>
          </>
        }
      >
        <p>
          Nothing was sent. In the editor you see exactly what a save would change on the platform, and save when you
          are ready.
        </p>
      </Dialog>
    )
  }

  const notes = draft?.notes ?? []
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Make a draft item"
      size="l"
      isDismissable={false}
      footer={
        <>
          <Button onPress={close}>Cancel</Button>
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
            make.reset()
          }}
          limit={SKU_MAX_CHARACTERS}
          isMono
          isRequired
          error={problem !== undefined && (wasTried || sku !== '') ? problem : undefined}
          description={
            draft?.existing == null
              ? 'A new item, kept on this machine until you save it.'
              : `This item is there already${draft.existing.title === null ? '' : `: “${draft.existing.title}”`}. The draft becomes an edit of it.`
          }
        />
        {draft !== undefined && draft.samePreviews.length > 0 && (
          <Banner tone="caution">
            {`${countOf(draft.samePreviews.length, 'other preview')} of this task has the same SKU (${draft.samePreviews
              .map((index) => `preview ${index + 1}`)
              .join(', ')}). Only one can become the item; this one will.`}
          </Banner>
        )}
        <TextField label="Title" value={title} onChange={setTitle} limit={TITLE_MAX_CHARACTERS} />
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
              {notes.map((note, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is rebuilt as a whole
                <li data-tone={isTooLong(note) ? 'caution' : 'neutral'} className={styles.note} key={index}>
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
