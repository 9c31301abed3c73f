/** Copies the selected block of a sheet to the clipboard and pastes into it, by key and from the menu. */
import type { ClipboardEvent } from 'react'
import { formatKeys } from '../display/kbd.tsx'
import { errorMessage } from '../feedback/error-message.ts'
import type { CellBlock, CellSelection, GridSize } from './cell-selection.ts'
import type { CellWriting } from './cell-writing.ts'

export type CellClipboardOptions = {
  readonly selection: CellSelection | undefined
  readonly block: CellBlock | undefined
  readonly writing: CellWriting
  readonly size: () => GridSize
  readonly onSelect: (selection: CellSelection) => void
  readonly onNotice: (text: string) => void
}

export const useCellClipboard = ({ selection, block, writing, size, onSelect, onNotice }: CellClipboardOptions) => {
  const put = (text: string | Promise<string>) => {
    Promise.resolve(text)
      .then((whole) => navigator.clipboard.writeText(whole))
      .catch((error: unknown) => onNotice(`Nothing was copied. ${errorMessage(error)}`))
  }
  const paste = (text: string) => {
    if (text === '' || selection === undefined) return
    const pasted = writing.paste(text, selection, size())
    if (pasted === undefined) return
    onSelect({
      active: { row: pasted.firstRow, column: pasted.firstColumn },
      extent: { row: pasted.lastRow, column: pasted.lastColumn },
    })
  }
  return {
    onCopy: (event: ClipboardEvent) => {
      if (event.target !== event.currentTarget || block === undefined) return
      event.preventDefault()
      const text = writing.copy(block)
      if (typeof text === 'string') event.clipboardData.setData('text/plain', text)
      else put(text)
    },
    onPaste: (event: ClipboardEvent) => {
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      paste(event.clipboardData.getData('text/plain'))
    },
    copy: (of: CellBlock): void => put(writing.copy(of)),
    /**
     * On the desktop and in some browsers only the paste key can read the clipboard:
     * https://developer.mozilla.org/en-US/docs/Web/API/Clipboard/readText
     */
    pasteFromMenu: (): void =>
      void navigator.clipboard
        .readText()
        .then(paste)
        .catch(() => onNotice(`Press ${formatKeys('Mod+V')} to paste: the menu can’t read the clipboard here.`)),
  }
}
