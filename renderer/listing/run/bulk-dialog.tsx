/** Changes many listings: asks for the value, shows the plan, and has it confirmed (LST-07). */
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { RunAction } from '../../../shared/listing/contract/listing-plan-contract.ts'
import type { Exclusion, Run } from '../../../shared/outbound/run-contract.ts'
import { useApiQuery } from '../../api/hooks.ts'
import { PlanDialog } from '../../runs/plan-dialog.tsx'
import { RunProgress } from '../../runs/run-progress.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ProblemText } from '../../ui/feedback/why-link.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'

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

/** What is typed, named by what it takes. A sign is explained where it decides. */
const priceFields: Readonly<
  Record<PriceWay, { readonly label: string; readonly example: string; readonly description: string }>
> = {
  set: { label: 'Price', example: '12.50', description: 'Each item gets this price' },
  add: { label: 'Amount', example: '-5.00', description: '5 raises each price, -5 lowers it' },
  percent: { label: 'Percent', example: '-10', description: '10 raises each price, -10 lowers it' },
}

/** `-10%` and `+5` say how they change a price, whatever is chosen. */
const wayOf = (chosen: PriceWay, typed: string): PriceWay => {
  if (chosen !== 'set') return chosen
  if (typed.endsWith('%')) return 'percent'
  return /^[+\u2212-]/u.test(typed) ? 'add' : chosen
}

type BulkDialogProps = {
  readonly action: Bulk
  readonly skus: readonly string[]
  /** Chosen listings made with other tools, which the plan leaves out. */
  readonly listingIds?: readonly string[]
  /** In place of the price, chooses another field to change. */
  readonly fieldSelect?: ReactNode
  /** The run whose saved listing drafts are published: the second step of `list`. */
  readonly savedBy?: number
  readonly onClose: () => void
  readonly onStarted: (runId: number) => void
}

type SavingProps = { readonly run: Run | null | undefined; readonly onPublish: () => void }

/** The first step of two while it is carried out. Main keeps the second, so the dialog can be closed (LST-21). */
const Saving = ({ run, onPublish }: SavingProps) => (
  <Stack gap={3}>
    {run?.isOpen === true && <RunProgress run={run} />}
    {run?.waits != null && (
      <Text as="p">
        <ProblemText problem={run.waits.error} />
      </Text>
    )}
    <Text as="p" tone="soft">
      You can go on later: what is saved waits on Today and in the outbox until you publish it.
    </Text>
    {run?.next?.isOffered === true && (
      <Row>
        <Button onPress={onPublish}>{`Check the fees of ${formatNumber(run.next.ready)} now`}</Button>
      </Row>
    )}
  </Stack>
)

/** Runs `onEnd` once the run has ended. Main's events say when. */
const useRunEnd = (runId: number | undefined, onEnd: (run: Run) => void): Run | null | undefined => {
  const run = useApiQuery('outbound', 'run', { runId: runId ?? 0 }, { enabled: runId !== undefined }).data
  const hasEnded = runId !== undefined && run?.isOpen === false
  const end = useEffectEvent(() => {
    if (run != null) onEnd(run)
  })
  useEffect(() => {
    if (hasEnded) end()
  }, [hasEnded])
  return run
}

export const BulkDialog = ({
  action: bulk,
  skus,
  listingIds = [],
  fieldSelect,
  savedBy,
  onClose,
  onStarted,
}: BulkDialogProps) => {
  const [excluded, setExcluded] = useState<readonly Exclusion[]>([])
  const [chosenWay, setBy] = useState<PriceWay>('set')
  const [value, setValue] = useState('')
  const [savingRunId, setSavingRunId] = useState<number>()
  const [step, setStep] = useState<'save' | 'saving' | 'publish'>(savedBy === undefined ? 'save' : 'publish')
  const continuedRunId = savedBy ?? savingRunId
  const areOffersMade = step === 'publish'
  const isFirstOfTwo = bulk === 'list' && !areOffersMade
  const goOn = (): void => {
    setExcluded([])
    setStep('publish')
  }
  const saving = useRunEnd(step === 'saving' ? savingRunId : undefined, ({ runId, next }) => {
    if (next?.isOffered === true) {
      goOn()
      return
    }
    // Nothing was saved: the run says why.
    onClose()
    onStarted(runId)
  })
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

  const chosen = skus.length + listingIds.length
  const isContinuing = areOffersMade && continuedRunId !== undefined
  const ownPlan = useApiQuery(
    'listing',
    'planRun',
    { skus: [...skus], listingIds: [...listingIds], what: toAction(), excluded: [...excluded] },
    { enabled: missing === undefined && step !== 'saving' && !isContinuing, keepPrevious: true },
  )
  const nextPlan = useApiQuery(
    'listing',
    'planNext',
    { runId: continuedRunId ?? 0, excluded: [...excluded] },
    { enabled: isContinuing, keepPrevious: true },
  )
  const plan = isContinuing ? nextPlan : ownPlan
  /** The problem of the value. */
  const problem = plan.error?.detail.kind === 'validation' ? plan.error.detail.issues[0]?.message : undefined
  return (
    <PlanDialog
      chosen={chosen === 0 ? undefined : chosen}
      during={step === 'saving' ? <Saving onPublish={goOn} run={saving} /> : undefined}
      excluded={excluded}
      missing={missing ?? problem}
      onClose={onClose}
      onExclude={setExcluded}
      onStarted={(runId) => {
        if (isFirstOfTwo) {
          setSavingRunId(runId)
          setStep('saving')
        } else {
          onClose()
          onStarted(runId)
        }
      }}
      plan={plan}
      skip={isFirstOfTwo ? { label: 'Check the fees', onPress: () => setStep('publish') } : undefined}
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
          {step === 'save' && bulk === 'list' && (
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
            <Row align="start" gap={3} wrap>
              {fieldSelect}
              <Select
                label="How"
                onChange={(id) => setBy(priceWays.find((way) => way.id === id)?.id ?? 'set')}
                options={priceWays}
                value={by}
              />
              <TextField
                autoFocus
                error={problem}
                description={priceFields[by].description}
                label={priceFields[by].label}
                onChange={setValue}
                onSubmit={submit}
                placeholder={priceFields[by].example}
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

type NextDialogProps = Pick<BulkDialogProps, 'onClose' | 'onStarted'> & { readonly runId: number }

/** Publishes what an earlier run saved (LST-21). */
export const NextDialog = ({ runId, ...props }: NextDialogProps) => (
  <BulkDialog {...props} action="list" savedBy={runId} skus={[]} />
)
