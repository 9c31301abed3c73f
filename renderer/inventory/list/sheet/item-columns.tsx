/** The columns of the item sheet: what each shows and how it is edited. `sheet-columns.ts` lists them. */
import { conditionLabel } from '../../../../shared/connection/conditions.ts'
import type { Platform } from '../../../../shared/connection/platforms.ts'
import type { ItemRow } from '../../../../shared/inventory/contract.ts'
import type { Field } from '../../../../shared/inventory/fields/field.ts'
import { amountKind } from '../../../../shared/inventory/fields/field-kinds.ts'
import { findOfferColumn } from '../../../../shared/inventory/fields/offer-fields.ts'
import { findPrivateField, type PrivateFieldId } from '../../../../shared/inventory/fields/private-fields.ts'
import { variationLabel } from '../../../../shared/inventory/group.ts'
import { MAX_TITLE_CHARACTERS } from '../../../../shared/inventory/limits.ts'
import { type ListingState, listingStateLabels } from '../../../../shared/inventory/listing-state.ts'
import type { ListingLocation, Policy } from '../../../../shared/listing/contract/choices-contract.ts'
import { findPolicyKind } from '../../../../shared/listing/offer-field.ts'
import { type EarnedItem, useEarned } from '../../../api/use-earned.ts'
import { marginText, soldText } from '../../../parts/earnings/item-text.ts'
import { ListingBadge } from '../../../parts/listing-badge.tsx'
import { Picture } from '../../../parts/picture.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import type { Option } from '../../../ui/fields/option.tsx'
import { formatCount, formatMoney, formatNumber, isLargeChange, readMoney } from '../../../ui/format/locale-format.ts'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import type { CellColumn, CellNote } from '../../../ui/sheet/cell-row.tsx'
import { itemStateLabels, listConditions, type StateLabel } from '../../item-labels.ts'
import styles from './item-columns.module.css'
import {
  ASPECT_COLUMN,
  canEditColumn,
  everyColumn,
  fieldColumns,
  isAspect,
  PRICE_COLUMN,
  rank,
} from './sheet-columns.ts'
import { isStaged, type StagedTexts, textIn } from './use-staged-cells.ts'

const RowTime = ({ atMs }: { readonly atMs: number | null }) =>
  atMs === null ? <Text tone="faint">–</Text> : <RelativeTime at={atMs} />

/** The listing can be seen here, but not changed. */
const ELSEWHERE = 'Made elsewhere'
const ELSEWHERE_REASON =
  'This listing was made with another tool, such as the marketplace’s own pages. Take it over to change it here.'

/** What kind of listing it is, unless it is a plain one. */
const kindText = ({ elsewhere, group }: ItemRow): string => {
  if (group !== null) return formatCount(group.variations, 'variation')
  if (elsewhere === null) return ''
  if (elsewhere.format === 'auction') return 'Auction'
  return elsewhere.variations > 0 ? formatCount(elsewhere.variations, 'variation') : ''
}

const WHEN_LISTED: StateLabel = { label: 'Sent when listed', tone: 'neutral' }

const liveStates: readonly ListingState[] = ['published', 'outOfStock', 'onHold']

/** What matters most about a row. A cell that can't be sent comes before the state of the rest (USE-06). */
export const rowState = ({ state, problems, changedColumns, listingState }: ItemRow): StateLabel => {
  if (problems.some(({ from }) => from === 'platform')) return { label: 'Refused', tone: 'danger' }
  if (problems.length > 0) return { label: 'Can’t be saved', tone: 'danger' }
  const isOfOffer = (id: string): boolean => id === PRICE_COLUMN || findOfferColumn(id) !== undefined
  const isLive = liveStates.includes(listingState)
  if (state !== 'saved' || changedColumns.length === 0) return itemStateLabels[state]
  // What was typed for an offer waits until the item is listed, and no review takes it before.
  return changedColumns.some((id) => isLive || !isOfOffer(id)) ? itemStateLabels.changed : WHEN_LISTED
}

const RowState = ({ item }: { readonly item: ItemRow }) => {
  if (item.elsewhere !== null)
    return (
      <span title={ELSEWHERE_REASON}>
        <Badge>{ELSEWHERE}</Badge>
      </span>
    )
  const { label, tone } = rowState(item)
  const isCalm = label === itemStateLabels.saved.label
  return (
    <Row as="span" className={styles.states} gap={1}>
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
  const options = fieldColumns.get(column)?.kind.options
  if (options !== undefined) return options.find(({ id }) => id === text)?.label ?? text
  return column === 'quantity' && /^\d+$/.test(text) ? formatNumber(Number(text)) : text
}

/** Why a row's cell can't be changed in the sheet; undefined if it can. */
const explainRefusal = ({ elsewhere, group, variation }: ItemRow, column: string): string | undefined => {
  if (elsewhere !== null) return ELSEWHERE_REASON
  if (group !== null) return 'Change the variations below this row, or press Space for what they share.'
  return variation !== null && column === 'title' ? 'Variations share the title of their listing.' : undefined
}

const findProblem = ({ problems }: ItemRow, column: string): string | undefined =>
  problems.find((one) => one.column === column)?.message

const editable = (
  staged: StagedTexts,
  column: Pick<Column, 'id' | 'label' | 'width' | 'align' | 'isSortable' | 'isMono' | 'edit'>,
  format: (text: string) => string = (text) => formatCell(column.id, text),
): Column => ({
  ...column,
  edit: { ...column.edit, refuses: (item) => explainRefusal(item, column.id) },
  render: (item) => {
    const text = textIn(staged, item, column.id)
    if (column.id === 'title' && item.variation !== null) return variationLabel(item.variation.values)
    if ((item.elsewhere !== null || item.group !== null) && text === '') return <Text tone="faint">–</Text>
    if (text === '') return <Text tone="faint">{emptyTexts[column.id] ?? ''}</Text>
    const isLow = column.id === 'quantity' && item.isLowStock && item.group === null
    const shown = format(text)
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
  problemOf: (item) => (isStaged(staged, item, column.id) ? undefined : findProblem(item, column.id)),
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
    width: '132px',
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
    width: 'minmax(124px, 1fr)',
    isSortable,
    render: (item) => <RowState item={item} />,
    text: (item) => (item.elsewhere === null ? rowState(item).label : ELSEWHERE),
    noteOf: ({ elsewhere }) => (elsewhere === null ? undefined : { text: ELSEWHERE_REASON, tone: 'soft' }),
  },
  listing: {
    width: '116px',
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
  title: { width: 'minmax(188px, 3fr)', isSortable, edit: { limit: MAX_TITLE_CHARACTERS } },
  quantity: { width: '92px', align: 'end', isSortable },
  condition: { width: 'minmax(136px, 1.2fr)', isSortable },
  upc: { width: '140px', isMono: true },
  ean: { width: '140px', isMono: true },
}

const privateLooks: Readonly<Record<PrivateFieldId, Pick<Column, 'width' | 'align'>>> = {
  place: { width: '92px' },
  cost: { width: '104px', align: 'end' },
}

/** What a shop lists with; undefined for one that lists nothing, so that its offers' columns are read-only. */
export type SheetShop = {
  readonly currency: string
  readonly policies: readonly Policy[]
  readonly locations: readonly ListingLocation[]
}

/** What is typed for an offer that isn't live stays here. */
const keptNote = (staged: StagedTexts, item: ItemRow, id: string): CellNote | undefined =>
  item.changedColumns.includes(id) && !isStaged(staged, item, id) && !liveStates.includes(item.listingState)
    ? { text: 'Kept until you list this item: it isn’t live.', tone: 'soft' }
    : undefined

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
  const look = editable(staged, { id: PRICE_COLUMN, label: 'Price', width: '104px', align: 'end', isSortable })
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
      const kept = keptNote(staged, item, PRICE_COLUMN)
      if (kept !== undefined) return kept
      if (!item.changedColumns.includes(PRICE_COLUMN) || isStaged(staged, item, PRICE_COLUMN)) return undefined
      const amount = read(item, textIn(staged, item, PRICE_COLUMN))
      const { price } = item
      if (amount === undefined || price === null || !isLargeChange(price.amount, amount)) return undefined
      const before = formatMoney(price.amount, price.currency)
      return { text: `${before} before, a change of more than half. You confirm it with the review.`, tone: 'caution' }
    },
  }
}

/** The options of a cell; undefined if any text can be typed into it. */
export const listCellOptions = (
  id: string,
  conditions: Platform['conditions'],
  shop: SheetShop | undefined,
): readonly Option[] | undefined => {
  if (id === 'condition') return listConditions(conditions)
  const kind = findPolicyKind(id)
  if (kind !== undefined) {
    return shop?.policies
      .filter((policy) => policy.kind === kind)
      .map(({ policyId, name }) => ({ id: policyId, label: name }))
  }
  if (id === 'merchantLocationKey') {
    return shop?.locations
      .filter(({ isEnabled }) => isEnabled)
      .map(({ merchantLocationKey, name }) => ({ id: merchantLocationKey, label: name }))
  }
  return fieldColumns.get(id)?.kind.options
}

/** A field of the item's listing (LST-16). */
const offerColumn = (
  { kind }: Field,
  { id, label }: Option,
  staged: StagedTexts,
  shop: SheetShop | undefined,
): Column => {
  const options = listCellOptions(id, [], shop)
  const isAmount = kind === amountKind
  const format = (text: string): string => {
    const amount = isAmount ? readMoney(text, shop?.currency ?? 'USD') : undefined
    if (amount !== undefined) return formatMoney(amount, shop?.currency ?? null)
    return options?.find((option) => option.id === text)?.label ?? text
  }
  const isWide = kind.control === 'records' || kind.control === 'area'
  const edit =
    options !== undefined
      ? { options: () => options }
      : kind.maxCharacters === undefined
        ? {}
        : { limit: kind.maxCharacters }
  const look = editable(
    staged,
    {
      id,
      label,
      width: isWide ? 'minmax(180px, 2fr)' : 'minmax(120px, 1fr)',
      ...(isAmount ? { align: 'end' as const } : {}),
      edit,
    },
    format,
  )
  return {
    ...look,
    edit: shop === undefined ? undefined : look.edit,
    noteOf: (item) => keptNote(staged, item, id),
  }
}

/** A field that a cell only shows; the item's page edits it. Markup is left out. */
const shownColumn = (id: string, label: string): Column => {
  const text = ({ cells }: ItemRow): string => (cells[id] ?? '').replace(/<[^>]*>?/g, ' ').trim()
  return {
    id,
    label,
    width: 'minmax(180px, 2fr)',
    render: (item) => faint(text(item) || null),
    text,
    editedElsewhere: `${label} is edited on the item’s own page. Press Space to open it.`,
  }
}

/** What was read of the sales of an item; undefined while it is read. */
export type KnownSales = (sku: string) => readonly EarnedItem[] | undefined

const salesTexts = { sold: soldText, margin: marginText } as const
type SalesColumn = keyof typeof salesTexts
const isSalesColumn = (id: string): id is SalesColumn => Object.hasOwn(salesTexts, id)

/** Columns that need what items earned. */
export const needsSales = (shown: readonly string[]): boolean => shown.some(isSalesColumn)

const SalesCell = ({ sku, id }: { readonly sku: string; readonly id: SalesColumn }) => {
  const earned = useEarned('items', sku)
  return earned === undefined ? null : faint(salesTexts[id](earned))
}

/** What was sold of an item so far, and what was left of its price. A listing with variations has it in the rows below it. */
const salesColumn = (id: SalesColumn, label: string, known: KnownSales): Column => ({
  ...{ id, label, width: '80px', align: 'end' },
  render: ({ sku, group }) => (group !== null || sku === '' ? faint(null) : <SalesCell id={id} sku={sku} />),
  text: ({ sku, group }) => (group === null ? (salesTexts[id](known(sku) ?? []) ?? '') : ''),
})

/** What a cell can hold depends on the platform: the conditions, and how long a value may be. */
type SheetPlatform = Pick<Platform, 'conditions' | 'limits'>

const createColumn = (
  id: string,
  staged: StagedTexts,
  { conditions, limits }: SheetPlatform,
  shop: SheetShop | undefined,
  isCompact: boolean,
  known: KnownSales,
): Column | undefined => {
  const label = everyColumn.find((known) => known.id === id)?.label ?? (id === 'sku' ? 'SKU' : id)
  const readOnly = readOnlyColumns[id]
  if (readOnly !== undefined) return { id, label, ...readOnly }
  if (isSalesColumn(id)) return salesColumn(id, label, known)
  if (id === PRICE_COLUMN) return { id, label, ...priceColumn(staged, shop?.currency, isCompact) }
  if (isAspect(id)) {
    const edit = { limit: limits.aspectValue }
    return editable(staged, { id, label: id.slice(ASPECT_COLUMN.length), width: 'minmax(130px, 1fr)', edit })
  }
  const noted = findPrivateField(id)
  if (noted !== undefined)
    return editable(staged, { id, label, ...privateLooks[noted.id], edit: { limit: noted.maxCharacters } })
  const field = fieldColumns.get(id)
  if (field === undefined) return undefined
  if (!canEditColumn(id)) return shownColumn(id, label)
  if (findOfferColumn(id) !== undefined) return offerColumn(field, { id, label }, staged, shop)
  const options = listCellOptions(id, conditions, shop)
  const { maxCharacters: limit } = field.kind
  const edit = options !== undefined ? { options: () => options } : limit !== undefined ? { limit } : {}
  return editable(staged, { id, label, width: 'minmax(120px, 1fr)', edit, ...editableLooks[id] })
}

/** Columns beside an open panel: picture, title, price, stock and listing stay visible, the save state doesn't. */
const compactWidths: Readonly<Record<string, string>> = {
  picture: '44px',
  sku: '96px',
  title: 'minmax(112px, 3fr)',
  quantity: '72px',
  price: '88px',
  listing: '100px',
  editedAt: 'minmax(104px, 1fr)',
}
const hiddenBeside: readonly string[] = ['editedAt', 'condition']
const toCompact = (column: Column): readonly Column[] => {
  if (hiddenBeside.includes(column.id)) return []
  const width = compactWidths[column.id]
  if (width !== undefined) return [{ ...column, width }]
  return column.edit === undefined ? [] : [column]
}

/**
 * The visible columns, and the SKU. `staged`: texts that main hasn't staged yet. `shop`: undefined if it lists nothing.
 * `isCompact`: a panel is open, which leaves space for only a few columns.
 */
export const itemColumns = (
  shown: readonly string[],
  staged: StagedTexts,
  platform: SheetPlatform,
  shop: SheetShop | undefined,
  isCompact: boolean,
  known: KnownSales = () => undefined,
): readonly Column[] => {
  const ids = ['sku', ...shown].toSorted((a, b) => rank(a) - rank(b))
  const columns = ids.flatMap((id) => createColumn(id, staged, platform, shop, isCompact, known) ?? [])
  return isCompact ? columns.flatMap(toCompact) : columns
}
