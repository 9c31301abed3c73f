// What a save will do, before it does it: old and new side by side, and what goes confirmed by name.
import { useEffect, useState } from 'react'
import type { Preview } from '../../shared/inventory/contract.ts'
import { Failure } from '../../shared/result.ts'
import { useClient } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { formatCount } from '../ui/locale-format.ts'
import { LoadingState } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './preview-body.module.css'
import { isToDecide, obstacleOf, PreviewBody, PreviewPrice } from './preview-body.tsx'

export interface SaveDialogProps {
  readonly sku: string
  /** Writes what was typed last; the preview is of that. */
  readonly keep: () => Promise<void>
  readonly onClose: () => void
  /** Closes, and leads to what has to be decided first. */
  readonly onDecide: () => void
}

type Problem = { readonly title: string; readonly message: string }

const notSaved = 'This was not saved'

/** What a call that failed leaves open. */
const problemOf = (error: unknown): Problem => {
  const isOpen = !(error instanceof Failure) || error.detail.kind === 'unknown' || error.detail.kind === 'internal'
  return { title: isOpen ? 'It is not known whether this was saved' : notSaved, message: errorMessage(error) }
}

type State =
  | { readonly at: 'reading' }
  | { readonly at: 'failed'; readonly message: string }
  | { readonly at: 'shown'; readonly preview: Preview; readonly problem: Problem | undefined }
  | { readonly at: 'sending'; readonly preview: Preview }

/** Reads the item, shows the preview and sends it once it is confirmed. */
export function SaveDialog({ sku, keep, onClose, onDecide }: SaveDialogProps) {
  const client = useClient()
  const connection = useConnection()
  const [state, setState] = useState<State>({ at: 'reading' })
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
  useEffect(() => {
    let isCurrent = true
    const read = async (): Promise<State> => {
      try {
        await keep()
        return { at: 'shown', preview: await client.inventory.previewSave({ sku }), problem: undefined }
      } catch (error) {
        return { at: 'failed', message: errorMessage(error) }
      }
    }
    void read().then((next) => {
      if (isCurrent) setState(next)
    })
    return () => {
      isCurrent = false
    }
  }, [client, sku, keep, attempt])

  const again = () => {
    setState({ at: 'reading' })
    setConfirmed(new Set())
    setAttempt(attempt + 1)
  }

  const send = async (preview: Preview) => {
    setState({ at: 'sending', preview })
    try {
      const { outcome, message } = await client.inventory.save({
        sku,
        previewToken: preview.previewToken,
        confirmedDeletions: [...confirmed],
      })
      if (outcome === 'notSaved') {
        setState({ at: 'shown', preview, problem: { title: notSaved, message } })
        return
      }
      toast({ text: outcome === 'saved' ? `${sku} saved` : message, tone: outcome === 'saved' ? 'good' : 'caution' })
      onClose()
    } catch (error) {
      setState({ at: 'shown', preview, problem: problemOf(error) })
    }
  }

  const preview = state.at === 'shown' || state.at === 'sending' ? state.preview : undefined
  const obstacle = preview === undefined ? undefined : obstacleOf(preview, confirmed)

  return (
    <Dialog
      footer={
        <>
          <span className={styles.price}>{preview !== undefined && <PreviewPrice preview={preview} />}</span>
          <Button onPress={onClose}>Back to the edit</Button>
          {preview !== undefined && isToDecide(preview) ? (
            <Button onPress={onDecide} variant="primary">
              Decide now
            </Button>
          ) : preview?.noChange === true ? (
            <Button onPress={() => void send(preview)} variant="primary">
              Done, nothing to send
            </Button>
          ) : (
            preview !== undefined && (
              <Button
                disabledReason={obstacle}
                isDisabled={obstacle !== undefined}
                isPending={state.at === 'sending'}
                kind={connection?.kind}
                onPress={() => void send(preview)}
                variant="primary"
              >
                {preview.isNew ? 'Create item' : `Save ${formatCount(preview.changes.length, 'change')}`}
              </Button>
            )
          )}
        </>
      }
      isOpen
      onClose={onClose}
      size="l"
      title={`What saving ${sku} will change`}
    >
      {state.at === 'reading' && <LoadingState label="Reading the item from the platform" shape="lines" />}
      {state.at === 'failed' && (
        <Banner act={{ label: 'Try again', onPress: again }} title="The preview could not be made" tone="danger">
          {state.message} Your edit is kept on this machine.
        </Banner>
      )}
      {state.at === 'shown' && state.problem !== undefined && (
        <Banner act={{ label: 'Look again', onPress: again }} title={state.problem.title} tone="danger">
          {state.problem.message}
        </Banner>
      )}
      {preview !== undefined && (
        <PreviewBody
          confirmed={confirmed}
          isSending={state.at === 'sending'}
          onConfirm={(id, isConfirmed) => {
            const next = new Set(confirmed)
            if (isConfirmed) next.add(id)
            else next.delete(id)
            setConfirmed(next)
          }}
          preview={preview}
        />
      )}
    </Dialog>
  )
}
