/** Plans a change of many listings: old and new values, each row excludable, then one sentence to confirm (LST-07). */
import { useState } from 'react'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import type { ListingPlan, RunAction } from '../../../shared/listing/contract/listing-run-contract.ts'
import { useAction, useApiMutation, useApiQuery, useClient } from '../../api/hooks.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { errorMessage } from '../../ui/feedback/error-message.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import styles from '../listing.module.css'
import { feeList } from '../listing-labels.ts'

const CHECK_EVERY_MS = 300
const MAX_WAIT_MS = 120_000

/** Waits until the run ends, two minutes at most. The next step leaves out rows still waiting then. */
const waitForRun = async (client: StallhandClient, runId: number): Promise<void> => {
  const endAtMs = performance.now() + MAX_WAIT_MS
  for (;;) {
    const run = await client.listing.run({})
    if (run === null || run.runId !== runId || !run.isOpen || performance.now() > endAtMs) return
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
}

type Bulk = RunAction['action'] | 'list'

/** Without a count: the plan and its button show how many of the chosen items are included. */
const titles: Readonly<Record<Bulk, string>> = {
  list: 'List items',
  saveOffer: 'Create offers',
  publish: 'Publish items',
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

type PlanGridProps = {
  readonly plan: ListingPlan
  readonly excluded: ReadonlySet<string>
  readonly onExclude: (sku: string, isExcluded: boolean) => void
}

const PlanGrid = ({ plan, excluded, onExclude }: PlanGridProps) => {
  const labels = [...new Set(plan.rows.flatMap(({ values }) => values.map(({ label }) => label)))]
  // Rows that the run leaves out come last.
  const rows = [
    ...plan.rows.filter(({ problem }) => problem === null),
    ...plan.rows.filter(({ problem }) => problem !== null),
  ]
  const hasFees = plan.rows.some(({ fees }) => fees !== null && fees.length > 0)
  return (
    <div className={styles.scroll}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            {hasFees && <th scope="col">Fees</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sku, title, values, problem, fees }) => (
            <tr key={sku}>
              <td data-left-out={problem !== null || undefined}>
                {problem === null ? (
                  <Checkbox isSelected={!excluded.has(sku)} onChange={(isUsed) => onExclude(sku, !isUsed)}>
                    {title ?? sku}
                  </Checkbox>
                ) : (
                  (title ?? sku)
                )}
                <Text
                  as="div"
                  className={problem === null ? styles.underTitle : undefined}
                  mono
                  size="meta"
                  tone="faint"
                >
                  {sku}
                </Text>
              </td>
              {problem === null ? (
                labels.map((label) => {
                  const value = values.find((each) => each.label === label)
                  return (
                    <td key={label}>
                      {value?.old != null && value.old !== value.value && (
                        <>
                          <del className={styles.old}>{value.old}</del>{' '}
                        </>
                      )}
                      {value?.value ?? '–'}
                    </td>
                  )
                })
              ) : (
                <td colSpan={Math.max(1, labels.length)} data-left-out>
                  {`Left out: ${problem}`}
                </td>
              )}
              {hasFees && <td>{problem !== null ? '' : fees === null ? 'Not known' : feeList(fees) || 'None'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type BulkDialogProps = {
  readonly action: Bulk
  readonly skus: readonly string[]
  readonly onClose: () => void
  readonly onStarted: () => void
}

export const BulkDialog = ({ action: bulk, skus, onClose, onStarted }: BulkDialogProps) => {
  const client = useClient()
  const start = useApiMutation('listing', 'startRun')
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const [by, setBy] = useState<PriceWay>('set')
  const [value, setValue] = useState('')
  /** Listing is two runs: the fees of an offer are known only once it exists. */
  const [areOffersMade, setOffersMade] = useState(false)
  const needsValue = bulk === 'price' || bulk === 'quantity'
  const isFirstOfTwo = bulk === 'list' && !areOffersMade
  const typed = value.trim()
  const what: RunAction =
    bulk === 'price'
      ? { action: 'price', by, value: typed }
      : bulk === 'quantity'
        ? { action: 'quantity', value: typed }
        : isFirstOfTwo
          ? { action: 'saveOffer', ...(typed === '' ? {} : { price: typed }) }
          : { action: bulk === 'list' ? 'publish' : bulk }
  const isReady = !needsValue || typed !== ''

  const whole = useApiQuery('listing', 'planRun', { skus: [...skus], what }, { enabled: isReady, keepPrevious: true })
  /** The problem of the value. */
  const problem = whole.error?.detail.kind === 'validation' ? whole.error.detail.issues[0]?.message : undefined
  const included = skus.filter((sku) => !excluded.has(sku))
  const isPartial = included.length < skus.length
  const partial = useApiQuery(
    'listing',
    'planRun',
    { skus: included, what },
    { enabled: isReady && isPartial && included.length > 0, keepPrevious: true },
  )
  // The seller confirms a plan of exactly the included rows.
  const plan = isPartial ? partial : whole
  const confirmed = plan.isPlaceholderData || !isReady || included.length === 0 ? undefined : plan.data

  const makeOffers = useAction(async (planned: ListingPlan) => {
    if (planned.count > 0) {
      const { runId } = await client.listing.startRun({ skus: included, what, planToken: planned.planToken })
      await waitForRun(client, runId)
    }
    setOffersMade(true)
  })
  const go = (): void => {
    if (confirmed === undefined || start.isPending || makeOffers.isPending) return
    if (isFirstOfTwo) makeOffers.mutate(confirmed)
    else {
      start.mutate(
        { skus: included, what, planToken: confirmed.planToken },
        {
          onSuccess: () => {
            onClose()
            onStarted()
          },
        },
      )
    }
  }
  const failure = start.error ?? makeOffers.error
  const checkAgain = (): void => {
    start.reset()
    makeOffers.reset()
    void plan.refetch()
  }
  const canStart = confirmed !== undefined && (confirmed.count > 0 || isFirstOfTwo)
  const goLabel = isFirstOfTwo
    ? confirmed?.count === 0
      ? 'Check the fees'
      : `Create or update ${formatCount(confirmed?.count ?? 0, 'offer')}`
    : bulk === 'withdraw'
      ? `End ${formatCount(confirmed?.count ?? 0, 'listing')}`
      : bulk === 'list'
        ? `Publish ${formatCount(confirmed?.count ?? 0, 'item')}`
        : `Change ${formatCount(confirmed?.count ?? 0, 'listing')}`

  return (
    <Dialog
      submit={{
        label: goLabel,
        disabledReason: canStart ? undefined : isReady ? 'Nothing is left to change' : 'Enter a value first',
        isPending: start.isPending || makeOffers.isPending,
        sends: true,
        onPress: go,
        variant: bulk === 'withdraw' ? 'danger' : 'primary',
      }}
      isDismissable={false}
      onClose={onClose}
      size="l"
      title={titles[bulk]}
    >
      <Stack gap={4}>
        {failure !== null && (
          <Banner action={{ label: 'Check again', onPress: checkAgain }} title="Not started." tone="danger">
            {errorMessage(failure)}
          </Banner>
        )}
        {bulk === 'list' && (
          <Text as="p" tone="soft">
            {areOffersMade
              ? 'Step 2 of 2: publish. Buyers see these listings immediately.'
              : 'Step 1 of 2: create or update the offers. Buyers see nothing yet; the fees are shown before you publish.'}
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
        {needsValue && (
          <Row align="end" gap={3}>
            {bulk === 'price' && (
              <Select
                label="How"
                onChange={(id) => setBy(priceWays.find((way) => way.id === id)?.id ?? 'set')}
                options={priceWays}
                value={by}
              />
            )}
            <TextField
              autoFocus
              error={problem}
              label={bulk === 'quantity' ? 'Quantity for sale' : by === 'percent' ? 'Percent' : 'Price'}
              onChange={setValue}
              onSubmit={go}
              placeholder={bulk === 'quantity' ? '5' : by === 'set' ? '12.50' : by === 'add' ? '-5.00' : '-10'}
              value={value}
            />
          </Row>
        )}
        {isReady && problem === undefined && (
          <QueryView label="The plan" query={whole} skeleton={{ shape: 'table' }}>
            {(shown) => (
              <PlanGrid
                excluded={excluded}
                onExclude={(sku, isExcluded) =>
                  setExcluded((before) => {
                    const next = new Set(before)
                    if (isExcluded) next.add(sku)
                    else next.delete(sku)
                    return next
                  })
                }
                plan={shown}
              />
            )}
          </QueryView>
        )}
        <p className={styles.sentence}>{confirmed?.confirmation ?? `${formatCount(skus.length, 'item')} chosen.`}</p>
      </Stack>
    </Dialog>
  )
}
