/** The ready lines of a plan: each value before and after. The seller can leave out each. */
import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import { writeRunChange } from '../../shared/outbound/run-change.ts'
import type { Exclusion, PlanLine, RunPlan } from '../../shared/outbound/run-contract.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { Picture } from '../parts/picture.tsx'
import { VisuallyHidden } from '../ui/base/visually-hidden.tsx'
import { CheckMark } from '../ui/fields/checkbox.tsx'
import { formatCount, formatMoney } from '../ui/format/locale-format.ts'
import { startAtDifference } from '../ui/format/text-difference.ts'
import { Stack, Text } from '../ui/layout/layout.tsx'
import { findChosen } from '../ui/lists/state-rows.tsx'
import { Table, type TableColumn } from '../ui/lists/table.tsx'
import styles from './plan-lines.module.css'
import { runScreen } from './run-labels.ts'

const keyOf = ({ sku, change }: PlanLine): string =>
  `${sku} ${change === null ? '' : (change.path?.join('.') ?? change.label)}`

const toExclusion = ({ sku, change }: PlanLine): Exclusion => ({
  sku,
  path: change?.path == null ? null : [...change.path],
})

const isSame = (a: Exclusion, b: Exclusion): boolean => a.sku === b.sku && a.path?.join('\n') === b.path?.join('\n')

const isExcludedIn = (excluded: readonly Exclusion[], line: PlanLine): boolean =>
  excluded.some((one) => isSame(one, toExclusion(line)) || (one.sku === line.sku && one.path === null))

const shownPair = ({ change }: PlanLine): readonly [string, string] => {
  const after = change?.after ?? ''
  return change?.before == null ? ['', after] : startAtDifference(change.before, after)
}

const feesText = ({ fees, isFirst }: PlanLine): string => {
  if (!isFirst || fees === null) return ''
  return fees.map(({ amount, currency }) => formatMoney(Number(amount), currency)).join(' + ') || 'None'
}

const valueColumns: readonly TableColumn<PlanLine>[] = [
  { id: 'field', label: 'Field', width: 'minmax(80px, 1.2fr)', render: ({ change }) => change?.label ?? '' },
  {
    id: 'old',
    label: 'Old',
    width: 'minmax(72px, 2fr)',
    render: (line) => line.change?.before != null && <del title={line.change.before}>{shownPair(line)[0]}</del>,
  },
  {
    id: 'new',
    label: 'New',
    width: 'minmax(72px, 3fr)',
    render: (line) => (
      <span title={line.change === null ? undefined : writeRunChange(line.change)}>
        {line.change !== null && line.change.after === null ? <Text tone="danger">Deleted</Text> : shownPair(line)[1]}
      </span>
    ),
  },
]

/** Plans that change no value, so that each line is an item and why it is included or not. */
const labelsWithoutValues: readonly RunPlan['label'][] = ['takeover', 'delete']

type ItemLinesProps = Pick<PlanLine, 'sku' | 'title'> & { readonly label: RunPlan['label'] }

/** Title and SKU in two lines. Several orders have the same item, so an order's number comes first. */
const ItemLines = ({ label, sku, title }: ItemLinesProps) => {
  const isOrder = runScreen({ label }) === 'orders'
  const number = (
    <Text key="sku" mono size={isOrder ? undefined : 'meta'} tone={isOrder ? undefined : 'faint'} truncate>
      {sku}
    </Text>
  )
  const name = (
    <Text key="title" size={isOrder ? 'meta' : undefined} truncate>
      {title ?? ''}
    </Text>
  )
  const lines = isOrder ? [number, name] : title === null ? [number] : [name, number]
  return (
    <span className={styles.item} title={`${title ?? ''} ${sku}`.trim()}>
      {lines}
    </span>
  )
}

const toColumns = (
  isExcluded: (line: PlanLine) => boolean,
  onToggle: (line: PlanLine) => void,
  label: RunPlan['label'],
): readonly TableColumn<PlanLine>[] => {
  const hasValues = !labelsWithoutValues.includes(label)
  return [
    {
      id: 'included',
      label: 'Send',
      width: '40px',
      render: (line) =>
        line.problem === null || isExcluded(line) ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: Space does the same, and the state is in words
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <span onClick={() => onToggle(line)}>
            <CheckMark isChecked={!isExcluded(line)} />
            <VisuallyHidden>{isExcluded(line) ? 'Left out' : 'Ready'}</VisuallyHidden>
          </span>
        ) : null,
    },
    {
      id: 'picture',
      label: 'Picture',
      width: '52px',
      isPicture: true,
      render: ({ isFirst, pictureUrl }) => isFirst && <Picture size="medium" url={pictureUrl} />,
    },
    {
      id: 'item',
      label: 'Item',
      width: hasValues ? 'minmax(120px, 4fr)' : 'minmax(120px, 1fr)',
      render: ({ sku, title, isFirst }) => isFirst && <ItemLines label={label} sku={sku} title={title} />,
    },
    ...(hasValues ? valueColumns : []),
    ...(label === 'publish' ? [{ id: 'fees', label: 'Fees', width: '90px', render: feesText }] : []),
  ]
}

/** Equals the height in plan-lines.module.css. */
const ROW_HEIGHT = 48

type PlanLinesProps = {
  readonly plan: RunPlan
  readonly excluded: readonly Exclusion[]
  readonly onExclude: (excluded: readonly Exclusion[]) => void
}

/** What is ready to be sent, one tick a row. */
export const PlanLines = ({ plan, excluded, onExclude }: PlanLinesProps) => {
  const { planToken, label } = plan
  const [selected, setSelected] = useState<PlanLine>()
  const { rows } = useApiRows('outbound', 'planRows', { planToken, show: 'ready' })
  const isExcluded = (line: PlanLine): boolean => line.change?.isExcluded === true || isExcludedIn(excluded, line)
  const toggle = (line: PlanLine): void => {
    if (line.problem !== null && !isExcluded(line)) return
    const wanted = toExclusion(line)
    const others = excluded.filter((one) => !isSame(one, wanted) && !(one.sku === line.sku && one.path === null))
    onExclude(isExcluded(line) ? others : [...others, wanted])
  }
  if (rows.count === 0) return null
  const chosen = findChosen(rows, keyOf, selected)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || chosen === undefined) return
    event.preventDefault()
    event.stopPropagation()
    toggle(chosen)
  }
  return (
    <Stack aria-label="Changes to review" as="section" gap={1}>
      <Text strong>{formatCount(plan.items.ready, 'item is ready', 'items are ready')}</Text>
      <div className={styles.ready} onKeyDownCapture={onKeyDown} style={{ '--row-count': rows.count } as CSSProperties}>
        <Table
          columns={toColumns(isExcluded, toggle, label)}
          getKey={keyOf}
          items={rows}
          label="Changes to review"
          onSelect={(_, line) => setSelected(line)}
          rowHeight={ROW_HEIGHT}
          selectedKey={chosen === undefined ? null : keyOf(chosen)}
          selectionFollowsFocus
        />
      </div>
      {chosen?.change != null && (
        <Text as="p" role="status" tone="soft">
          <span className="mono">{chosen.sku}</span> {writeRunChange(chosen.change)}
        </Text>
      )}
    </Stack>
  )
}
