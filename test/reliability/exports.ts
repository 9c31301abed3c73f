/** Exports a shop as one file and imports it again, as the window does. */
import type { App } from '../../main/app.ts'
import type { Failure } from '../../shared/result.ts'

export type Shop = { readonly app: App; readonly ask: <T>(method: string, input?: unknown) => Promise<T> }

/** Returns the message with which main refuses. */
export const readRefusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it was carried out',
    (error: Failure) => error.detail.message,
  )

export const takeOut = async ({ ask }: Pick<Shop, 'ask'>): Promise<Buffer> => {
  const { id, bytes } = await ask<{ id: string; bytes: number }>('storage.export')
  const parts: Buffer[] = []
  for (let offset = 0; offset < bytes; offset += parts.at(-1)?.length ?? bytes) {
    const { content } = await ask<{ content: string }>('storage.exportPart', { id, offset })
    parts.push(Buffer.from(content, 'base64'))
  }
  await ask('storage.endExport', { id })
  return Buffer.concat(parts)
}

/** Uploads the file in parts and returns its id in main. */
export const handIn = async ({ ask }: Pick<Shop, 'ask'>, file: Uint8Array, partBytes = 1_000_000): Promise<string> => {
  const { id } = await ask<{ id: string }>('storage.beginImport', { bytes: file.length })
  for (let offset = 0; offset < file.length; offset += partBytes) {
    const content = Buffer.from(file.subarray(offset, offset + partBytes)).toString('base64')
    await ask('storage.importPart', { id, offset, content })
  }
  return id
}
