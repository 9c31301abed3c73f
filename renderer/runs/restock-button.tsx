/** Restocks one item from where it was sold: a number and Enter, with Undo. */
import { PackagePlus } from 'lucide-react'
import { useState } from 'react'
import { useAction, useClient } from '../api/hooks.ts'
import { keysHint } from '../commands/command-button.tsx'
import type { CommandId } from '../commands/commands.ts'
import { useCommand } from '../commands/registry.ts'
import { useAppLocation } from '../location.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { MutationError } from '../ui/feedback/mutation-error.tsx'
import { doUndoably } from '../ui/feedback/undo.ts'
import { TextField } from '../ui/fields/text-field.tsx'
import { formatNumber } from '../ui/format/locale-format.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Popover } from '../ui/overlays/popover.tsx'
import { undoRun } from './undo-run.ts'

/** The last part of an address that opens the field at once, such as a desktop notice's. */
const RESTOCK_PATH = 'restock'

type RestockProps = {
  readonly sku: string
  /** What the platform has now; null if unknown. */
  readonly quantity: number | null
}

const RestockForm = ({ sku, quantity, onClose }: RestockProps & { readonly onClose: () => void }) => {
  const client = useClient()
  const [typed, setTyped] = useState('')
  const [leftOut, setLeftOut] = useState<string | null>(null)
  const start = async (value: string) => {
    const what = { action: 'quantity', value } as const
    const { planToken, counts } = await client.listing.planRun({ skus: [sku], what, excluded: [] })
    if (counts.going === 0) {
      const { rows } = await client.outbound.planRows({ planToken, show: 'leftOut', limit: 1 })
      setLeftOut(rows[0]?.problem ?? 'Nothing would change.')
      return null
    }
    const { runId } = await client.outbound.startRun({ planToken })
    onClose()
    return { undo: () => undoRun(client, runId) }
  }
  const restock = useAction((value: string) => doUndoably({ label: `${sku}: ${value} in stock` }, () => start(value)))
  const submit = (): void => {
    if (typed.trim() !== '' && !restock.isPending) restock.mutate(typed.trim())
  }
  return (
    <Stack gap={3}>
      <MutationError of={restock} title="Not restocked." />
      {leftOut !== null && <Banner tone="caution">{leftOut}</Banner>}
      <TextField
        autoFocus
        description={quantity === null ? undefined : `${formatNumber(quantity)} now`}
        label="In stock"
        onChange={(text) => {
          setTyped(text)
          setLeftOut(null)
        }}
        onSubmit={submit}
        value={typed}
      />
      <Row justify="end">
        <Button
          disabledReason={typed.trim() === '' ? 'Enter how many are in stock' : undefined}
          isPending={restock.isPending}
          onPress={submit}
          sends
          size="s"
          variant="primary"
        >
          Restock
        </Button>
      </Row>
    </Stack>
  )
}

type RestockButtonProps = RestockProps & {
  /** The command that opens the field; off for a further item of the same sale. */
  readonly command: CommandId
  readonly isCommandOff?: boolean
  readonly size?: 's'
}

export const RestockButton = ({ sku, quantity, command, isCommandOff = false, size }: RestockButtonProps) => {
  const [, action] = useAppLocation().path
  const [isOpen, setOpen] = useState(action === RESTOCK_PATH && !isCommandOff)
  useCommand(command, () => setOpen(true), { isEnabled: !isCommandOff })
  return (
    <Popover
      isOpen={isOpen}
      label={`Restock ${sku}`}
      onOpenChange={setOpen}
      trigger={
        <Button hint={isCommandOff ? undefined : keysHint(command)} icon={PackagePlus} size={size}>
          Restock
        </Button>
      }
    >
      {(close) => <RestockForm onClose={close} quantity={quantity} sku={sku} />}
    </Popover>
  )
}
