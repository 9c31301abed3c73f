/** An export out of main and an import into it, part by part, so that no size of shop is too large for one call. */
import type { StallhandClient } from '../../shared/ipc/contract.ts'

/** Well under what one call may hold; main takes parts of any size up to its own limit. */
const PART_BYTES = 3 * 1024 * 1024

export type Told = (doneBytes: number, allBytes: number) => void

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

const base64Of = (part: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = String(reader.result)
      resolve(address.slice(address.indexOf(',') + 1))
    }
    reader.onerror = () => reject(new Error('The file cannot be read. Check that it is still there, and try again.'))
    reader.readAsDataURL(part)
  })

/** Reads all parts of an export that is ready, and lets go of it. Rejects with a `Failure`. */
export const readExport = async (
  client: StallhandClient,
  ready: { readonly id: string; readonly bytes: number },
  told: Told,
): Promise<Blob> => {
  const { id, bytes } = ready
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    for (let done = 0; done < bytes; ) {
      const part = bytesOf((await client.storage.exportPart({ id, offset: done })).content)
      if (part.length === 0) throw new Error('The export ended before it was whole. Begin it again.')
      parts.push(part)
      done += part.length
      told(done, bytes)
    }
  } finally {
    await client.storage.endExport({ id })
  }
  return new Blob(parts, { type: 'application/gzip' })
}

/** Hands a file in, and gives back the id under which main has it. Rejects with a `Failure`. */
export const handIn = async (client: StallhandClient, file: File, told: Told): Promise<string> => {
  const { id } = await client.storage.beginImport({ bytes: file.size })
  try {
    for (let offset = 0; offset < file.size; offset += PART_BYTES) {
      const part = file.slice(offset, offset + PART_BYTES)
      await client.storage.importPart({ id, offset, content: await base64Of(part) })
      told(offset + part.size, file.size)
    }
  } catch (error) {
    await client.storage.cancelImport({ id })
    throw error
  }
  return id
}
