/**
 * Lets the user choose a folder.
 *
 * SECURITY (SEC-04): the page passes no path, so only the dialog decides where data is written. Only one dialog opens at a time.
 */
import type { BaseWindow, Dialog, OpenDialogOptions } from 'electron'
import { conflict } from '../../../shared/result.ts'
import type { ChooseFolder } from '../../ports.ts'

/** The overload of `showOpenDialog` with a parent window. */
type OpenDialogApi = {
  readonly showOpenDialog: (
    window: BaseWindow,
    options: OpenDialogOptions,
  ) => Promise<Pick<Awaited<ReturnType<Dialog['showOpenDialog']>>, 'canceled' | 'filePaths'>>
}

/** Throws `conflict` if there is no window or another dialog is open. */
export const createChooseFolder = (dialog: OpenDialogApi, getWindow: () => BaseWindow | undefined): ChooseFolder => {
  let isAsking = false
  return async () => {
    const window = getWindow()
    if (window === undefined || window.isDestroyed()) {
      throw conflict('No folder can be chosen because no window is open.')
    }
    if (isAsking) throw conflict('A folder is being chosen already. Finish that first.')
    isAsking = true
    try {
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        title: 'Choose a folder for copies of backups',
        buttonLabel: 'Copy backups there',
        properties: ['openDirectory', 'createDirectory'],
      })
      return canceled ? null : (filePaths[0] ?? null)
    } finally {
      isAsking = false
    }
  }
}
