// Replacing the whole record: not an edit that is merged, and so typed out and confirmed on its own.
import { useState } from 'react'
import type { Item, Preview } from '../../shared/inventory/contract.ts'
import { isJsonObject, isJsonValue, type JsonObject } from '../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../shared/inventory/json-text.ts'
import { useClient } from '../api/hooks.ts'
import { useConnection } from '../api/use-connection.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './preview-body.module.css'
import { obstacleOf, PreviewBody, PreviewPrice } from './preview-body.tsx'

export interface ReplaceDialogProps {
  readonly item: Item
  readonly onClose: () => void
}

/** The record in a text, or why it is none. */
const readRecord = (text: string): { readonly record: JsonObject } | { readonly problem: string } => {
  try {
    const value = parseJson(text)
    if (isJsonObject(value) && isJsonValue(value)) return { record: value }
    return { problem: 'A record is a JSON object: it begins with { and ends with }.' }
  } catch (error) {
    return { problem: `This is not JSON. ${error instanceof Error ? error.message : ''}` }
  }
}

/** Takes the whole record as JSON, shows what replacing it does, and sends it once the SKU is typed. */
export function ReplaceDialog({ item, onClose }: ReplaceDialogProps) {
  const { sku } = item
  const client = useClient()
  const connection = useConnection()
  const first = jsonText(item.record ?? {}, 2)
  const [text, setText] = useState(first)
  const [shown, setShown] = useState<{ readonly record: JsonObject; readonly preview: Preview }>()
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [typedSku, setTypedSku] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const read = readRecord(text)

  const attempt = async (work: () => Promise<void>) => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setIsBusy(false)
    }
  }
  const look = (record: JsonObject) =>
    attempt(async () => {
      setConfirmed(new Set())
      setTypedSku('')
      setShown({ record, preview: await client.inventory.previewReplace({ sku, record }) })
    })
  const replace = ({ record, preview }: { record: JsonObject; preview: Preview }) =>
    attempt(async () => {
      const { outcome, message } = await client.inventory.replaceRecord({
        sku,
        record,
        previewToken: preview.previewToken,
        confirmedDeletions: [...confirmed],
        typedSku,
      })
      if (outcome === 'notSaved') {
        setProblem(message)
        return
      }
      toast({
        text: outcome === 'saved' ? `The record of ${sku} was replaced` : message,
        tone: outcome === 'saved' ? 'good' : 'caution',
      })
      onClose()
    })

  const obstacle =
    shown === undefined
      ? undefined
      : shown.preview.noChange
        ? 'the platform holds exactly this already'
        : (obstacleOf(shown.preview, confirmed) ?? (typedSku === sku ? undefined : 'the SKU is not typed yet'))

  return (
    <Dialog
      footer={
        <>
          <span className={styles.price}>{shown !== undefined && <PreviewPrice preview={shown.preview} />}</span>
          {shown === undefined ? (
            <>
              <Button onPress={onClose}>Cancel</Button>
              <Button
                disabledReason={item.edit !== null ? 'there is an unsaved edit' : 'the text is no record'}
                isDisabled={'problem' in read || item.edit !== null}
                isPending={isBusy}
                onPress={() => {
                  if ('record' in read) void look(read.record)
                }}
                variant="primary"
              >
                Show what it does
              </Button>
            </>
          ) : (
            <>
              <Button isDisabled={isBusy} onPress={() => setShown(undefined)}>
                Back to the record
              </Button>
              <Button
                disabledReason={obstacle}
                isDisabled={obstacle !== undefined}
                isPending={isBusy}
                kind={connection?.kind}
                onPress={() => void replace(shown)}
                variant="danger"
              >
                Replace the whole record
              </Button>
            </>
          )}
        </>
      }
      isDismissable={text === first}
      isOpen
      onClose={onClose}
      size="l"
      title={`Replace the whole record of ${sku}`}
    >
      <div className={styles.preview}>
        {problem !== undefined && (
          <Banner title="The record was not replaced" tone="danger">
            {problem}
          </Banner>
        )}
        {shown === undefined ? (
          <>
            {item.edit !== null && (
              <Banner tone="caution">
                This item has an unsaved edit. Save or discard it first: a replacement is not merged with it.
              </Banner>
            )}
            <CodeField
              description="The platform will hold exactly this, and nothing of what it holds now beside it. An edit is the gentler way."
              error={'problem' in read ? read.problem : undefined}
              label="The record"
              language="json"
              maxRows={20}
              minRows={10}
              onChange={setText}
              value={text}
            />
          </>
        ) : (
          <>
            <PreviewBody
              confirmed={confirmed}
              isSending={isBusy}
              onConfirm={(id, isConfirmed) => {
                const next = new Set(confirmed)
                if (isConfirmed) next.add(id)
                else next.delete(id)
                setConfirmed(next)
              }}
              preview={shown.preview}
            />
            {shown.preview.problems.map(({ message }) => (
              <Banner key={message} tone="danger">
                {message}
              </Banner>
            ))}
            {!shown.preview.noChange && (
              <TextField
                description={`Type ${sku} to confirm. The history keeps what stood there.`}
                isMono
                label="SKU"
                onChange={setTypedSku}
                value={typedSku}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
