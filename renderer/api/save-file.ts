/** Saves a file for the user: with the system's dialog under Electron, as a download in a browser. */
import { useCallback } from 'react'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import { useClient } from './hooks.ts'

/** `name` matches `fileNameSchema`. `content` is text, or bytes as base64. */
export type FileToSave = {
  readonly name: string
  readonly content: string
  readonly encoding?: 'utf8' | 'base64'
}

/** `downloading`: the browser reports where the file went. */
export type SavedFile =
  | { readonly kind: 'saved'; readonly name: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'downloading' }

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
}

const toBlob = ({ name, content, encoding }: FileToSave): Blob => {
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain;charset=utf-8'
  if (encoding !== 'base64') return new Blob([content], { type })
  return new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], { type })
}

/** Downloads bytes in the browser. Electron refuses downloads; `saveFile` works under both hosts. */
export const downloadBlob = (name: string, blob: Blob): void => {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

/** Saves a file; call it from a user's action. Rejects with a `Failure` if the file could not be written. */
export const saveFile = async (client: StallhandClient, file: FileToSave): Promise<SavedFile> => {
  const { host } = await client.app.status({})
  if (host === 'local') {
    downloadBlob(file.name, toBlob(file))
    return { kind: 'downloading' }
  }
  const { savedAs } = await client.app.saveFile(file)
  return savedAs === null ? { kind: 'cancelled' } : { kind: 'saved', name: savedAs }
}

/** `saveFile` over the client of this window. */
export const useSaveFile = (): ((file: FileToSave) => Promise<SavedFile>) => {
  const client = useClient()
  return useCallback((file) => saveFile(client, file), [client])
}
