/**
 * The folder for files being imported or exported, which a browser sends and fetches in parts.
 *
 * At most one export and one import at a time. The folder is emptied at every start and after the database is replaced.
 * An export contains all data and is listed nowhere, so it is deleted if no part is fetched for ten minutes, for
 * example because its window was closed (PLT-18).
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PART_BYTES } from '../../shared/app/storage-contract.ts'
import { conflict } from '../../shared/result.ts'
import type { Cancel, Clock } from '../ports.ts'

type Export = { readonly id: string; readonly file: string; readonly bytes: number }
type Import = {
  readonly id: string
  readonly file: string
  readonly bytes: number
  received: number
  /** Set after the check. `target`: the database that the copy may replace. */
  checked?: { readonly copy: string; readonly target: string }
}

/** The longest time between two parts, including the time for the seller to choose where to save the file. */
const MAX_IDLE_MS = 600_000

/** Throws `conflict` if the id isn't the current one. */
export const createTransit = (dataDir: string, clock: Pick<Clock, 'setTimer'>) => {
  const folder = join(dataDir, 'transit')
  let outgoing: Export | undefined
  let incoming: Import | undefined
  let cancelIdle: Cancel = () => undefined

  const path = (name: string): string => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return join(folder, name)
  }
  const dropExport = (): void => {
    cancelIdle()
    if (outgoing !== undefined) rmSync(outgoing.file, { force: true })
    outgoing = undefined
  }
  const keepExport = (): void => {
    cancelIdle()
    cancelIdle = clock.setTimer(dropExport, MAX_IDLE_MS)
  }
  const dropImport = (): void => {
    for (const file of [incoming?.file, incoming?.checked?.copy]) if (file !== undefined) rmSync(file, { force: true })
    incoming = undefined
  }
  const clear = (): void => {
    dropExport()
    dropImport()
    rmSync(folder, { recursive: true, force: true })
  }
  const requireImport = (id: string): Import => {
    if (incoming?.id !== id) throw conflict('This import has ended. Choose the file again.')
    return incoming
  }
  clear()

  return {
    /** A path in the folder. */
    path,
    clear,
    startExport: async (write: (file: string) => Promise<void>) => {
      dropExport()
      const id = randomUUID()
      const file = path(`${id}.stallhand`)
      try {
        await write(file)
      } catch (error) {
        rmSync(file, { force: true })
        throw error
      }
      outgoing = { id, file, bytes: statSync(file).size }
      keepExport()
      return { id, bytes: outgoing.bytes, readAll: () => readFileSync(file) }
    },
    readExport: async (id: string, offset: number): Promise<Buffer> => {
      if (outgoing?.id !== id) throw conflict('This export has ended. Start it again.')
      keepExport()
      const handle = await open(outgoing.file, 'r')
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, offset)
        return buffer.subarray(0, bytesRead)
      } finally {
        await handle.close()
      }
    },
    endExport: (id: string): void => {
      if (outgoing?.id === id) dropExport()
    },
    startImport: async (bytes: number): Promise<string> => {
      dropImport()
      const id = randomUUID()
      const file = path(`${id}.stallhand`)
      await (await open(file, 'wx', 0o600)).close()
      incoming = { id, file, bytes, received: 0 }
      return id
    },
    /** Throws `conflict` for a part out of order. */
    writeImport: async (id: string, offset: number, part: Buffer): Promise<void> => {
      const file = requireImport(id)
      if (offset !== file.received || offset + part.length > file.bytes) {
        throw conflict('The parts of this file don’t fit together. Choose the file again.')
      }
      file.received += part.length
      const handle = await open(file.file, 'r+')
      try {
        await handle.write(part, 0, part.length, offset)
      } finally {
        await handle.close()
      }
    },
    /** Runs `check`, which unpacks the file to `copy`. The copy may then replace `target`. If `check` throws, the copy is deleted. */
    checkImport: async <T>(
      id: string,
      target: string,
      check: (file: string, copy: string) => Promise<T>,
    ): Promise<T> => {
      const { file, bytes } = requireImport(id)
      if ((await stat(file)).size !== bytes) throw conflict('The file didn’t arrive completely. Choose it again.')
      const copy = path(`${id}.sqlite`)
      try {
        const result = await check(file, copy)
        requireImport(id).checked = { copy, target }
        return result
      } catch (error) {
        rmSync(copy, { force: true })
        throw error
      }
    },
    /** Returns the checked copy. Throws `conflict` if the import wasn't checked for that database. */
    takeImport: (id: string, target: string): string => {
      const { checked } = requireImport(id)
      if (checked === undefined) throw conflict('Check the file first, then import it.')
      if (checked.target !== target) throw conflict('Another connection is open now. Choose the file again.')
      return checked.copy
    },
    cancelImport: (id: string): void => {
      if (incoming?.id === id) dropImport()
    },
  }
}
