/** The columns of the item sheet: what each shows and how it is edited. */
import { conditionLabel } from '../../../../shared/connection/conditions.ts'
import type { Platform } from '../../../../shared/connection/platforms.ts'
import type { ItemRow } from '../../../../shared/inventory/contract.ts'
import { moreItemFields } from '../../../../shared/inventory/fields/item-fields.ts'
import { variationLabel } from '../../../../shared/inventory/group.ts'
import { fieldPaths, findField, isAspectPath } from '../../../../shared/inventory/item.ts'
import { MAX_TITLE_CHARACTERS } from '../../../../shared/inventory/limits.ts'
import { type ListingState, listingStateLabels } from '../../../../shared/inventory/listing-state.ts'
import { ListingBadge } from '../../../parts/listing-badge.tsx'
import { Picture } from '../../../parts/picture.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import type { Option } from '../../../ui/fields/option.tsx'
import { formatCount, formatMoney, formatNumber, isLargeChange, readMoney } from '../../../ui/format/locale-format.ts'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import type { CellColumn } from '../../../ui/sheet/cell-row.tsx'
import { itemStateLabels, listFieldColumns, type StateLabel } from '../../item-labels.ts'
import styles from './item-columns.module.css'
import { isStaged, type StagedTexts, textIn } from './use-staged-cells.ts'

export const ASPECT_COLUMN = 'aspect:'
export const PRICE_COLUMN = 'price'

/** Fields that are edited on the item's page only: too long for a cell. */
const pageFields: readonly string[] = ['description', 'images']

/** Optional columns beside the SKU, in order. Editable ones are named as in the contract. */
export const listChoosableColumns = (hasMoreFields: boolean): readonly Option[] => [
  { id: 'picture', label: 'Picture' },
  ...listFieldColumns(hasMoreFields).filter(({ id }) => !pageFields.includes(id)),
  { id: 'price', label: 'Price' },
  { id: 'listing', label: 'Listing' },
  { id: 'category', label: 'Category' },
  { id: 'watchers', label: 'Watchers' },
  { id: 'editedAt', label: 'State' },
  { id: 'edited', label: 'Unsaved since' },
  { id: 'read', label: 'Read' },
]
const everyColumn = listChoosableColumns(true)
export const defaultColumns = ['picture', 'title', 'quantity', 'condition', 'editedAt']
/** The default columns if the connection can list. */
export const defaultListingColumns = ['picture', 'title', 'quantity', 'condition', 'price', 'listing', 'editedAt']

const editableFields = new Set(listFieldColumns(true).flatMap(({ id }) => (pageFields.includes(id) ? [] : [id])))
const isEditableField = (id: string): boolean => editableFields.has(id)
const isAspect = (id: string): boolean => id.startsWith(ASPECT_COLUMN)

/** The editable ones among the shown columns: their texts are read with every row. */
export const editableColumns = (shown: readonly string[]): string[] =>
  shown.filter((id) => isAspect(id) || id === PRICE_COLUMN || isEditableField(id))

const RowTime = ({ atMs }: { readonly atMs: number | null }) =>
  atMs === null ? <Text tone="faint">–</Text> : <RelativeTime at={atMs} />

const ELSEWHERE = 'Made with another tool'

/** What kind of listing it is, unless it is a plain one. */
const kindText = ({ elsewhere, group }: ItemRow): string => {
  if (group !== null) return formatCount(group.variations, 'variation')
  if (elsewhere === null) return ''
  if (elsewhere.format === 'auction') return 'Auction'
  return elsewhere.variations > 0 ? formatCount(elsewhere.variations, 'variation') : ''
}

/** What matters most about a row. A cell that can't be sent comes before the state of the rest (USE-06). */
const rowState = ({ state, problems, changedColumns }: ItemRow): StateLabel => {
  if (problems.some(({ from }) => from === 'platform')) return { label: 'Refused', tone: 'danger' }
  if (problems.length > 0) return { label: 'Can’t be saved', tone: 'danger' }
  return itemStateLabels[state === 'saved' && changedColumns.length > 0 ? 'changed' : state]
}

const RowState = ({ item }: { readonly item: ItemRow }) => {
  if (item.elsewhere !== null) return <Badge>{ELSEWHERE}</Badge>
  const { label, tone } = rowState(item)
  const isCalm = label === itemStateLabels.saved.label
  return (
    <Row as="span" gap={1}>
      {!isCalm && <Badge tone={tone}>{label}</Badge>}
      {isCalm && !item.isIncomplete && <Text tone="faint">{label}</Text>}
      {item.isIncomplete && <Badge tone="caution">Incomplete</Badge>}
    </Row>
  )
}

type Column = CellColumn<ItemRow>

const emptyTexts: Readonly<Record<string, string>> = { title: 'No title', condition: 'None yet', quantity: '–' }

const formatCell = (column: string, text: string): string => {
  if (column === 'condition') return conditionLabel(text)
  const options = moreItemFields.find(({ id }) => id === column)?.kind.options
  if (options !== undefined) return options.find(({ id }) => id === text)?.label ?? text
  return column === 'quantity' && /^\d+$/.test(text) ? formatNumber(Number(text)) : text
}

/** A listing with variations is changed in its rows and on its page; its variations have no title of their own. */
const canEdit = ({ elsewhere, group, variation }: ItemRow, column: string): boolean =>
  elsewhere === null && group === null && (variation === null || column !== 'title')

const editable = (
  staged: StagedTexts,
  column: Pick<Column, 'id' | 'label' | 'width' | 'align' | 'isSortable' | 'isMono' | 'edit'>,
): Column => ({
  ...column,
  edit: { ...column.edit, canEdit: (item) => canEdit(item, column.id) },
  render: (item) => {
    const text = textIn(staged, item, column.id)
    if (column.id === 'title' && item.variation !== null) return variationLabel(item.variation.values)
    if ((item.elsewhere !== null || item.group !== null) && text === '') return <Text tone="faint">–</Text>
    if (text === '') return <Text tone="faint">{emptyTexts[column.id] ?? ''}</Text>
    const isLow = column.id === 'quantity' && item.isLowStock && item.group === null
    const shown = formatCell(column.id, text)
    if (isLow) {
      return (
        <Text strong tone="caution">
          {shown}
        </Text>
      )
    }
    const kind = column.id === 'title' ? kindText(item) : ''
    return kind === '' ? (
      shown
    ) : (
      <>
        {shown} <Text tone="faint">· {kind}</Text>
      </>
    )
  },
  text: (item) =>
    column.id === 'title' && item.variation !== null
      ? variationLabel(item.variation.values)
      : textIn(staged, item, column.id),
  // A text that main is still staging hasn't been checked yet.
  problemOf: (item) =>
    isStaged(staged, item, column.id)
      ? undefined
      : item.problems.find((problem) => problem.column === column.id)?.message,
  isChanged: (item) => item.changedColumns.includes(column.id) || isStaged(staged, item, column.id),
})

const faint = (text: string | null) => text ?? <Text tone="faint">–</Text>

type ColumnLook = Omit<Column, 'id' | 'label'>
const isSortable = true

const readOnlyColumns: Readonly<Record<string, ColumnLook>> = {
  picture: {
    width: '44px',
    isPicture: true,
    isPinned: true,
    render: ({ pictureUrl }) => <Picture url={pictureUrl} />,
  },
  sku: {
    width: '150px',
    isSortable,
    isPinned: true,
    isOpener: true,
    isMono: true,
    render: ({ sku, group, variation }) => {
      if (group !== null) return group.variesBy.length === 0 ? 'Variations' : group.variesBy.join(', ')
      if (variation !== null) return <span className={styles.variation}>{sku}</span>
      return sku === '' ? <Text tone="faint">No SKU</Text> : sku
    },
    text: ({ sku }) => sku,
  },
  editedAt: {
    width: 'minmax(172px, 1fr)',
    isSortable,
    render: (item) => <RowState item={item} />,
    text: (item) => (item.elsewhere === null ? rowState(item).label : ELSEWHERE),
  },
  listing: {
    width: '124px',
    isSortable,
    render: ({ listingState }) =>
      listingState === 'unread' || listingState === 'notListed' ? (
        <Text tone="faint">{listingState === 'unread' ? '–' : listingStateLabels.notListed}</Text>
      ) : (
        <ListingBadge state={listingState} />
      ),
    text: ({ listingState }) => listingStateLabels[listingState],
  },
  category: {
    width: 'minmax(120px, 1fr)',
    isSortable,
    render: ({ category }) => faint(category),
    text: ({ category }) => category ?? '',
  },
  watchers: {
    width: '92px',
    align: 'end',
    render: ({ elsewhere }) => faint(elsewhere?.watchers == null ? null : formatNumber(elsewhere.watchers)),
    text: ({ elsewhere }) => (elsewhere?.watchers == null ? '' : String(elsewhere.watchers)),
  },
  edited: { width: '110px', render: ({ editedAtMs }) => <RowTime atMs={editedAtMs} /> },
  read: { width: '110px', render: ({ readAtMs }) => <RowTime atMs={readAtMs} /> },
}

const editableLooks: Readonly<Record<string, Omit<ColumnLook, 'render'>>> = {
  title: { width: 'minmax(180px, 3fr)', isSortable, edit: { limit: MAX_TITLE_CHARACTERS } },
  quantity: { width: '96px', align: 'end', isSortable },
  upc: { width: '140px', isMono: true },
  ean: { width: '140px', isMono: true },
}

const liveStates: readonly ListingState[] = ['published', 'outOfStock', 'onHold']

/**
 * The price of the item's listing (USE-05). `currency`: the shop's; undefined if it lists nothing, so that prices are
 * read-only. `isCompact`: a panel is open beside the sheet.
 */
const priceColumn = (
  staged: StagedTexts,
  currency: string | undefined,
  isCompact: boolean,
): Omit<Column, 'id' | 'label'> => {
  const read = (item: ItemRow, text: string): number | undefined =>
    readMoney(text, item.price?.currency ?? currency ?? 'USD')
  const look = editable(staged, { id: PRICE_COLUMN, label: 'Price', width: '112px', align: 'end', isSortable })
  return {
    ...look,
    edit: currency === undefined ? undefined : look.edit,
    render: (item) => {
      const text = textIn(staged, item, PRICE_COLUMN)
      const amount = read(item, text)
      if (amount === undefined) return faint(text === '' ? null : text)
      const money = formatMoney(amount, item.price?.currency ?? currency ?? null)
      if ((item.group?.maxPrice ?? amount) <= amount) return money
      // Beside an open item there is no room for the word.
      return isCompact ? `${money}+` : `from ${money}`
    },
    noteOf: (item) => {
      if (!item.changedColumns.includes(PRICE_COLUMN) || isStaged(staged, item, PRICE_COLUMN)) return undefined
      if (!liveStates.includes(item.listingState)) {
        return { text: 'Kept until you list this item: it isn’t live.', tone: 'soft' }
      }
      const amount = read(item, textIn(staged, item, PRICE_COLUMN))
      const { price } = item
      if (amount === undefined || price === null || !isLargeChange(price.amount, amount)) return undefined
      const before = formatMoney(price.amount, price.currency)
      return { text: `${before} before, a change of more than half. You confirm it with the review.`, tone: 'caution' }
    },
  }
}

/** The column that edits the value at a path of a plan; undefined if only the item's own page can. */
export const findSheetColumn = (path: readonly string[]): string | undefined => {
  if (path[0] === 'pricingSummary') return PRICE_COLUMN
  const id = isAspectPath(path) ? `${ASPECT_COLUMN}${path[fieldPaths.aspects.length] ?? ''}` : findField(path)?.id
  return id !== undefined && editableColumns([id]).length > 0 ? id : undefined
}

/** What a cell can hold depends on the platform: the conditions, and how long a value may be. */
type SheetPlatform = Pick<Platform, 'conditions' | 'limits'>

const createColumn = (
  id: string,
  staged: StagedTexts,
  { conditions, limits }: SheetPlatform,
  currency: string | undefined,
  isCompact: boolean,
): Column | undefined => {
  const label = everyColumn.find((known) => known.id === id)?.label ?? (id === 'sku' ? 'SKU' : id)
  const readOnly = readOnlyColumns[id]
  if (readOnly !== undefined) return { id, label, ...readOnly }
  if (id === PRICE_COLUMN) return { id, label, ...priceColumn(staged, currency, isCompact) }
  if (isAspect(id)) {
    const edit = { limit: limits.aspectValue }
    return editable(staged, { id, label: id.slice(ASPECT_COLUMN.length), width: 'minmax(130px, 1fr)', edit })
  }
  if (id === 'condition') {
    const options = () => conditions.map((value) => ({ id: value, label: conditionLabel(value) }))
    return editable(staged, { id, label, width: 'minmax(140px, 1fr)', isSortable, edit: { options } })
  }
  if (!isEditableField(id)) return undefined
  const field = moreItemFields.find((one) => one.id === id)
  const { options, maxCharacters: limit } = field?.kind ?? {}
  const edit = options !== undefined ? { options: () => options } : limit !== undefined ? { limit } : {}
  return editable(staged, { id, label, width: 'minmax(120px, 1fr)', edit, ...editableLooks[id] })
}

const ORDER = [
  'picture',
  'sku',
  'title',
  'quantity',
  'condition',
  'upc',
  'ean',
  ...moreItemFields.map(({ id }) => id),
  ASPECT_COLUMN,
  PRICE_COLUMN,
  'listing',
  'category',
  'watchers',
  'editedAt',
  'edited',
  'read',
]

const rank = (id: string): number => ORDER.indexOf(isAspect(id) ? ASPECT_COLUMN : id)

/** Columns beside an open item: picture, title, price, stock and listing stay visible, the save state doesn't. */
const compactWidths: Readonly<Record<string, string>> = {
  picture: '44px',
  sku: '96px',
  title: 'minmax(140px, 3fr)',
  quantity: '76px',
  price: '92px',
  listing: '112px',
  editedAt: 'minmax(104px, 1fr)',
}
/** A run needs the space for its own columns, which show quantity and price if they change. An item shows its own state. */
const hiddenBeside = {
  run: ['quantity', PRICE_COLUMN, 'listing', 'condition'],
  item: ['editedAt', 'condition'],
} as const satisfies Readonly<Record<'run' | 'item', readonly string[]>>
const toCompact = (column: Column, beside: 'item' | 'run'): readonly Column[] => {
  if (hiddenBeside[beside].some((id) => id === column.id)) return []
  const width = compactWidths[column.id]
  if (width !== undefined) return [{ ...column, width }]
  return column.edit === undefined ? [] : [column]
}

/**
 * The visible columns, and the SKU. `staged`: texts that main hasn't staged yet. `currency`: the shop's; undefined if it
 * lists nothing.
 * `beside`: the open panel, which leaves space for only a few columns.
 */
export const itemColumns = (
  shown: readonly string[],
  staged: StagedTexts,
  platform: SheetPlatform,
  currency: string | undefined,
  beside: 'item' | 'run' | undefined,
): readonly Column[] => {
  const ids = ['sku', ...shown].toSorted((a, b) => rank(a) - rank(b))
  const columns = ids.flatMap((id) => createColumn(id, staged, platform, currency, beside !== undefined) ?? [])
  return beside === undefined ? columns : columns.flatMap((column) => toCompact(column, beside))
}
