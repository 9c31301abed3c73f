/** A sheet: a grid of any length, edited in place, cell by cell or in blocks. */
// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out as a virtual grid with own tracks
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classNames } from '../base/class-names.ts'
import { toastFailure } from '../feedback/toast.tsx'
import { formatNumber } from '../format/locale-format.ts'
import type { RowSource } from '../lists/row-source.ts'
import { useIndexOfKey, useRowWindow } from '../lists/row-window.ts'
import { takeRows } from '../lists/take-rows.ts'
import lines from '../lists/virtual-rows.module.css'
import { ContextMenu, type MenuAction } from '../overlays/menu.tsx'
import styles from './cell-grid.module.css'
import { findSheetAct } from './cell-keys.ts'
import { type CellColumn, CellRow, cellId } from './cell-row.tsx'
import {
  type CellBlock,
  type CellPlace,
  type CellSelection,
  cellsIn,
  selectOne,
  toBlock,
  withinSize,
} from './cell-selection.ts'
import { type CellWrite, createCellWriting } from './cell-writing.ts'
import { GridHead } from './grid-head.tsx'
import type { TableSort } from './head-cell.tsx'
import { useTrackedSelection } from './tracked-selection.ts'
import { useCellClipboard } from './use-cell-clipboard.ts'
import { useCellEdit } from './use-cell-edit.tsx'
import { findCell, useCellPointer } from './use-cell-pointer.ts'

/** Indexes of the first and the last selected row. */
export type RowRange = {
  readonly first: number
  readonly last: number
}

export type SheetChecks<Row> = {
  /** How many of the whole list are checked. */
  readonly state: 'none' | 'some' | 'all'
  readonly isChecked: (row: Row) => boolean
  /** Checks these rows, or unchecks them if all are checked. */
  readonly onToggle: (rows: readonly Row[]) => void
  /** Checks the whole list, or nothing. */
  readonly onToggleAll: () => void
}

/** Rows that have others below them. */
export type SheetFolds<Row> = {
  /** Whether the row is unfolded; undefined for a row that can't be. */
  readonly isOpen: (row: Row) => boolean | undefined
  readonly onToggle: (row: Row) => void
}

/** A cell by its row's key and its column. */
export type CellTarget = { readonly key: string; readonly columnId: string }

export type CellGridProps<Row> = {
  readonly label: string
  readonly rows: RowSource<Row>
  readonly columns: readonly CellColumn<Row>[]
  readonly getKey: (row: Row) => string
  /** The row open beside the sheet, which is marked and scrolled to. */
  readonly openKey: string | null
  readonly onOpen: (key: string) => void
  /** The cell to select and focus, once its row and column are shown. */
  readonly target?: CellTarget | undefined
  readonly onArrived?: (() => void) | undefined
  readonly sort: TableSort
  readonly onSortChange: (sort: TableSort) => void
  /** Loads missing rows of a block. */
  readonly readRows: (first: number, last: number) => Promise<readonly Row[]>
  /** One action, undone as a whole. */
  readonly onWrite: (writes: readonly CellWrite[]) => void
  /** Mod+S in a cell, after its text was written. */
  readonly onSave?: (() => void) | undefined
  readonly onNotice: (text: string) => void
  /** The rows of the selected block; undefined until a cell is entered. */
  readonly onSelectRows: (rows: RowRange | undefined) => void
  /** A checkbox before each row, for bulk actions. */
  readonly checks: SheetChecks<Row>
  /** Absent: no row unfolds. */
  readonly folds?: SheetFolds<Row> | undefined
  /** Context menu entries besides copying and filling, for the active cell's column. */
  readonly menuActions: (columnId: string) => readonly MenuAction[]
  /** At the end of the line below the grid. */
  readonly foot: ReactNode
  /** Shown in that line while there is no message. */
  readonly hint: string | undefined
}

const headerHeight = 32
const ROW_HEIGHT_PX = 36
const CHECK_WIDTH_PX = 32
const emptySize = { rows: 0, columns: 0, pageRows: 1 }

/**
 * A sheet with the usual keys.
 *
 * Arrows, Tab, Home, End, PageUp and PageDown move (Mod: to the edge, Shift: select a block, Mod+A: all). Typing
 * replaces a cell, Enter and F2 edit it, Escape cancels, Mod+S keeps what is typed, Delete clears, Mod+D fills down,
 * Mod+C and Mod+V copy and paste. Space opens the row, as does Enter on a read-only cell; Shift+Space checks the
 * block's rows. Right unfolds a row at its first cells, Left folds it; + and - do so anywhere in it. Tab leaves the
 * grid at the end of a row. Typing into a read-only cell says so and does nothing else.
 */
export const CellGrid = <Row,>({
  label,
  rows,
  columns,
  getKey,
  openKey,
  onOpen,
  target,
  onArrived,
  sort,
  onSortChange,
  readRows,
  onWrite,
  onSave,
  onNotice,
  onSelectRows,
  checks,
  folds,
  menuActions,
  foot,
  hint,
}: CellGridProps<Row>) => {
  const id = useId()
  const scrollRef = useRef<HTMLDivElement>(null)
  const indexOfKey = useIndexOfKey(rows, getKey)
  const { selection, select } = useTrackedSelection({
    rows,
    getKey,
    indexOfKey,
    size: { ...emptySize, rows: rows.count, columns: columns.length },
    columnIds: columns.map(({ id }) => id),
  })
  const { editing, edit, renderEditor, tabbedFrom } = useCellEdit({
    rows,
    columns,
    getKey,
    indexOfKey,
    scrollRef,
    onWrite,
    onSave,
    onMove: (place) => navigate(place),
  })

  const editingIndex = editing === undefined ? undefined : indexOfKey.get(editing.rowKey)
  const activeRow = selection?.active.row ?? -1
  const { virtualizer, rowKey, pageRows } = useRowWindow({
    scrollRef,
    rows,
    getKey,
    indexOfKey,
    rowHeight: ROW_HEIGHT_PX,
    headerHeight,
    activeIndex: editingIndex ?? selection?.extent.row ?? -1,
  })
  const block = selection === undefined ? undefined : toBlock(selection)
  const [firstRow, lastRow] = [block?.firstRow, block?.lastRow]
  const reportRows = useEffectEvent((range: RowRange | undefined) => onSelectRows(range))
  // Reported before the next key can arrive: a bulk key acts on the visible block.
  useLayoutEffect(() => {
    reportRows(firstRow === undefined || lastRow === undefined ? undefined : { first: firstRow, last: lastRow })
    return () => reportRows(undefined)
  }, [firstRow, lastRow])
  const size = () => ({ rows: rows.count, columns: columns.length, pageRows: pageRows() })
  const writing = createCellWriting({ rows, columns, getKey, readRows, onWrite, onNotice })
  const check = (first: number, last: number): void => {
    const taken = takeRows({ rows, getKey, readRows }, first, last)
    if (taken instanceof Promise) taken.then(checks.onToggle).catch(toastFailure)
    else checks.onToggle(taken)
  }

  const showRow = (index: number) => virtualizer.scrollToIndex(index)
  const go = (next: CellSelection | undefined) => {
    if (next === undefined) return
    select(next)
    showRow(next.extent.row)
  }
  const navigate = (place: CellPlace) => go(withinSize(selectOne(place), size()))

  // The browser respects pinned columns through scroll-padding:
  // https://developer.mozilla.org/en-US/docs/Web/CSS/scroll-padding
  const extent = selection?.extent
  const extentId = extent === undefined ? undefined : cellId(`${id}-${extent.row}`, extent.column)
  const scrolledListId = useRef(rows.id)
  useEffect(() => {
    const isOtherList = scrolledListId.current !== rows.id
    scrolledListId.current = rows.id
    // Another order starts at its top. Only for someone who works in the sheet does it stay with the active row.
    if (extentId === undefined || (isOtherList && document.activeElement !== scrollRef.current)) return
    document.getElementById(extentId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [extentId, rows.id])

  const openIndex = openKey === null ? undefined : indexOfKey.get(openKey)
  const shownOpenKey = useRef<string | null>(null)
  useEffect(() => {
    if (shownOpenKey.current === openKey || (openKey !== null && openIndex === undefined)) return
    shownOpenKey.current = openKey
    if (openIndex !== undefined) virtualizer.scrollToIndex(openIndex)
  }, [openKey, openIndex, virtualizer])

  const targetRow = target === undefined ? undefined : indexOfKey.get(target.key)
  const targetColumn = columns.findIndex(({ id }) => id === target?.columnId)
  const goToTarget = useEffectEvent(() => {
    if (targetRow === undefined) return
    navigate({ row: targetRow, column: targetColumn })
    scrollRef.current?.focus({ preventScroll: true })
    onArrived?.()
  })
  useEffect(() => {
    if (target !== undefined && targetRow !== undefined && targetColumn >= 0) goToTarget()
  }, [target, targetRow, targetColumn])

  /** The row the handle is dragged to. */
  const [fillRow, setFillRow] = useState<number>()
  const [menuAt, setMenuAt] = useState<{ readonly x: number; readonly y: number }>()
  const lastChecked = useRef<number | undefined>(undefined)

  /** Whether the last keys were typed into a read-only cell. */
  const isTypingRefused = useRef(false)
  const activeColumn = columns[selection?.active.column ?? -1]

  const openAt = (place: CellPlace) => {
    const row = rows.at(place.row)
    if (row !== undefined) onOpen(getKey(row))
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys in a field or button inside the grid belong to that control.
    if (event.target !== event.currentTarget || selection === undefined || block === undefined) return
    const row = rows.at(selection.active.row)
    const act = findSheetAct(event.nativeEvent, {
      selection,
      block,
      size: size(),
      isOpen: row === undefined ? undefined : folds?.isOpen(row),
      openerColumn: columns.findIndex(({ isOpener }) => isOpener),
      isEditable: columns.some(({ edit: editing }) => editing !== undefined),
      isTypingRefused: isTypingRefused.current,
    })
    if (act === undefined) return
    if (act.act !== 'compose') {
      event.preventDefault()
      event.stopPropagation()
    }
    switch (act.act) {
      case 'fold':
        if (row !== undefined) folds?.onToggle(row)
        return
      case 'tab':
        tabbedFrom.current ??= selection.active.column
        navigate({ ...selection.active, column: act.column })
        return
      case 'select':
        tabbedFrom.current = undefined
        isTypingRefused.current = false
        if (act.isShown) go(act.selection)
        else select(act.selection)
        return
      case 'fillDown':
        writing.fillDown(block)
        return
      case 'edit':
        isTypingRefused.current = false
        if (!edit(selection.active, 'within') && act.orOpens) openAt(selection.active)
        return
      case 'check':
        check(block.firstRow, block.lastRow)
        return
      case 'open':
        openAt(selection.active)
        return
      case 'clear':
        writing.clear(block)
        return
      case 'type':
        if (edit(selection.active, 'over', act.text)) return
        isTypingRefused.current = true
        onNotice(describeRefusal(activeColumn, row))
        return
      case 'compose':
        edit(selection.active, 'over', '')
        return
      case 'nothing':
        return
    }
  }

  const clipboard = useCellClipboard({ selection, block, writing, size, onSelect: select, onNotice })

  const pointer = useCellPointer({
    scrollRef,
    headerHeight,
    onPress: (place, isExtending) => {
      tabbedFrom.current = undefined
      isTypingRefused.current = false
      select(isExtending && selection !== undefined ? { active: selection.active, extent: place } : selectOne(place))
    },
    onExtend: (place) => {
      if (selection !== undefined) select({ active: selection.active, extent: place })
    },
    onFillTo: (row, isDone) => {
      setFillRow(isDone ? undefined : row)
      if (!isDone || block === undefined || row <= block.lastRow) return
      writing.fill(block, row)
      select({
        active: { row: block.firstRow, column: block.firstColumn },
        extent: { row, column: block.lastColumn },
      })
    },
    onCheck: (row, isRange) => {
      const from = isRange ? (lastChecked.current ?? row) : row
      lastChecked.current = row
      check(Math.min(from, row), Math.max(from, row))
    },
    onFold: (place) => {
      const row = rows.at(place.row)
      if (row !== undefined) folds?.onToggle(row)
    },
    onOpen: openAt,
    onDoublePress: (place) => {
      if (!edit(place, 'within')) openAt(place)
    },
  })

  /** The menu key triggers it too, without a cell under the pointer. */
  const onContextMenu = (event: MouseEvent) => {
    const place = findCell(event.target)
    if (event.target instanceof HTMLInputElement || (place === undefined && selection === undefined)) return
    event.preventDefault()
    const isInside =
      place === undefined ||
      (block !== undefined &&
        place.row >= block.firstRow &&
        place.row <= block.lastRow &&
        place.column >= block.firstColumn &&
        place.column <= block.lastColumn)
    if (!isInside) select(selectOne(place))
    const cell = place === undefined ? document.getElementById(extentId ?? '')?.getBoundingClientRect() : undefined
    setMenuAt(cell === undefined ? { x: event.clientX, y: event.clientY } : { x: cell.left, y: cell.bottom })
  }
  const cellActions = (of: CellBlock): readonly MenuAction[] => [
    { id: 'copy', label: 'Copy', keys: 'Mod+C', onPress: () => clipboard.copy(of) },
    { id: 'paste', label: 'Paste', keys: 'Mod+V', onPress: clipboard.pasteFromMenu },
    { id: 'fill', label: 'Fill down', keys: 'Mod+D', onPress: () => writing.fillDown(of) },
    { id: 'clear', label: 'Empty the cells', keys: 'Delete', onPress: () => writing.clear(of) },
  ]

  const insets = useMemo(() => measurePinned(columns), [columns])
  const active = rows.at(activeRow)
  const canWrite =
    block !== undefined &&
    columns.slice(block.firstColumn, block.lastColumn + 1).some(({ edit: editing }) => editing !== undefined)
  const problem = active === undefined ? undefined : activeColumn?.problemOf?.(active)
  const note = active === undefined || problem !== undefined ? undefined : activeColumn?.noteOf?.(active)?.text
  const blockSize = block === undefined || cellsIn(block) === 1 ? undefined : formatBlockSize(block)

  return (
    <div className={styles.sheet}>
      <div
        aria-activedescendant={editing === undefined ? extentId : undefined}
        aria-busy={rows.isFormer}
        aria-colcount={columns.length}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={rows.count + 1}
        className={classNames(lines.box, styles.grid)}
        data-block={block !== undefined && cellsIn(block) > 1}
        onCopy={clipboard.onCopy}
        onContextMenu={onContextMenu}
        onFocus={(event) => {
          if (event.target === event.currentTarget && selection === undefined && target === undefined) {
            go(withinSize(selectOne({ row: openIndex ?? virtualizer.range.startIndex, column: 0 }), size()))
          }
        }}
        onKeyDown={onKeyDown}
        onPaste={clipboard.onPaste}
        ref={scrollRef}
        role="grid"
        style={
          {
            '--columns': [`${CHECK_WIDTH_PX}px`, ...columns.map(({ width }) => width)].join(' '),
            '--pinned': `${insets.pinnedPx}px`,
          } as CSSProperties
        }
        tabIndex={0}
        {...pointer}
      >
        <GridHead checks={checks} columns={columns} insets={insets.of} onSortChange={onSortChange} sort={sort} />
        <div className={lines.rows} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows.at(index)
            const key = row === undefined ? undefined : getKey(row)
            const isEdited = row !== undefined && editing !== undefined && editing.rowKey === key
            const isInBlock =
              block !== undefined && index >= block.firstRow && index <= Math.max(block.lastRow, fillRow ?? 0)
            const hasHandle = block !== undefined && index === block.lastRow && editing === undefined
            return (
              <CellRow
                activeColumn={index === activeRow ? (selection?.active.column ?? -1) : -1}
                columns={columns}
                editedColumn={isEdited ? editing.columnId : undefined}
                editor={isEdited ? renderEditor(row, editing) : undefined}
                firstSelected={isInBlock ? block.firstColumn : 0}
                handleColumn={hasHandle && canWrite ? block.lastColumn : -1}
                height={ROW_HEIGHT_PX}
                id={`${id}-${index}`}
                index={index}
                insets={insets.of}
                isChecked={row !== undefined && checks.isChecked(row)}
                isOpen={key !== undefined && key === openKey}
                isUnfolded={row === undefined ? undefined : folds?.isOpen(row)}
                key={rowKey(index)}
                lastSelected={isInBlock ? block.lastColumn : -1}
                row={row}
                top={start - headerHeight}
              />
            )
          })}
        </div>
      </div>
      {menuAt !== undefined && block !== undefined && (
        <ContextMenu
          actions={[...cellActions(block), ...menuActions(activeColumn?.id ?? '')]}
          at={menuAt}
          label="Cells"
          onClose={() => setMenuAt(undefined)}
        />
      )}
      <div className={styles.foot}>
        <p className={styles.status} role="status">
          {problem !== undefined ? <span className={styles.problem}>{problem}</span> : null}
          {note !== undefined ? <span className={styles.note}>{note}</span> : null}
          {problem === undefined && note === undefined && blockSize}
        </p>
        {problem === undefined && note === undefined && blockSize === undefined && hint !== undefined && (
          <p className={styles.hint}>{hint}</p>
        )}
        {foot}
      </div>
    </div>
  )
}

/** Why nothing can be typed into a cell. */
const describeRefusal = <Row,>(column: CellColumn<Row> | undefined, row: Row | undefined): string =>
  (row === undefined ? undefined : column?.edit?.refuses?.(row)) ??
  column?.editedElsewhere ??
  `${column?.label ?? 'This cell'} can’t be changed here.`

/** "1,200 × 3 cells". */
const formatBlockSize = (block: CellBlock): string =>
  `${formatNumber(block.lastRow - block.firstRow + 1)} × ${block.lastColumn - block.firstColumn + 1} cells`

/** The position of each pinned column, and their total width. */
const measurePinned = <Row,>(columns: readonly CellColumn<Row>[]) => {
  let pinnedPx = CHECK_WIDTH_PX
  const of = columns.map(({ isPinned, width }) => {
    if (isPinned !== true) return undefined
    const inset = pinnedPx
    pinnedPx += Number.parseFloat(width)
    return inset
  })
  return { of, pinnedPx }
}
