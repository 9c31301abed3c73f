/** Saves a file for the user: with the system's dialog under Electron, as a download in a browser. */
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useUnboundClient } from './hooks.ts'

/** `name` matches `fileNameSchema`. `content` is text, or bytes as base64. */
type FileToSave = {
  readonly name: string
  readonly content: string
  readonly encoding?: 'utf8' | 'base64'
}

/** A file with a sentence for the seller about its content: how many rows of how many. */
type DescribedFile = FileToSave & { readonly detail?: string | undefined }

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
}

const toBlob = ({ name, content, encoding }: FileToSave): Blob => {
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain;charset=utf-8'
  if (encoding !== 'base64') return new Blob([content], { type })
  return new Blob([Uint8Array.fromBase64(content)], { type })
}

/** Downloads bytes in the browser. Electron refuses downloads; `useSaveFile` works under both hosts. */
export const downloadBlob = (name: string, blob: Blob): void => {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

/**
 * Returns a message that says where the file is; undefined if the seller cancelled. Throws a `Failure` if writing
 * failed.
 */
export const saveFile = async (client: StallhandClient, file: FileToSave): Promise<string | undefined> => {
  const { host } = await client.app.status({})
  if (host === 'local') {
    downloadBlob(file.name, toBlob(file))
    return `Downloaded ${file.name}`
  }
  const { savedAs } = await client.app.saveFile(file)
  return savedAs === null ? undefined : `Saved as ${savedAs}`
}

/** Saves a file and reports it in a toast. Call it from a user's action. Resolves to false if the seller cancelled. */
export const useSaveFile = (): ((file: DescribedFile) => Promise<boolean>) => {
  const client = useUnboundClient()
  return async ({ detail, ...file }) => {
    const text = await saveFile(client, file)
    if (text !== undefined) toast({ text: detail === undefined ? text : `${text}: ${detail}`, tone: 'good' })
    return text !== undefined
  }
}
