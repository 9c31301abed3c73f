/**
 * Prints what the window shows for printing, by the system's dialog or as a PDF.
 *
 * SECURITY (Electron checklist 17): the page passes no content and no option. What is printed is the window's own document, whose
 * policy allows no network and no foreign script.
 */
import type { WebContents } from 'electron'
import { conflict } from '../../../shared/result.ts'
import type { Printing } from '../../ports.ts'

type PrintedWindow = {
  readonly isDestroyed: () => boolean
  readonly webContents: Pick<WebContents, 'print' | 'printToPDF'>
}

/** Reasons of `print` that mean that the seller closed the dialog. https://www.electronjs.org/docs/latest/api/web-contents */
const isCancelled = (reason: string): boolean => /cancel/i.test(reason)

/** Throws `conflict` if no window is open or the system refuses. */
export const createPrinting = (window: () => PrintedWindow | undefined): Printing => {
  const contents = (): PrintedWindow['webContents'] => {
    const current = window()
    if (current === undefined || current.isDestroyed())
      throw conflict('Nothing can be printed because no window is open.')
    return current.webContents
  }
  return {
    print: () =>
      new Promise((resolve, reject) => {
        contents().print({ silent: false, printBackground: true }, (isPrinted, reason) => {
          if (isPrinted || isCancelled(reason)) resolve()
          else reject(conflict('Printing failed. Check that a printer is set up, or save it as a PDF.'))
        })
      }),
    toPdf: async () => contents().printToPDF({ preferCSSPageSize: true, printBackground: true }),
  }
}
