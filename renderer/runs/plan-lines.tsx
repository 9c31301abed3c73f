/** The lines of a plan: each value before and after. The seller can exclude each. */

import { useState } from 'react'
import { writeRunChange } from '../../shared/outbound/run-change.ts'
import type { Exclusion, PlanLine, RunPlan } from '../../shared/outbound/run-contract.ts'
import { useApiRows } from '../api/use-api-rows.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Badge } from '../ui/display/badge.tsx'
import { CheckMark } from '../ui/fields/checkbox.tsx'
import { formatMoney } from '../ui/format/locale-format.ts'
import { startAtDifference } from '../ui/format/text-difference.ts'
import { Row, Text } from '../ui/layout/layout.tsx'
import { StateRows } from '../ui/lists/state-rows.tsx'
import type { TableColumn } from '../ui/lists/table.tsx'
import { RunItem } from './run-item.tsx'

type PlanState = 'going' | 'leftOut'

const stateLabels = {
  going: { label: 'Ready', tone: 'info' },
  leftOut: { label: 'Left out', tone: 'neutral' },
} as const

const keyOf = ({ sku, change }: PlanLine): string =>
  `${sku} ${change === null ? '' : (change.path?.join('.') ?? change.label)}`

const toExclusion = ({ sku, change }: PlanLine): Exclusion => ({
  sku,
  path: change?.path == null ? null : [...change.path],
})

const isSame = (a: Exclusion, b: Exclusion): boolean => a.sku === b.sku && a.path?.join('\n') === b.path?.join('\n')

const isExcludedIn = (excluded: readonly Exclusion[], line: PlanLine): boolean =>
  excluded.some((one) => isSame(one, toExclusion(line)) || (one.sku === line.sku && one.path === null))

/** Why a line is left out, or what it changes. */
const describeLine = (line: PlanLine): string => {
  const { change, problem } = line
  if (change?.problem != null) return change.problem
  if (problem !== null) return problem
  if (line.caution !== null) return line.caution
  if (change === null) return ''
  return writeRunChange(change)
}

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
      <span title={describeLine(line)}>
        {line.change !== null && line.change.after === null ? <Text tone="danger">Deleted</Text> : shownPair(line)[1]}
      </span>
    ),
  },
]

/** Plans that change no value, so that each line is an item and why it is included or not. */
const labelsWithoutValues: readonly RunPlan['label'][] = ['takeover', 'delete']

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
          </span>
        ) : null,
    },
    {
      id: 'item',
      label: 'Item',
      width: 'minmax(120px, 3fr)',
      render: ({ sku, title, isFirst }) => isFirst && <RunItem label={label} sku={sku} title={title} />,
    },
    ...(hasValues ? valueColumns : []),
    ...(label === 'publish' ? [{ id: 'fees', label: 'Fees', width: '90px', render: feesText }] : []),
    {
      id: 'state',
      label: 'State',
      width: hasValues ? 'minmax(98px, 1.6fr)' : 'minmax(98px, 4fr)',
      render: (line) => {
        const { change, problem } = line
        if (isExcluded(line)) return <Badge tone="neutral">Left out</Badge>
        if (line.caution !== null) {
          return (
            <span title={line.caution}>
              <Badge tone="caution">Check</Badge>
            </span>
          )
        }
        if (problem === null) return <Badge tone={stateLabels.going.tone}>{stateLabels.going.label}</Badge>
        return (
          <span title={describeLine(line)}>
            <Text tone={change?.problem == null ? 'soft' : 'danger'}>{change?.problem ?? problem}</Text>
          </span>
        )
      },
    },
  ]
}

type PlanLinesProps = {
  readonly plan: RunPlan
  readonly excluded: readonly Exclusion[]
  readonly onExclude: (excluded: readonly Exclusion[]) => void
  /** Shows where a value that the plan leaves out is corrected. */
  readonly onCorrect?: ((sku: string, path: readonly string[]) => void) | undefined
}

export const PlanLines = ({ plan, excluded, onExclude, onCorrect }: PlanLinesProps) => {
  const { planToken, counts } = plan
  const [shown, setShown] = useState<PlanState | 'all'>('all')
  const { rows } = useApiRows('outbound', 'planRows', { planToken, show: shown })
  const isExcluded = (line: PlanLine): boolean => line.change?.isExcluded === true || isExcludedIn(excluded, line)
  const toggle = (line: PlanLine): void => {
    if (line.problem !== null && !isExcluded(line)) return
    const wanted = toExclusion(line)
    const others = excluded.filter((one) => !isSame(one, wanted) && !(one.sku === line.sku && one.path === null))
    onExclude(isExcluded(line) ? others : [...others, wanted])
  }
  return (
    <StateRows<PlanLine, PlanState>
      choiceLabel="Items"
      columns={toColumns(isExcluded, toggle, plan.label)}
      counts={{ all: counts.going + counts.leftOut, ...counts }}
      getKey={keyOf}
      isFirstChosen={false}
      isLeftOut={isExcluded}
      label="Changes to review"
      labels={stateLabels}
      onShow={setShown}
      onToggle={toggle}
      rows={rows}
      shown={shown}
      states={(['going', 'leftOut'] as const).filter((state) => counts[state] > 0)}
    >
      {(chosen) => (
        <Row align="start" gap={3}>
          <Row grow>
            <Text as="p" role="status" tone="soft">
              <span className="mono">{chosen.sku}</span> {describeLine(chosen)}
            </Text>
          </Row>
          {onCorrect !== undefined && chosen.problem !== null && !isExcluded(chosen) && (
            <Button onPress={() => onCorrect(chosen.sku, chosen.change?.path ?? [])} size="s">
              Correct it
            </Button>
          )}
        </Row>
      )}
    </StateRows>
  )
}
