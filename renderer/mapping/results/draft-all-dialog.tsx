/** Drafts every complete preview at once: shows what each adds to its item, and what must be drafted alone. */
import { useState } from 'react'
import { conditionLabels } from '../../../shared/connection/conditions.ts'
import type { DraftObstacle, DraftRow } from '../../../shared/mapping/contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { locationHref, navigate } from '../../location.ts'
import { Picture } from '../../parts/picture.tsx'
import { RUN_PATH } from '../../runs/run-labels.ts'
import { SaveItemsDialog } from '../../runs/save-items-dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from '../mapping.module.css'
import { partLabels } from './draft-fields.tsx'

const obstacleLabels: Readonly<Record<DraftObstacle, string>> = {
  noSku: 'It has no SKU. Open it to give it one.',
  sameSku: 'Several suggestions have this SKU. Open one to choose.',
  unsavedEdit: 'The item has an unsaved edit. Save or discard it first.',
  tooLong: 'A text is too long. Open it, then shorten it in the item.',
  nothingNew: 'There is nothing to add without replacing something of the item.',
}

/** "Create 2 drafts, add 9 categories" */
const submitLabel = (chosen: readonly DraftRow[]): string => {
  const categoryCount = chosen.filter(({ isCategoryOnly }) => isCategoryOnly).length
  const draftCount = chosen.length - categoryCount
  const added = formatCount(categoryCount, 'category', 'categories')
  if (categoryCount === 0) return `Create ${formatCount(draftCount, 'draft')}`
  return draftCount === 0 ? `Add ${added}` : `Create ${formatCount(draftCount, 'draft')}, add ${added}`
}

const addsText = ({ isNew, isCategoryOnly, parts }: DraftRow): string => {
  if (isCategoryOnly) return 'The item has the rest: the category goes to its listing, if that has none'
  return isNew ? 'New item' : `Adds ${parts.map((part) => partLabels[part].toLowerCase()).join(', ')}`
}

export const DraftAllDialog = ({ taskRef, onClose }: { readonly taskRef: number; readonly onClose: () => void }) => {
  const query = useApiQuery('mapping', 'draftPlan', { taskRef })
  const create = useApiMutation('mapping', 'createDraftItems')
  const [isReviewing, setReviewing] = useState(false)
  const { conditions } = usePlatform()
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set())
  const [condition, setCondition] = useState<string | null>(null)
  const [quantity, setQuantity] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const rows = query.data?.rows ?? []
  const ready = rows.filter(({ obstacle }) => obstacle === null)
  const chosen = ready.filter(({ index }) => !excluded.has(index))
  const blocked = rows.filter(({ obstacle }) => obstacle !== null)
  const bare = chosen.filter(({ needsCondition }) => needsCondition)
  const uncounted = chosen.filter(({ needsQuantity }) => needsQuantity)
  const known = conditions.find((id) => id === condition)
  const isQuantityWrong = !/^\d{0,6}$/.test(quantity.trim())

  const submit = (): void => {
    setWasSubmitted(true)
    if (create.isPending || (bare.length > 0 && known === undefined) || isQuantityWrong) return
    create.mutate({
      taskRef,
      previewIndexes: chosen.map(({ index }) => index),
      ...(known === undefined ? {} : { condition: known }),
      ...(quantity.trim() === '' ? {} : { quantity: Number(quantity) }),
    })
  }

  if (create.data !== undefined) {
    const { drafts, categories, failures } = create.data
    if (isReviewing) {
      return (
        <SaveItemsDialog
          onClose={onClose}
          onStarted={(runId) => navigate({ screen: 'items', path: [RUN_PATH, String(runId)] })}
          scope={{ kind: 'skus', skus: drafts.map(({ sku }) => sku) }}
        />
      )
    }
    return (
      <Dialog
        closeLabel="Done"
        submit={
          drafts.length === 0
            ? undefined
            : {
                label: `Review ${formatNumber(drafts.length)}`,
                autoFocus: true,
                onPress: () => setReviewing(true),
              }
        }
        onClose={onClose}
        title={
          drafts.length === 0 && categories.length > 0
            ? `${formatCount(categories.length, 'category', 'categories')} added`
            : `${formatCount(drafts.length, 'draft')} created`
        }
      >
        <Stack gap={3}>
          <p>
            {drafts.length === 0
              ? 'Nothing was sent.'
              : 'Nothing was sent. Review the changes together; then the items can be listed together.'}
          </p>
          {categories.length > 0 && (
            <p>{`${formatCount(categories.length, 'category', 'categories')} went to listings that had none.`}</p>
          )}
          {failures.map(({ previewIndex, message }) => (
            <Banner key={previewIndex} title={`Suggestion ${previewIndex + 1} wasn’t used`} tone="caution">
              {message}
            </Banner>
          ))}
        </Stack>
      </Dialog>
    )
  }
  return (
    <Dialog
      submit={{
        label: submitLabel(chosen),
        disabledReason: chosen.length === 0 ? 'Choose at least one suggestion' : undefined,
        isPending: create.isPending,
        onPress: submit,
      }}
      onClose={onClose}
      size="l"
      title="Use all suggestions"
    >
      <QueryView label="Drafts" query={query} skeleton={{ shape: 'rows', rowHeight: 52 }}>
        {() => (
          <Stack gap={4}>
            <MutationError of={create} />
            <Text as="p" tone="soft">
              Each draft only adds to its item: nothing the item has is replaced. Nothing is sent until you save.
            </Text>
            {bare.length > 0 && (
              <Row>
                <Select
                  error={wasSubmitted && known === undefined ? 'Choose a condition.' : undefined}
                  label={`Condition of ${formatCount(bare.length, 'item')} without one`}
                  onChange={setCondition}
                  options={conditions.map((id) => ({ id, label: conditionLabels[id] }))}
                  value={condition}
                />
              </Row>
            )}
            {uncounted.length > 0 && (
              <Row>
                <TextField
                  description="Optional. An item can be listed once it has a quantity."
                  error={isQuantityWrong ? 'Enter a whole number, such as 1.' : undefined}
                  label={`Quantity of ${formatCount(uncounted.length, 'item')} without one`}
                  onChange={setQuantity}
                  value={quantity}
                />
              </Row>
            )}
            {ready.length === 0 && <Text tone="faint">No suggestion is complete. Use them one by one.</Text>}
            <ul aria-label="Suggestions to use">
              {ready.map((row) => (
                <li className={styles.product} key={row.index}>
                  <Checkbox
                    isSelected={!excluded.has(row.index)}
                    onChange={(isUsed) =>
                      setExcluded((before) => {
                        const next = new Set(before)
                        if (isUsed) next.delete(row.index)
                        else next.add(row.index)
                        return next
                      })
                    }
                  >
                    <span className={styles.choice}>
                      <Picture url={row.pictureUrl} />
                      <span className={styles.pickText}>
                        {row.title || 'Untitled'}
                        <Text size="meta" tone="soft">
                          <Text mono>{row.sku}</Text> · {addsText(row)}
                        </Text>
                      </span>
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
            {blocked.length > 0 && (
              <Stack aria-label="Opened one by one" as="section">
                <Text as="h3" strong>
                  Not included
                </Text>
                <ul>
                  {blocked.map(({ index, title, obstacle }) => (
                    <li className={styles.product} key={index}>
                      <span className={styles.pickText}>
                        <a
                          href={locationHref({
                            screen: 'mapping',
                            path: [String(taskRef), 'previews', String(index + 1)],
                          })}
                        >
                          {title || `Suggestion ${index + 1}`}
                        </a>
                        <Text size="meta" tone="soft">
                          {obstacle !== null && obstacleLabels[obstacle]}
                        </Text>
                      </span>
                    </li>
                  ))}
                </ul>
              </Stack>
            )}
          </Stack>
        )}
      </QueryView>
    </Dialog>
  )
}
