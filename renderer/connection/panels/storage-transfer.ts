/** Transfers exports from main and imports to main in parts, so that no shop is too large for one call. */
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import { readBase64 } from '../../ui/fields/read-file.ts'

/** Well below the size limit of a call. */
const PART_BYTES = 3 * 1024 * 1024

type OnProgress = (doneBytes: number, allBytes: number) => void

/** Reads all parts of an export, then releases it. Rejects with a `Failure`. */
export const readExport = async (
  client: StallhandClient,
  { id, bytes }: { readonly id: string; readonly bytes: number },
  onProgress: OnProgress,
): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    for (let done = 0; done < bytes; ) {
      const { content } = await client.storage.exportPart({ id, offset: done })
      const part = Uint8Array.fromBase64(content)
      if (part.length === 0) throw new Error('The export ended early. Start it again.')
      parts.push(part)
      done += part.length
      onProgress(done, bytes)
    }
  } finally {
    await client.storage.endExport({ id })
  }
  return new Blob(parts, { type: 'application/gzip' })
}

/** Sends a file to main. Returns its import id. Rejects with a `Failure`. */
export const sendImport = async (client: StallhandClient, file: File, onProgress: OnProgress): Promise<string> => {
  const { id } = await client.storage.beginImport({ bytes: file.size })
  try {
    for (let offset = 0; offset < file.size; offset += PART_BYTES) {
      const part = file.slice(offset, offset + PART_BYTES)
      await client.storage.importPart({ id, offset, content: await readBase64(part) })
      onProgress(offset + part.size, file.size)
    }
  } catch (error) {
    await client.storage.cancelImport({ id })
    throw error
  }
  return id
}
