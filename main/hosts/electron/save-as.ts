/**
 * Saves a file to a location chosen by the user.
 *
 * SECURITY (Electron checklist 17): the page suggests a name and passes the content, never a path. Only the dialog
 * chooses the folder, and only one dialog opens at a time. The session refuses all downloads.
 */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { BaseWindow, Dialog, SaveDialogOptions } from 'electron'
import { conflict, type Failure } from '../../../shared/result.ts'
import type { SaveFile } from '../../ports.ts'

/** The overload of `showSaveDialog` with a parent window. */
type SaveDialogApi = {
  readonly showSaveDialog: (
    window: BaseWindow,
    options: SaveDialogOptions,
  ) => Promise<Pick<Awaited<ReturnType<Dialog['showSaveDialog']>>, 'canceled' | 'filePath'>>
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'You don’t have permission to write there.',
  EPERM: 'You don’t have permission to write there.',
  EROFS: 'That folder is read-only.',
  ENOSPC: 'The disk is full.',
  ENOENT: 'The folder no longer exists.',
  EISDIR: 'A folder has this name.',
  EBUSY: 'Another program is using this file.',
}

const notSaved = (name: string, error: unknown): Failure => {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const why = reasons[code] ?? `The system reports ${code === '' ? 'an unknown error' : code}.`
  return conflict(`${name} wasn’t saved. ${why} Choose another folder.`, error)
}

/** Replaces an existing file only once the new one is complete. Touches no other file. */
const writeAtomically = async (file: string, bytes: Uint8Array): Promise<void> => {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`
  const handle = await open(unfinished, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    await handle.close()
    await rename(unfinished, file)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(unfinished, { force: true }).catch(() => undefined)
    throw error
  }
}

/** The first dialog starts in `folder`, later ones where the last file was saved. Throws `conflict`. */
export const createSaveFile = (
  dialog: SaveDialogApi,
  deps: { readonly window: () => BaseWindow | undefined; readonly folder: () => string },
): SaveFile => {
  let isAsking = false
  let folder: string | undefined

  return async ({ name, bytes }) => {
    const window = deps.window()
    if (window === undefined || window.isDestroyed()) {
      throw conflict('The file can’t be saved because no window is open.')
    }
    if (isAsking) throw conflict('Another file is being saved. Finish that first.')
    isAsking = true
    try {
      const extension = path.extname(name).slice(1)
      const { canceled, filePath } = await dialog.showSaveDialog(window, {
        defaultPath: path.join(folder ?? deps.folder(), path.basename(name)),
        filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      })
      if (canceled || filePath === '') return null
      await writeAtomically(filePath, bytes).catch((error: unknown) => {
        throw notSaved(path.basename(filePath), error)
      })
      folder = path.dirname(filePath)
      return path.basename(filePath)
    } finally {
      isAsking = false
    }
  }
}
