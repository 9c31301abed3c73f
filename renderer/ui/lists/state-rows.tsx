/**
 * Rows of a run or a file, filtered by state. The chosen row's details are shown in full below, because a cell has no
 * space for them.
 */
import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { Tone } from '../base/tone.ts'
import { Badge } from '../display/badge.tsx'
import { Select } from '../fields/select.tsx'
import { formatNumber } from '../format/locale-format.ts'
import { Stack, Text } from '../layout/layout.tsx'
import type { RowSource } from './row-source.ts'
import styles from './state-rows.module.css'
import { Table, type TableColumn } from './table.tsx'

type StateLabel = { readonly label: string; readonly tone: Tone }

export type StateRowsProps<Row, State extends string> = {
  /** "Items of the run". */
  readonly label: string
  /** Names the choice of a state: "Items". */
  readonly choiceLabel: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: RowSource<Row>
  readonly getKey: (row: Row) => string
  /** In the order to offer them, each with its count. */
  readonly states: readonly State[]
  readonly labels: Readonly<Record<State, StateLabel>>
  readonly counts: Readonly<Record<State | 'all', number>>
  readonly shown: State | 'all'
  readonly onShow: (state: State | 'all') => void
  /** Shows the first row's details before any is chosen. */
  readonly isFirstChosen: boolean
  readonly onOpen?: ((key: string, row: Row) => void) | undefined
  /** Called on Space: excludes the row, or includes it again. */
  readonly onToggle?: ((row: Row) => void) | undefined
  readonly isLeftOut?: ((row: Row) => boolean) | undefined
  readonly children: (chosen: Row) => ReactNode
}

/**
 * The current row; the chosen version while it is scrolled away and not loaded. Undefined once it has left the list.
 */
export const findChosen = <Row,>(
  rows: RowSource<Row>,
  getKey: (row: Row) => string,
  selected: Row | undefined,
): Row | undefined => {
  if (selected === undefined) return undefined
  const loaded = [...rows.here()].map(([, row]) => row)
  const key = getKey(selected)
  return loaded.find((row) => getKey(row) === key) ?? (loaded.length < rows.count ? selected : undefined)
}

export const StateRows = <Row, State extends string>({
  label,
  choiceLabel,
  columns,
  rows,
  getKey,
  states,
  labels,
  counts,
  shown,
  onShow,
  isFirstChosen,
  onOpen,
  onToggle,
  children,
}: StateRowsProps<Row, State>) => {
  const [selected, setSelected] = useState<Row>()
  const chosen = findChosen(rows, getKey, selected) ?? (isFirstChosen ? rows.at(0) : undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || onToggle === undefined || chosen === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onToggle(chosen)
  }
  return (
    <Stack aria-label={label} as="section">
      <div className={styles.choice}>
        <Select
          isSmall
          label={choiceLabel}
          onChange={(id) => {
            onShow(states.find((state) => state === id) ?? 'all')
            setSelected(undefined)
          }}
          options={[
            { id: 'all', label: `All (${formatNumber(counts.all)})` },
            ...states.map((id) => ({ id, label: `${labels[id].label} (${formatNumber(counts[id])})` })),
          ]}
          value={shown}
        />
      </div>
      <div
        className={styles.table}
        onKeyDownCapture={onKeyDown}
        style={{ '--row-count': Math.max(1, rows.count) } as CSSProperties}
      >
        {rows.count > 0 ? (
          <Table
            columns={columns}
            getKey={getKey}
            items={rows}
            label={label}
            onOpen={onOpen}
            onSelect={(_, row) => setSelected(row)}
            selectedKey={chosen === undefined ? null : getKey(chosen)}
            selectionFollowsFocus
          />
        ) : (
          counts[shown] === 0 && <Text tone="soft">None.</Text>
        )}
      </div>
      {chosen !== undefined && children(chosen)}
    </Stack>
  )
}

/** The SKU, the state as a badge, and the details in one line. */
export const stateColumns = <Row extends { readonly sku: string; readonly state: State }, State extends string>(
  labels: Readonly<Record<State, StateLabel>>,
  describe: (row: Row) => { readonly text: string; readonly isProblem: boolean },
): readonly TableColumn<Row>[] => [
  { id: 'sku', label: 'SKU', width: 'minmax(110px, 1fr)', render: ({ sku }) => <Text mono>{sku}</Text> },
  {
    id: 'state',
    label: 'State',
    width: '132px',
    render: ({ state }) => <Badge tone={labels[state].tone}>{labels[state].label}</Badge>,
  },
  {
    id: 'what',
    label: 'Details',
    width: 'minmax(200px, 3fr)',
    render: (row) => {
      const { text, isProblem } = describe(row)
      return (
        <span title={text}>
          <Text tone={isProblem ? 'danger' : undefined}>{text}</Text>
        </span>
      )
    },
  },
]
