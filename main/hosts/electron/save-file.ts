/**
 * A file where the user wants it: the system's dialog, then the write.
 *
 * SECURITY (Electron checklist 17; design section 8): the page names no path. What it hands over is a suggestion for the
 * name and the content; the folder comes out of the dialog alone, and one dialog at a time stands before the user. The
 * session goes on refusing every download.
 */
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BaseWindow, Dialog, SaveDialogOptions } from 'electron'
import { Failure } from '../../../shared/result.ts'
import type { SaveFile } from '../../ports.ts'

/** The one form of `showSaveDialog` that is used: over a window, so that the dialog belongs to it. */
export type SaveDialogApi = {
  readonly showSaveDialog: (
    window: BaseWindow,
    options: SaveDialogOptions,
  ) => Promise<Pick<Awaited<ReturnType<Dialog['showSaveDialog']>>, 'canceled' | 'filePath'>>
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'This user may not write there.',
  EPERM: 'This user may not write there.',
  EROFS: 'That place can only be read.',
  ENOSPC: 'The disk is full.',
  ENOENT: 'The folder is not there any more.',
  EISDIR: 'A folder has this name.',
  EBUSY: 'Another program holds this file.',
}

const notSaved = (name: string, error: unknown): Failure => {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const why = reasons[code] ?? `The system says ${code === '' ? 'no more than that it failed' : code}.`
  return new Failure({ kind: 'conflict', message: `${name} was not saved. ${why} Choose another place.` }, error)
}

/** Whole or not at all: a file that was there before stays until the new one is complete. */
const writeWhole = async (file: string, bytes: Uint8Array): Promise<void> => {
  const unfinished = `${file}.part`
  try {
    await writeFile(unfinished, bytes)
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
}

/**
 * `folder` is where the first dialog begins; the next begins where the last file went. Errors: `conflict` without a window,
 * while a dialog stands, and where the file could not be written.
 */
export const createSaveFile = (
  dialog: SaveDialogApi,
  deps: { readonly window: () => BaseWindow | undefined; readonly folder: () => string },
): SaveFile => {
  let isAsking = false
  let folder: string | undefined

  return async ({ name, bytes }) => {
    const window = deps.window()
    if (window === undefined || window.isDestroyed()) {
      throw new Failure({ kind: 'conflict', message: 'There is no window to ask in where the file shall lie.' })
    }
    if (isAsking) throw new Failure({ kind: 'conflict', message: 'A file is being saved already. Finish that first.' })
    isAsking = true
    try {
      const extension = path.extname(name).slice(1)
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        defaultPath: path.join(folder ?? deps.folder(), path.basename(name)),
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      })
      if (canceled || filePath === '') return null
      await writeWhole(filePath, bytes).catch((error: unknown) => {
        throw notSaved(path.basename(filePath), error)
      })
      folder = path.dirname(filePath)
      return path.basename(filePath)
    } finally {
      isAsking = false
    }
  }
}
