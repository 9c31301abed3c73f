/** A file for the user to keep, the same way under both hosts: the desktop's dialog, or the browser's own download. */
import { useCallback } from 'react'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import { useClient } from './hooks.ts'

/** `name` as the contract's `fileNameSchema` has it. `content` is text, or bytes as base64. */
export type FileToSave = {
  readonly name: string
  readonly content: string
  readonly encoding?: 'utf8' | 'base64'
}

/** `downloading`: the browser has it and says itself where it went. */
export type SavedFile =
  | { readonly kind: 'saved'; readonly name: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'downloading' }

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
}

const blobOf = ({ name, content, encoding }: FileToSave): Blob => {
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain;charset=utf-8'
  if (encoding !== 'base64') return new Blob([content], { type })
  return new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], { type })
}

/** Hands bytes to the browser as a download. Under a host of its own the session refuses it; `saveFile` knows both ways. */
export const downloadBlob = (name: string, blob: Blob): void => {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has begun by the next turn; the content need not stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

/** Rejects with a `Failure` where it could not be written. To be called from the user's own act. */
export const saveFile = async (client: StallhandClient, file: FileToSave): Promise<SavedFile> => {
  const { host } = await client.app.status({})
  if (host === 'local') {
    downloadBlob(file.name, blobOf(file))
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
