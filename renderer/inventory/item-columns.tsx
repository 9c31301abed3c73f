// The columns of the table of items: what each shows, how it is typed into, and where its errors stand.
import type { ItemRow } from '../../shared/inventory/contract.ts'
import { conditions, conditionWords } from '../../shared/inventory/item.ts'
import { ASPECT_VALUE_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '../../shared/inventory/limits.ts'
import { useNow } from '../api/use-now.ts'
import { Badge } from '../ui/badge.tsx'
import type { CellColumn } from '../ui/cell-row.tsx'
import { formatNumber } from '../ui/locale-format.ts'
import type { Option } from '../ui/option.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import styles from './item-columns.module.css'
import { conditionWord, stateWords } from './item-words.ts'
import { Picture } from './picture.tsx'
import { type StagedTexts, textIn } from './use-cell-staging.ts'

export const ASPECT_COLUMN = 'aspect:'

/** Columns that can be shown beside the SKU, in their order. Names of editable ones as the contract has them. */
export const choosableColumns: readonly Option[] = [
  { id: 'picture', label: 'Picture' },
  { id: 'title', label: 'Title' },
  { id: 'quantity', label: 'Quantity' },
  { id: 'condition', label: 'Condition' },
  { id: 'upc', label: 'UPC' },
  { id: 'ean', label: 'EAN' },
  { id: 'editedAt', label: 'State' },
  { id: 'edited', label: 'Edited' },
  { id: 'read', label: 'Read' },
]
export const firstColumns = ['picture', 'title', 'quantity', 'condition', 'editedAt']

const typedColumns = ['title', 'quantity', 'condition', 'upc', 'ean']

/** Those of the shown columns that are typed into: their texts come with every row. */
export const cellColumnsOf = (shown: readonly string[]): string[] =>
  shown.filter((id) => typedColumns.includes(id) || id.startsWith(ASPECT_COLUMN))

const conditionChoices: readonly Option[] = conditions.map((id) => ({ id, label: conditionWords[id] }))

function RowTime({ atMs }: { readonly atMs: number | null }) {
  const now = useNow()
  return atMs === null ? <span className={styles.faint}>–</span> : <RelativeTime at={atMs} now={now} />
}

function RowState({ item }: { readonly item: ItemRow }) {
  const { word, tone } = stateWords[item.state]
  const isRefused = item.problems.some(({ from }) => from === 'platform')
  return (
    <span className={styles.state}>
      {isRefused ? (
        <Badge tone="danger">Refused</Badge>
      ) : item.state === 'saved' ? (
        item.isIncomplete ? null : (
          <span className={styles.faint}>{word}</span>
        )
      ) : (
        <Badge tone={tone}>{word}</Badge>
      )}
      {item.isIncomplete && <Badge tone="caution">Incomplete</Badge>}
    </span>
  )
}

/** What a cell shows: what was typed where that is not kept yet, and otherwise what is kept, in the seller's words. */
const shownText = (staged: StagedTexts, item: ItemRow, column: string): string => {
  const text = textIn(staged, item, column)
  if (column === 'condition') return conditionWord(text)
  if (column === 'quantity' && /^\d+$/.test(text)) return formatNumber(Number(text))
  return text
}

const emptyWords: Readonly<Record<string, string>> = { title: 'No title', condition: 'None yet', quantity: '–' }

type Column = CellColumn<ItemRow>

const typed = (
  staged: StagedTexts,
  column: Pick<Column, 'id' | 'label' | 'width' | 'align' | 'isSortable' | 'isMono' | 'edit'>,
): Column => ({
  ...column,
  render: (item) => {
    const text = shownText(staged, item, column.id)
    if (text === '') return <span className={styles.faint}>{emptyWords[column.id] ?? ''}</span>
    const isLow = column.id === 'quantity' && item.isLowStock
    return isLow ? <span className={styles.low}>{text}</span> : text
  },
  text: (item) => textIn(staged, item, column.id),
  problemOf: (item) =>
    staged.get(item.sku)?.get(column.id)?.problem ??
    item.problems.find((problem) => problem.column === column.id)?.message,
  isChanged: (item) => item.changedColumns.includes(column.id) || staged.get(item.sku)?.has(column.id) === true,
})

/** The columns in sight. `staged`: what was typed and is not kept yet, or cannot be. */
export const itemColumns = (shown: readonly string[], staged: StagedTexts): readonly Column[] => {
  const known: Readonly<Record<string, Column>> = {
    picture: {
      id: 'picture',
      label: 'Picture',
      width: '44px',
      isPicture: true,
      isPinned: true,
      render: (item) => <Picture alt="" size="row" url={item.pictureUrl ?? undefined} />,
    },
    title: typed(staged, {
      id: 'title',
      label: 'Title',
      width: 'minmax(180px, 3fr)',
      isSortable: true,
      edit: { limit: TITLE_MAX_CHARACTERS },
    }),
    quantity: typed(staged, {
      id: 'quantity',
      label: 'Quantity',
      width: '96px',
      align: 'end',
      isSortable: true,
      edit: {},
    }),
    condition: typed(staged, {
      id: 'condition',
      label: 'Condition',
      width: 'minmax(140px, 1fr)',
      isSortable: true,
      edit: { options: () => conditionChoices },
    }),
    upc: typed(staged, { id: 'upc', label: 'UPC', width: '140px', isMono: true, edit: {} }),
    ean: typed(staged, { id: 'ean', label: 'EAN', width: '140px', isMono: true, edit: {} }),
    editedAt: {
      id: 'editedAt',
      label: 'State',
      width: 'minmax(150px, 1fr)',
      isSortable: true,
      render: (item) => <RowState item={item} />,
      text: (item) => stateWords[item.state].word,
    },
    edited: { id: 'edited', label: 'Edited', width: '110px', render: (item) => <RowTime atMs={item.editedAtMs} /> },
    read: { id: 'read', label: 'Read', width: '110px', render: (item) => <RowTime atMs={item.readAtMs} /> },
  }
  const sku: Column = {
    id: 'sku',
    label: 'SKU',
    width: '150px',
    isSortable: true,
    isPinned: true,
    isOpener: true,
    isMono: true,
    render: (item) => item.sku,
    text: (item) => item.sku,
  }
  const aspects = shown
    .filter((id) => id.startsWith(ASPECT_COLUMN))
    .map((id) =>
      typed(staged, {
        id,
        label: id.slice(ASPECT_COLUMN.length),
        width: 'minmax(130px, 1fr)',
        edit: { limit: ASPECT_VALUE_MAX_CHARACTERS },
      }),
    )
  const before = shown.includes('picture') && known.picture !== undefined ? [known.picture] : []
  const middle = typedColumns.filter((id) => shown.includes(id)).flatMap((id) => known[id] ?? [])
  const after = ['editedAt', 'edited', 'read'].filter((id) => shown.includes(id)).flatMap((id) => known[id] ?? [])
  return [...before, sku, ...middle, ...aspects, ...after]
}
