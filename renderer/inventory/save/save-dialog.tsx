/** Previews a save, has deletions confirmed, and sends it. */
import { useEffect, useEffectEvent } from 'react'
import { isLive } from '../../../shared/inventory/listing-state.ts'
import type { ActResult } from '../../../shared/outbound/act-result.ts'
import { Failure } from '../../../shared/result.ts'
import { useAction, useApiQuery, useClient, useReadAgain } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { useConfirmations } from '../../parts/save/deletion-list.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { errorMessage } from '../../ui/feedback/error-message.ts'
import { LoadingState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Dialog, RUNNING } from '../../ui/overlays/dialog.tsx'
import { useSubmitKey } from '../../ui/overlays/use-submit-key.ts'
import { findObstacle, hasConflict, PreviewBody, PreviewPrice } from './preview-body.tsx'
import { undoSave } from './undo-save.ts'

export type SaveDialogProps = {
  readonly sku: string
  /** Stores the latest changes, so that the preview includes them. */
  readonly keep: () => Promise<void>
  readonly onClose: () => void
  /** Called after `onClose` if the change was saved or queued. */
  readonly onSaved?: (() => void) | undefined
  /** Closes the dialog and moves to the conflicts. */
  readonly onDecide: () => void
}

/** Notifies the seller of a save's result and of what others changed meanwhile. */
const report = (sku: string, { state, known, message, note }: ActResult): void => {
  if (state !== 'sent') {
    toast({ text: state === 'waiting' ? `The save of ${sku} waits. ${message}` : message, tone: 'caution' })
  } else if (known === 'reading') toast({ text: `${sku}: ${note}`, tone: 'neutral' })
  else if (note === '') toast({ text: `${sku} saved`, tone: 'good' })
  else toast({ text: `${sku} saved. ${note}`, tone: 'caution' })
}

/** Whether a failed call leaves the outcome unknown. */
const isOpenEnded = (error: Error): boolean =>
  !(error instanceof Failure) || error.detail.kind === 'unknown' || error.detail.kind === 'internal'

export const SaveDialog = ({ sku, keep, onClose, onSaved, onDecide }: SaveDialogProps) => {
  const { the } = usePlatformName()
  const client = useClient()
  const confirmations = useConfirmations()
  const preview = useAction(async () => {
    await keep()
    return client.inventory.previewSave({ sku })
  })
  const readAgain = useReadAgain('inventory', 'item')
  const save = useAction((previewToken: string) =>
    doUndoably({ label: `${sku} saved` }, async () => {
      const done = await client.inventory.save({ sku, previewToken, confirmedDeletions: [...confirmations.ids] })
      // Closes only once the saved item is loaded. Until then, a field reset to its old value would count as unchanged.
      await readAgain()
      report(sku, done)
      return { undo: () => undoSave(client, sku, done.id), isQuiet: true }
    }),
  )
  const { data: shown } = preview
  const listing = useApiQuery('listing', 'listing', { sku }).data
  const obstacle = shown === undefined ? undefined : findObstacle(shown, confirmations)
  const failure =
    save.error !== null
      ? {
          title: isOpenEnded(save.error) ? 'It is unknown whether this was saved' : 'Not saved',
          message: errorMessage(save.error),
        }
      : undefined

  const load = () => {
    save.reset()
    confirmations.reset()
    preview.mutate()
  }
  const loadFirst = useEffectEvent(load)
  useEffect(() => loadFirst(), [])

  const send = (previewToken: string) =>
    save.mutate(previewToken, {
      onSuccess: () => {
        onClose()
        onSaved?.()
      },
    })

  const isReady = shown !== undefined && !hasConflict(shown) && (shown.noChange || obstacle === undefined)
  useSubmitKey(() => {
    if (isReady && !save.isPending) send(shown.previewToken)
  })

  return (
    <Dialog
      footer={
        <>
          <PreviewPrice preview={shown} />
          <Button autoFocus disabledReason={save.isPending ? RUNNING : undefined} onPress={onClose}>
            Back to the edit
          </Button>
          {shown !== undefined &&
            (hasConflict(shown) ? (
              <Button onPress={onDecide} variant="primary">
                Decide now
              </Button>
            ) : (
              <Button
                disabledReason={shown.noChange ? undefined : obstacle}
                hint={<Kbd keys="Mod+Enter" />}
                isPending={save.isPending}
                sends={!shown.noChange}
                onPress={() => send(shown.previewToken)}
                variant="primary"
              >
                {shown.noChange
                  ? 'Done, nothing to send'
                  : shown.isNew
                    ? 'Create item'
                    : `Save ${formatCount(shown.changes.length, 'change')}`}
              </Button>
            ))}
        </>
      }
      isRunning={save.isPending}
      onClose={onClose}
      size="l"
      title={`What saving ${sku} will change`}
    >
      {shown === undefined && preview.error === null && (
        <LoadingState label={`Reading the item from ${the}`} shape="lines" />
      )}
      {preview.error !== null && (
        <Banner action={{ label: 'Try again', onPress: load }} title="Couldn’t create the preview" tone="danger">
          {errorMessage(preview.error)} Your edit is kept on this computer.
        </Banner>
      )}
      {failure !== undefined && (
        <Banner action={{ label: 'Update the preview', onPress: load }} title={failure.title} tone="danger">
          {failure.message}
        </Banner>
      )}
      {shown?.noChange === false && listing !== undefined && isLive(listing.offerState) && (
        <Banner tone="caution">
          {`The listing ${listing.listingId ?? ''} on the ${listing.marketplaceLabel} marketplace is live: buyers see the change immediately.`}
        </Banner>
      )}
      {shown !== undefined && <PreviewBody confirmations={confirmations} isSending={save.isPending} preview={shown} />}
    </Dialog>
  )
}
