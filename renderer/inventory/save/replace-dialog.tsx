// Replaces the whole record without merging. Confirmed by typing the SKU.
import { useState } from 'react'
import type { Item } from '../../../shared/inventory/contract.ts'
import { isJsonObject, isJsonValue, type JsonObject } from '../../../shared/inventory/json.ts'
import { jsonText, parseJson } from '../../../shared/inventory/json-text.ts'
import { useApiMutation, useClient } from '../../api/hooks.ts'
import { useConnection } from '../../api/use-connection.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { errorMessage } from '../../ui/error-message.ts'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { findObstacle, PreviewBody, PreviewPrice } from './preview-body.tsx'
import { reportOutcome, usePreview } from './use-preview.ts'

export interface ReplaceDialogProps {
  readonly item: Item
  readonly onClose: () => void
}

type ParsedRecord = { readonly record: JsonObject } | { readonly problem: string }

const parseRecord = (text: string): ParsedRecord => {
  try {
    const value = parseJson(text)
    if (isJsonObject(value) && isJsonValue(value)) return { record: value }
    return { problem: 'Enter a JSON object: it starts with { and ends with }.' }
  } catch (error) {
    return { problem: `This is not JSON. ${error instanceof Error ? error.message : ''}` }
  }
}

export function ReplaceDialog({ item, onClose }: ReplaceDialogProps) {
  const { sku } = item
  const client = useClient()
  const connection = useConnection()
  const original = jsonText(item.record ?? {}, 2)
  const [text, setText] = useState(original)
  const [typedSku, setTypedSku] = useState('')
  const { preview, confirmed, confirm, load } = usePreview((record: JsonObject) =>
    client.inventory.previewReplace({ sku, record }),
  )
  const replace = useApiMutation('inventory', 'replaceRecord')
  const parsed = parseRecord(text)
  const { data: shown, variables: record = {} } = preview
  const problem = preview.error ?? replace.error

  const showPreview = (wanted: JsonObject) => {
    setTypedSku('')
    replace.reset()
    load(wanted)
  }
  const send = (previewToken: string) =>
    replace.mutate(
      { sku, record, previewToken, confirmedDeletions: [...confirmed], typedSku },
      {
        onSuccess: (done) => {
          reportOutcome(done, `The record of ${sku} was replaced`)
          onClose()
        },
      },
    )
  const obstacle =
    shown === undefined
      ? undefined
      : shown.noChange
        ? 'the platform already has exactly this'
        : (findObstacle(shown, confirmed) ?? (typedSku === sku ? undefined : 'type the SKU first'))

  return (
    <Dialog
      footer={
        <>
          <PreviewPrice preview={shown} />
          {shown === undefined ? (
            <>
              <Button onPress={onClose}>Cancel</Button>
              <Button
                disabledReason={item.edit !== null ? 'there is an unsaved edit' : 'the text is not a record'}
                isDisabled={'problem' in parsed || item.edit !== null}
                isPending={preview.isPending}
                onPress={() => {
                  if ('record' in parsed) showPreview(parsed.record)
                }}
                variant="primary"
              >
                Preview
              </Button>
            </>
          ) : (
            <>
              <Button isDisabled={replace.isPending} onPress={preview.reset}>
                Back to the record
              </Button>
              <Button
                disabledReason={obstacle}
                isDisabled={obstacle !== undefined}
                isPending={replace.isPending}
                kind={connection?.kind}
                onPress={() => send(shown.previewToken)}
                variant="danger"
              >
                Replace the whole record
              </Button>
            </>
          )}
        </>
      }
      isDismissable={text === original}
      isOpen
      onClose={onClose}
      size="l"
      title={`Replace the whole record of ${sku}`}
    >
      <Stack gap={4}>
        {problem !== null && (
          <Banner title="The record was not replaced" tone="danger">
            {errorMessage(problem)}
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
              description="The platform will have exactly this, and nothing else of the current record. An edit is safer."
              error={'problem' in parsed ? parsed.problem : undefined}
              label="Record"
              language="json"
              maxRows={20}
              minRows={10}
              onChange={setText}
              value={text}
            />
          </>
        ) : (
          <>
            <PreviewBody confirmed={confirmed} isSending={replace.isPending} onConfirm={confirm} preview={shown} />
            {shown.problems.map(({ message }) => (
              <Banner key={message} tone="danger">
                {message}
              </Banner>
            ))}
            {!shown.noChange && (
              <TextField
                description={`Type ${sku} to confirm. The history keeps the current record.`}
                isMono
                label="SKU"
                onChange={setTypedSku}
                value={typedSku}
              />
            )}
          </>
        )}
      </Stack>
    </Dialog>
  )
}
