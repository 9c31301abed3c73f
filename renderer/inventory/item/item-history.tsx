/** The saves of an item. Each version can be restored as an edit. */
import { History } from 'lucide-react'
import { useState } from 'react'
import type { PastSave, SavedVersion } from '../../../shared/inventory/contract.ts'
import { previewSave } from '../../../shared/inventory/save-preview.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { ChangeTable } from '../../parts/save/change-table.tsx'
import { groupLabels, groupOf } from '../../runs/run-labels.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Pane } from '../../ui/layout/pane.tsx'
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx'
import { pathLabel, toShownChange } from '../item-labels.ts'
import { SaveDialog } from '../save/save-dialog.tsx'
import styles from './item-history.module.css'

export type ItemHistoryProps = {
  readonly sku: string
  /** Returns to the item. */
  readonly onBack: () => void
}

const keepNothing = async (): Promise<void> => undefined

/** Newest first. */
export const ItemHistory = ({ sku, onBack }: ItemHistoryProps) => {
  const { the } = usePlatformName()
  const [openId, setOpenId] = useState<number>()
  const [isReviewing, setIsReviewing] = useState(false)
  const history = useApiQuery('inventory', 'history', { sku })
  const leaveReview = (): void => {
    setIsReviewing(false)
    onBack()
  }
  return (
    <>
      <Pane closeLabel="Close the history" onBack={onBack} subtitle={<Text mono>{sku}</Text>} title="History">
        <QueryView label="The history" query={history} skeleton={{ shape: 'lines' }}>
          {({ saves }) =>
            saves.length === 0 ? (
              <EmptyState
                heading="Nothing saved from here yet"
                icon={History}
                text={`Every save keeps the version before it, the one sent, and the one ${the} had afterwards. You can restore any of them.`}
              />
            ) : (
              <Stack aria-label={`Saves of ${sku}`} as="ol" gap={3}>
                {saves.map((save) => (
                  <PastSaveEntry
                    isOpen={save.id === openId}
                    key={save.id}
                    onReview={() => setIsReviewing(true)}
                    onToggle={() => setOpenId(save.id === openId ? undefined : save.id)}
                    save={save}
                    sku={sku}
                  />
                ))}
              </Stack>
            )
          }
        </QueryView>
      </Pane>
      {isReviewing && <SaveDialog keep={keepNothing} onClose={leaveReview} onDecide={leaveReview} sku={sku} />}
    </>
  )
}

type PastSaveEntryProps = {
  readonly sku: string
  readonly save: PastSave
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Called after a version was restored, to show the preview. */
  readonly onReview: () => void
}

const PastSaveEntry = ({ sku, save, isOpen, onToggle, onReview }: PastSaveEntryProps) => {
  const { label, tone } = groupLabels[groupOf(save.state)]
  const names = save.changes.filter(({ kind }) => kind !== 'deleted').map(({ path }) => pathLabel(path))
  const changed = save.isNew ? 'Created the item' : names.length === 0 ? '' : `Changed ${names.join(', ')}`
  return (
    <Stack as="li" className={styles.save}>
      <Row justify="between">
        <Text as="h3" strong>
          <RelativeTime at={save.startedAtMs} /> <Badge tone={tone}>{label}</Badge>
        </Text>
        <Button aria-label={isOpen ? 'Hide this save' : 'Show this save'} onPress={onToggle} size="s">
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      </Row>
      <Text as="p" tone="soft">
        {changed}
        {save.deletions.length > 0 && (
          <Text tone="danger">
            {changed === '' ? 'Deleted ' : '; deleted '}
            {save.deletions.join(', ')}
          </Text>
        )}
      </Text>
      {(save.state !== 'sent' || save.note !== '') && (
        <Text as="p" tone="soft">
          {(save.state === 'sent' ? save.note : save.message) ?? ''}
        </Text>
      )}
      {isOpen && <PastSaveDetail onReview={onReview} save={save} sku={sku} />}
    </Stack>
  )
}

const PastSaveDetail = ({ sku, save, onReview }: Pick<PastSaveEntryProps, 'sku' | 'save' | 'onReview'>) => {
  const { The } = usePlatformName()
  const [replacing, setReplacing] = useState<SavedVersion>()
  const query = useApiQuery('inventory', 'savedVersions', { saveId: save.id })
  const hasEdit = (useApiQuery('inventory', 'item', { sku }).data?.edit ?? null) !== null
  const restore = useApiMutation('inventory', 'restoreVersion')
  const restoreNow = (version: SavedVersion, replaceEdit: boolean) =>
    restore.mutate({ saveId: save.id, version, replaceEdit }, { onSuccess: onReview })
  const ask = (version: SavedVersion) => (hasEdit ? setReplacing(version) : restoreNow(version, false))
  return (
    <QueryView label="The save" query={query} skeleton={{ shape: 'lines' }}>
      {(versions) => {
        const later = versions.after === null ? 'sent' : 'after'
        return (
          <Stack gap={3}>
            <ChangeTable
              changes={previewSave(versions.base ?? {}, versions.sent).changes.map(toShownChange)}
              newLabel="Sent"
              oldLabel="Before"
            />
            <MutationError of={restore} />
            <Row wrap>
              <Button
                disabledReason={versions.base === null ? `${The} had no item before` : undefined}
                isPending={restore.isPending}
                onPress={() => ask('base')}
              >
                Restore previous version
              </Button>
              <Button isPending={restore.isPending} onPress={() => ask(later)}>
                {later === 'after' ? 'Restore saved version' : 'Restore sent version'}
              </Button>
            </Row>
            <ConfirmDialog
              cancelLabel="Keep my edit"
              confirmLabel="Replace my edit"
              consequence={`${sku} has an unsaved edit. The restored version replaces it.`}
              isOpen={replacing !== undefined}
              onClose={() => setReplacing(undefined)}
              onConfirm={() => {
                if (replacing !== undefined) restoreNow(replacing, true)
                setReplacing(undefined)
              }}
              title="Replace the unsaved edit?"
            />
          </Stack>
        )
      }}
    </QueryView>
  )
}
