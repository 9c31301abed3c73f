// A sheet: a grid of any length whose cells are edited in place, one by one or as blocks.
// biome-ignore-all lint/a11y/useSemanticElements: table elements cannot be laid out as a virtual grid with own tracks
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { EditEnd } from './cell-editor.tsx'
import styles from './cell-grid.module.css'
import { type CellColumn, CellRow, cellId, type EditingCell, HoleRow } from './cell-row.tsx'
import {
  blockOf,
  type CellBlock,
  type CellPlace,
  type CellSelection,
  cellsIn,
  movedBy,
  selectOne,
  withinSize,
} from './cell-selection.ts'
import { useStanding } from './cell-standing.ts'
import { type CellWrite, cellWriting } from './cell-writing.ts'
import { HeadCell, type TableSort } from './head-cell.tsx'
import { formatNumber } from './locale-format.ts'
import type { RowSource } from './row-source.ts'
import { useIndexOfKey, useRowWindow } from './row-window.ts'
import { useCellPointer } from './use-cell-pointer.ts'

export interface CellGridProps<Row> {
  readonly label: string
  readonly rows: RowSource<Row>
  readonly columns: readonly CellColumn<Row>[]
  readonly getKey: (row: Row) => string
  /** Default 36 px. */
  readonly rowHeight?: number | undefined
  /** The row that is open elsewhere: it is marked and scrolled to. */
  readonly openKey?: string | null | undefined
  readonly onOpen: (key: string) => void
  readonly sort?: TableSort | null | undefined
  readonly onSortChange?: ((sort: TableSort) => void) | undefined
  /** Rows by place, for blocks that reach beyond what is here. */
  readonly readRows: (first: number, last: number) => Promise<readonly Row[]>
  /** Cells were typed, pasted, filled or cleared: one act, to be taken back as one. */
  readonly onWrite: (writes: readonly CellWrite[]) => void
  /** Mod+Z. */
  readonly onUndo?: (() => void) | undefined
  readonly onNotice: (text: string) => void
  /** Stands at the end of the line below the grid: what the last act did, and the way back. */
  readonly foot?: ReactNode
  /** What can be done here: stands in that line while there is nothing else to say. */
  readonly hint?: string | undefined
}

const headerHeight = 32
const emptySize = { rows: 0, columns: 0, pageRows: 1 }

/** Keys that begin to type: one sign, or an input method that is about to make one. */
const isTyping = (event: KeyboardEvent): boolean => {
  if ((event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')) return false
  // "/" goes to the search of a screen, "?" to its keys.
  return event.key !== '/' && event.key !== '?' && event.key !== ' ' && [...event.key].length === 1
}
const isComposing = (event: KeyboardEvent): boolean => event.key === 'Process' || event.key === 'Dead'

/**
 * A sheet with the keys that sheets have.
 *
 * Arrows, Tab, Home, End, PageUp, PageDown move (Mod: to the edge, Shift: select a block, Mod+A: all); typing replaces a
 * cell, Enter and F2 change it, Escape takes it back; Delete clears, Mod+D fills down, Mod+C and Mod+V copy and paste
 * blocks, Mod+Z takes back. Space opens the row, and so does Enter on a cell that is read only. Tab leaves the grid
 * at a row's end. What is written is handed on as texts; the caller decides what they mean.
 */
export function CellGrid<Row>({
  label,
  rows,
  columns,
  getKey,
  rowHeight = 36,
  openKey = null,
  onOpen,
  sort = null,
  onSortChange,
  readRows,
  onWrite,
  onUndo,
  onNotice,
  foot,
  hint,
}: CellGridProps<Row>) {
  const id = useId()
  const scrollRef = useRef<HTMLDivElement>(null)
  const indexOfKey = useIndexOfKey(rows, getKey)
  const { selection, select } = useStanding({
    rows,
    getKey,
    indexOfKey,
    size: { ...emptySize, rows: rows.count, columns: columns.length },
  })
  const [editing, setEditing] = useState<EditingCell>()
  /** Where Tab began: Enter goes back under it, as in a sheet. */
  const tabbedFrom = useRef<number | undefined>(undefined)

  const editingIndex = editing === undefined ? undefined : indexOfKey.get(editing.rowKey)
  const activeRow = selection?.active.row ?? -1
  const { virtualizer, rowKey, pageRows } = useRowWindow({
    scrollRef,
    rows,
    getKey,
    indexOfKey,
    rowHeight,
    headerHeight,
    activeIndex: editingIndex ?? selection?.extent.row ?? -1,
  })
  const block = selection === undefined ? undefined : blockOf(selection)
  const size = () => ({ rows: rows.count, columns: columns.length, pageRows: pageRows() })
  const writing = cellWriting({ rows, columns, getKey, readRows, onWrite, onNotice })

  const showRow = (index: number) => virtualizer.scrollToIndex(index)
  const go = (next: CellSelection | undefined) => {
    if (next === undefined) return
    select(next)
    showRow(next.extent.row)
  }
  const navigate = (place: CellPlace) => go(withinSize(selectOne(place), size()))

  // Sideways the browser itself knows best: it respects what is pinned, by the scroll padding.
  const extent = selection?.extent
  const extentId = extent === undefined ? undefined : cellId(`${id}-${extent.row}`, extent.column)
  useEffect(() => {
    if (extentId !== undefined)
      document.getElementById(extentId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [extentId])

  const openIndex = openKey === null ? undefined : indexOfKey.get(openKey)
  const shownOpenKey = useRef<string | null>(null)
  useEffect(() => {
    if (shownOpenKey.current === openKey || (openKey !== null && openIndex === undefined)) return
    shownOpenKey.current = openKey
    if (openIndex !== undefined) virtualizer.scrollToIndex(openIndex)
  }, [openKey, openIndex, virtualizer])

  const edit = (place: CellPlace, mode: EditingCell['mode'], typed?: string): boolean => {
    const row = rows.at(place.row)
    const column = columns[place.column]
    if (row === undefined || column?.edit === undefined) return false
    setEditing({
      rowKey: getKey(row),
      columnId: column.id,
      initialText: typed ?? column.text?.(row) ?? '',
      mode,
    })
    return true
  }
  const openAt = (place: CellPlace) => {
    const row = rows.at(place.row)
    if (row !== undefined) onOpen(getKey(row))
  }

  /** Focus goes back to the grid, unless it is elsewhere already. */
  const takeFocusBack = () => {
    if (scrollRef.current?.contains(document.activeElement) === true) scrollRef.current.focus({ preventScroll: true })
  }
  const endEdit = (text: string, then: EditEnd) => {
    if (editing === undefined) return
    const index = indexOfKey.get(editing.rowKey)
    const row = index === undefined ? undefined : rows.at(index)
    const columnIndex = columns.findIndex((column) => column.id === editing.columnId)
    const before = row === undefined ? undefined : (columns[columnIndex]?.text?.(row) ?? '')
    takeFocusBack()
    setEditing(undefined)
    if (text !== before) onWrite([{ key: editing.rowKey, columnId: editing.columnId, text }])
    if (index === undefined || then === 'stay') return
    const isTab = then === 'left' || then === 'right'
    const column = isTab ? columnIndex : (tabbedFrom.current ?? columnIndex)
    if (isTab) tabbedFrom.current ??= columnIndex
    else tabbedFrom.current = undefined
    const step = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1] } as const
    navigate({ row: index + step[then][0], column: column + step[then][1] })
  }
  const cancelEdit = () => {
    takeFocusBack()
    setEditing(undefined)
  }
  // The row handlers are the same functions between renders, so that rows are built anew only for what they show.
  const latest = useRef({ endEdit, cancelEdit })
  useEffect(() => {
    latest.current = { endEdit, cancelEdit }
  })
  const handlers = useMemo(
    () => ({
      onEnd: (text: string, then: EditEnd) => latest.current.endEdit(text, then),
      onCancel: () => latest.current.cancelEdit(),
    }),
    [],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A key pressed in a field or button within the grid is that control's.
    if (event.target !== event.currentTarget || selection === undefined || block === undefined) return
    const isMod = event.ctrlKey || event.metaKey
    const done = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (event.key === 'Tab' && !isMod && !event.altKey) {
      const column = selection.active.column + (event.shiftKey ? -1 : 1)
      if (column < 0 || column >= columns.length) return
      done()
      tabbedFrom.current ??= selection.active.column
      navigate({ ...selection.active, column })
      return
    }
    const moved = event.altKey
      ? undefined
      : movedBy({ key: event.key, isShift: event.shiftKey, isMod }, selection, size())
    if (moved !== undefined) {
      done()
      tabbedFrom.current = undefined
      if (isMod && event.key.toLowerCase() === 'a') select(moved)
      else go(moved)
      return
    }
    if (isMod && !event.altKey) {
      const key = event.key.toLowerCase()
      if (key === 'd') {
        done()
        writing.fillDown(block)
      } else if (key === 'z' && !event.shiftKey && onUndo !== undefined) {
        done()
        onUndo()
      }
      return
    }
    if (event.key === 'Enter' || event.key === 'F2') {
      done()
      if (!edit(selection.active, 'within') && event.key === 'Enter') openAt(selection.active)
    } else if (event.key === ' ') {
      done()
      openAt(selection.active)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      done()
      writing.clear(block)
    } else if (event.key === 'Escape' && cellsIn(block) > 1) {
      done()
      select(selectOne(selection.active))
    } else if (isTyping(event)) {
      if (edit(selection.active, 'over', event.key)) done()
    } else if (isComposing(event)) {
      // The field takes the focus before the browser goes on, so that the input method writes into it.
      edit(selection.active, 'over', '')
    }
  }

  const onCopy = (event: ClipboardEvent) => {
    if (event.target !== event.currentTarget || block === undefined) return
    event.preventDefault()
    const text = writing.copy(block)
    if (typeof text === 'string') event.clipboardData.setData('text/plain', text)
    else {
      text
        .then((whole) => navigator.clipboard.writeText(whole))
        .catch(() => onNotice('Nothing was copied: the rows could not be read.'))
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.target !== event.currentTarget || selection === undefined) return
    event.preventDefault()
    const text = event.clipboardData.getData('text/plain')
    if (text === '') return
    const pasted = writing.paste(text, selection, size())
    if (pasted === undefined) return
    select({
      active: { row: pasted.firstRow, column: pasted.firstColumn },
      extent: { row: pasted.lastRow, column: pasted.lastColumn },
    })
  }

  const pointer = useCellPointer({
    scrollRef,
    headerHeight,
    onPress: (place, isExtending) => {
      tabbedFrom.current = undefined
      select(isExtending && selection !== undefined ? { active: selection.active, extent: place } : selectOne(place))
    },
    onExtend: (place) => {
      if (selection !== undefined) select({ active: selection.active, extent: place })
    },
    onOpen: openAt,
    onDoublePress: (place) => {
      if (!edit(place, 'within')) openAt(place)
    },
  })

  const insets = useMemo(() => insetsOf(columns), [columns])
  const active = rows.at(activeRow)
  const activeColumn = columns[selection?.active.column ?? -1]
  const problem = active === undefined ? undefined : activeColumn?.problemOf?.(active)
  const blockSize = block === undefined || cellsIn(block) === 1 ? undefined : sizeWords(block)

  return (
    <div className={styles.sheet}>
      <div
        aria-activedescendant={editing === undefined ? extentId : undefined}
        aria-busy={rows.isFormer}
        aria-colcount={columns.length}
        aria-label={label}
        aria-multiselectable
        aria-rowcount={rows.count + 1}
        className={styles.grid}
        data-block={block !== undefined && cellsIn(block) > 1}
        onCopy={onCopy}
        onFocus={(event) => {
          if (event.target === event.currentTarget && selection === undefined) {
            go(withinSize(selectOne({ row: openIndex ?? virtualizer.range.startIndex, column: 0 }), size()))
          }
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        ref={scrollRef}
        role="grid"
        style={
          {
            '--columns': columns.map((column) => column.width).join(' '),
            '--pinned': `${insets.pinnedPx}px`,
          } as CSSProperties
        }
        tabIndex={0}
        {...pointer}
      >
        <div className={styles.head} role="rowgroup">
          {/* biome-ignore lint/a11y/useFocusableInteractive: the header row is not a stop, its sort buttons are */}
          <div aria-rowindex={1} className={styles.headRow} role="row">
            {columns.map((column, place) => (
              <HeadCell
                column={column}
                inset={insets.of[place]}
                key={column.id}
                onSortChange={onSortChange}
                sort={sort}
              />
            ))}
          </div>
        </div>
        <div className={styles.body} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = rows.at(index)
            const place = { top: start - headerHeight, height: rowHeight, index, id: `${id}-${index}` }
            const activeIn = index === activeRow ? (selection?.active.column ?? -1) : -1
            if (row === undefined) {
              return <HoleRow {...place} activeColumn={activeIn} columnCount={columns.length} key={rowKey(index)} />
            }
            const key = getKey(row)
            const isInBlock = block !== undefined && index >= block.firstRow && index <= block.lastRow
            return (
              <CellRow
                {...place}
                {...handlers}
                activeColumn={activeIn}
                columns={columns}
                editing={editing?.rowKey === key ? editing : undefined}
                firstSelected={isInBlock ? block.firstColumn : 0}
                insets={insets.of}
                isOpen={key === openKey}
                key={rowKey(index)}
                lastSelected={isInBlock ? block.lastColumn : -1}
                row={row}
                rowKey={key}
              />
            )
          })}
        </div>
      </div>
      <div className={styles.foot}>
        <p className={styles.said} role="status">
          {problem !== undefined ? <span className={styles.problem}>{problem}</span> : blockSize}
        </p>
        {problem === undefined && blockSize === undefined && hint !== undefined && (
          <p className={styles.hint}>{hint}</p>
        )}
        {foot}
      </div>
    </div>
  )
}

/** "1,200 × 3 cells". */
const sizeWords = (block: CellBlock): string =>
  `${formatNumber(block.lastRow - block.firstRow + 1)} × ${block.lastColumn - block.firstColumn + 1} cells`

/** Where each pinned column stands from the start, and how much of the width they take together. */
function insetsOf<Row>(columns: readonly CellColumn<Row>[]) {
  let pinnedPx = 0
  const of = columns.map(({ isPinned, width }) => {
    if (isPinned !== true) return undefined
    const inset = pinnedPx
    pinnedPx += Number.parseFloat(width)
    return inset
  })
  return { of, pinnedPx }
}
