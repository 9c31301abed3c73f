/**
 * Sheet edits on their way to main. A typed text shows at once and covers its cell until main has staged it and the
 * rows were read again. Main keeps the undo history.
 */
import { useEffect, useRef, useState } from 'react'
import type { UndoResult } from '../../../../shared/inventory/contract/cells-contract.ts'
import type { ItemRow } from '../../../../shared/inventory/contract.ts'
import type { StallhandClient } from '../../../../shared/ipc/contract.ts'
import { type AppErrorKind, Failure } from '../../../../shared/result.ts'
import { useClient, useReadAgain } from '../../../api/hooks.ts'
import { useAutosave } from '../../../api/use-autosave.ts'
import { type UndoResult as ActUndo, dropActs, dropNewest, onAct } from '../../../ui/feedback/acts.ts'
import { errorMessage } from '../../../ui/feedback/error-message.ts'
import { doUndoably } from '../../../ui/feedback/undo.ts'
import { formatCount, formatNumber } from '../../../ui/format/locale-format.ts'
import type { CellWrite } from '../../../ui/sheet/cell-writing.ts'
import { CELLS, describeStep, type SheetMessage } from '../undo-cells.ts'

/** Texts that main has not staged yet, by SKU and column. */
export type StagedTexts = ReadonlyMap<string, string>

const cellKey = (sku: string, column: string): string => `${sku} ${column}`

/** The text of a cell as displayed and typed. */
export const textIn = (staged: StagedTexts, item: ItemRow, column: string): string =>
  (isStaged(staged, item, column) ? staged.get(cellKey(item.sku, column)) : item.cells[column]) ?? ''

/** A listing made with another tool may have the SKU of an item, but can't be edited. */
export const isStaged = (staged: StagedTexts, item: ItemRow, column: string): boolean =>
  item.elsewhere === null && item.group === null && staged.has(cellKey(item.sku, column))

type StagedRow = { readonly sku: string; readonly cells: (string | null)[] }

/** Groups writes by row under one list of columns. Cells without a write are null; the last write to a cell wins. */
export const groupWrites = (
  writes: readonly CellWrite[],
): { readonly columns: string[]; readonly rows: StagedRow[] } => {
  const columns = [...new Set(writes.map(({ columnId }) => columnId))]
  const bySku = new Map<string, (string | null)[]>()
  for (const { key, columnId, text } of writes) {
    const cells = bySku.get(key) ?? columns.map(() => null)
    cells[columns.indexOf(columnId)] = text
    bySku.set(key, cells)
  }
  return { columns, rows: [...bySku].map(([sku, cells]) => ({ sku, cells })) }
}

/** Stages a block, which one undo reverts. */
const stageBlock = async (client: StallhandClient, writes: readonly CellWrite[]) => {
  const { staged, problems } = await client.inventory.stageCells({ ...groupWrites(writes), blank: 'delete' })
  return { staged, unreadable: problems.filter(({ isStaged }) => !isStaged).length }
}

/**
 * Failures that can pass without another key press: another connection is open, the disk is full, or main can't be reached.
 */
const passing: readonly AppErrorKind[] = ['forbidden', 'storage', 'unknown', 'offline']

const mayPass = (error: unknown): boolean => error instanceof Failure && passing.includes(error.detail.kind)

/** Reports blocks only; a single cell shows its own result. */
const describeBlock = (
  writes: readonly CellWrite[],
  { staged, unreadable }: Awaited<ReturnType<typeof stageBlock>>,
): SheetMessage | undefined => {
  if (writes.length < 2) return undefined
  const cleared = writes.filter(({ text }) => text.trim() === '').length
  return {
    text: [
      staged === 0 ? 'Nothing changed' : `${formatCount(staged, 'cell')} changed`,
      ...(cleared === 0 ? [] : [`${formatNumber(cleared)} of them emptied`]),
      ...(unreadable === 0 ? [] : [`${formatCount(unreadable, 'cell')} couldn’t be read and stay as typed`]),
    ].join(', '),
    tone: unreadable > 0 ? 'caution' : undefined,
    canUndo: staged > 0 || unreadable > 0,
  }
}

/** `sentAtMs` changes when edits are sent: earlier actions can't be undone after that. */
export const useStagedCells = (sentAtMs: number | null) => {
  const client = useClient()
  const readAgain = useReadAgain('inventory', 'items')
  const [staged, setStaged] = useState<StagedTexts>(new Map())
  const [message, setMessage] = useState<SheetMessage>()
  /** Actions run one after the other, so that the last one wins. */
  const queue = useRef<Promise<void>>(Promise.resolve())
  const pending = useRef(0)
  /** Writes that couldn't be staged, and all later ones: they are staged together, in order, as soon as that works. */
  const late = useAutosave<readonly CellWrite[]>(
    'sheet',
    async (writes) => {
      await stageBlock(client, writes)
      void uncover()
    },
    { what: 'What you typed in the sheet' },
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that starts ends the last action's undo
  useEffect(() => {
    setMessage(undefined)
    dropActs(CELLS)
  }, [sentAtMs])

  // What was done since is undone first, so the note and its button no longer hold.
  useEffect(() => onAct(({ group }) => group !== CELLS && setMessage(undefined)), [])

  /**
   * Reads the rows again: those on screen may have been read before the action was answered, and nothing else would
   * refresh them.
   */
  const uncover = async (): Promise<void> => {
    await readAgain()
    if (pending.current === 0 && late.pending() === undefined) setStaged((now) => (now.size === 0 ? now : new Map()))
  }

  const enqueue = (work: () => Promise<SheetMessage | undefined>): void => {
    pending.current += 1
    queue.current = queue.current.then(async () => {
      let done: SheetMessage | undefined
      try {
        done = await work()
      } catch (error) {
        if (late.pending() === undefined) setStaged(new Map())
        done = { text: errorMessage(error), tone: 'danger' }
      }
      pending.current -= 1
      if (done !== undefined) setMessage(done)
      if (pending.current === 0) void uncover()
    })
  }

  /** Stages pending writes first, because the user sees them on top. */
  const step = async (
    verb: 'undo' | 'redo',
    run: (input: Record<string, never>) => Promise<UndoResult>,
  ): Promise<SheetMessage> => {
    await late.flush()
    return describeStep(verb, await run({}))
  }

  /** Says the same where the key was pressed as below the sheet. */
  const undo = (): Promise<ActUndo> =>
    new Promise((resolve, reject) => {
      enqueue(async () => {
        try {
          const done = await step('undo', client.inventory.undoCells)
          resolve({ is: 'undone', text: done.text })
          return done
        } catch (error) {
          reject(error)
          throw error
        }
      })
    })

  return {
    staged,
    message,
    write: (writes: readonly CellWrite[]): void => {
      setMessage(undefined)
      // The sheet shows its own undo.
      void doUndoably({ label: formatCount(writes.length, 'typed cell'), group: CELLS }, async () => ({
        undo,
        isQuiet: true,
      }))
      setStaged((now) => {
        const next = new Map(now)
        for (const { key, columnId, text } of writes) next.set(cellKey(key, columnId), text)
        return next
      })
      enqueue(async () => {
        if (late.pending() === undefined) {
          try {
            return describeBlock(writes, await stageBlock(client, writes))
          } catch (error) {
            if (!mayPass(error)) throw error
          }
        }
        late.change([...(late.pending()?.value ?? []), ...writes])
        return undefined
      })
    },
    undo: (): void => {
      dropNewest(CELLS)
      // The line below the sheet shows a failure.
      undo().catch(() => undefined)
    },
    redo: (): void => enqueue(() => step('redo', client.inventory.redoCells)),
    notify: (text: string): void => setMessage({ text, tone: 'caution' }),
  }
}
