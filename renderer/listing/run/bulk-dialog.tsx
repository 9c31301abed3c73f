/** Changes many listings: asks for the value, shows the plan, and has it confirmed (LST-07). */
import { useState } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { RunAction } from '../../../shared/listing/contract/listing-plan-contract.ts'
import type { Exclusion } from '../../../shared/outbound/run-contract.ts'
import { useApiQuery, useClient } from '../../api/hooks.ts'
import { PlanDialog } from '../../runs/plan-dialog.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Text } from '../../ui/layout/layout.tsx'

const CHECK_EVERY_MS = 300
const MAX_WAIT_MS = 120_000

/** Waits until the run ends, two minutes at most. The next step leaves out rows still waiting then. */
const waitForRun = async (client: StallhandClient, runId: number): Promise<void> => {
  const endAtMs = performance.now() + MAX_WAIT_MS
  for (;;) {
    const run = await client.outbound.run({ runId })
    if (run === null || !run.isOpen || performance.now() > endAtMs) return
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
}

/** `list` is two runs: the fees of an offer are known only once it exists. */
export type Bulk = 'list' | 'withdraw' | 'price' | 'quantity'

/** Titles have no count, because the plan and its button show how many of the chosen items are included. */
const titles: Readonly<Record<Bulk, string>> = {
  list: 'List items',
  withdraw: 'End listings',
  price: 'Change prices',
  quantity: 'Restock items',
}

const priceWays = [
  { id: 'set', label: 'Set to' },
  { id: 'add', label: 'Add or subtract' },
  { id: 'percent', label: 'Change by percent' },
] as const
type PriceWay = (typeof priceWays)[number]['id']

const priceExamples: Readonly<Record<PriceWay, string>> = { set: '12.50', add: '-5.00', percent: '-10' }

/** `-10%` and `+5` say how they change a price, whatever is chosen. */
const wayOf = (chosen: PriceWay, typed: string): PriceWay => {
  if (chosen !== 'set') return chosen
  if (typed.endsWith('%')) return 'percent'
  return /^[+\u2212-]/u.test(typed) ? 'add' : chosen
}

type BulkDialogProps = {
  readonly action: Bulk
  readonly skus: readonly string[]
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
}

export const BulkDialog = ({ action: bulk, skus, onClose, onStarted }: BulkDialogProps) => {
  const client = useClient()
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const [chosenWay, setBy] = useState<PriceWay>('set')
  const [value, setValue] = useState('')
  const [areOffersMade, setOffersMade] = useState(false)
  const isFirstOfTwo = bulk === 'list' && !areOffersMade
  const typed = value.trim()
  const by = wayOf(chosenWay, typed)
  const missing = (bulk === 'price' || bulk === 'quantity') && typed === '' ? 'Enter a value first' : undefined

  const toAction = (): RunAction => {
    switch (bulk) {
      case 'list':
        if (areOffersMade) return { action: 'publish' }
        return typed === '' ? { action: 'saveOffer' } : { action: 'saveOffer', price: typed }
      case 'withdraw':
        return { action: 'withdraw' }
      case 'price':
        return { action: 'price', by, value: typed }
      case 'quantity':
        return { action: 'quantity', value: typed }
    }
  }
  const submitLabel = (going: number): string => {
    switch (bulk) {
      case 'list':
        return isFirstOfTwo ? `Save ${formatCount(going, 'listing draft')}` : `Publish ${formatCount(going, 'listing')}`
      case 'withdraw':
        return `End ${formatCount(going, 'listing')}`
      case 'price':
        return `Change ${formatCount(going, 'price')}`
      case 'quantity':
        return `Change ${formatCount(going, 'quantity', 'quantities')}`
    }
  }

  const plan = useApiQuery(
    'listing',
    'planRun',
    { skus: [...skus], what: toAction(), excluded: [...excluded] },
    { enabled: missing === undefined, keepPrevious: true },
  )
  /** The problem of the value. */
  const problem = plan.error?.detail.kind === 'validation' ? plan.error.detail.issues[0]?.message : undefined
  return (
    <PlanDialog
      chosen={skus.length}
      excluded={excluded}
      missing={missing ?? problem}
      onClose={onClose}
      onExclude={setExcluded}
      onStarted={async (runId) => {
        if (isFirstOfTwo) {
          await waitForRun(client, runId)
          setOffersMade(true)
        } else {
          onClose()
          onStarted(runId)
        }
      }}
      plan={plan}
      skip={isFirstOfTwo ? { label: 'Check the fees', onPress: () => setOffersMade(true) } : undefined}
      submitLabel={submitLabel}
      title={titles[bulk]}
      variant={bulk === 'withdraw' ? 'danger' : 'primary'}
    >
      {(submit) => (
        <>
          {bulk === 'list' && (
            <Text as="p" tone="soft">
              {areOffersMade
                ? 'Step 2 of 2: publish. Buyers see these listings immediately.'
                : 'Step 1 of 2: save the listing drafts. Buyers see nothing yet; you see the fees before you publish.'}
            </Text>
          )}
          {isFirstOfTwo && (
            <Row>
              <TextField
                description="Optional. Items with a price keep it."
                error={problem}
                label="Price of items without one"
                onChange={setValue}
                placeholder="12.50"
                value={value}
              />
            </Row>
          )}
          {bulk === 'price' && (
            <Row align="end" gap={3}>
              <Select
                label="How"
                onChange={(id) => setBy(priceWays.find((way) => way.id === id)?.id ?? 'set')}
                options={priceWays}
                value={by}
              />
              <TextField
                autoFocus
                error={problem}
                label={by === 'percent' ? 'Percent' : 'Price'}
                onChange={setValue}
                onSubmit={submit}
                placeholder={priceExamples[by]}
                value={value}
              />
            </Row>
          )}
          {bulk === 'quantity' && (
            <Row align="end" gap={3}>
              <TextField
                autoFocus
                error={problem}
                label="Quantity for sale"
                onChange={setValue}
                onSubmit={submit}
                placeholder="5"
                value={value}
              />
            </Row>
          )}
        </>
      )}
    </PlanDialog>
  )
}
