/** A data folder put back to any earlier moment sends nothing automatically (OFF-04). */
import { cpSync, linkSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { databaseFile } from '../../../main/connection/connection-list.ts'
import { deleteShown } from '../../support/delete-shown.ts'
import type { Shop } from '../exports.ts'
import { isLong } from '../long.ts'
import { openPlace } from '../place.ts'
import { createDriver, givenAt, portsOn } from '../whole-app.ts'
import { countWrites, countWritesAfterStart, listIds, open, putBack, send, until } from './rollback-rig.ts'

const RUNS = isLong ? 60 : 1

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-rollback-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Entry = { readonly id: string; readonly waitsForEarlier: boolean; readonly state: string }

const steps = ['send', 'sendNow', 'withdraw', 'delete', 'cancelDeletion', 'archive'] as const

describe('an older data folder that is put back', () => {
  it('OFF-04 sends nothing automatically, from any step of a history', { timeout: 1_800_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 5 }), async (history) => {
        const place = await openPlace(folder, 'draft')
        const copies: string[] = []
        let id = ''
        let ids: readonly string[] | undefined
        for (const [index, step] of ['send' as const, ...history].entries()) {
          const shop = await open(place)
          // Archived and deleted conversations leave the list.
          ids ??= await listIds(shop)
          const [first = '', second = ''] = ids
          const tried = (method: string, input: unknown) => shop.ask(method, input).catch(() => undefined)
          if (step === 'send') id = await send(shop, first, `Text ${index}`)
          else if (step === 'sendNow') {
            await tried('outbound.sendNow', { ids: [id] })
            await until(async () => {
              const { entries } = await shop.ask<{ entries: readonly Entry[] }>('outbound.list')
              const entry = entries.find((one) => one.id === id)
              return entry === undefined || entry.waitsForEarlier || !['queued', 'sending'].includes(entry.state)
            })
          } else if (step === 'withdraw') await tried('outbound.withdraw', { id })
          else if (step === 'delete') await deleteShown(shop.ask, [second]).catch(() => undefined)
          else if (step === 'cancelDeletion') await tried('messaging.cancelDeletions', { conversationIds: [second] })
          else await tried('messaging.file', { conversationIds: [second], action: 'archive' })
          await shop.app.stop()
          const copy = join(folder, `copy-${copies.length}`)
          rmSync(copy, { recursive: true, force: true })
          cpSync(place.dataDir, copy, { recursive: true })
          copies.push(copy)
        }
        for (const [index, copy] of copies.entries()) {
          putBack(place, copy)
          expect(await countWritesAfterStart(place), `put back to step ${index}`).toBe(0)
        }
        await place.close()
      }),
      { numRuns: RUNS },
    )
  })

  it('null control: a folder that was not put back sends automatically', async () => {
    const place = await openPlace(folder, 'draft')
    const shop = await open(place)
    const [first = ''] = await listIds(shop)
    await send(shop, first, 'Yes')
    await shop.app.stop()
    expect(await countWritesAfterStart(place, 1)).toBe(1)
    await place.close()
  })

  it('OFF-04 sends its work once the seller releases it', async () => {
    const place = await openPlace(folder, 'draft')
    const shop = await open(place)
    const [first = ''] = await listIds(shop)
    await send(shop, first, 'Yes')
    await shop.app.stop()
    const copy = join(folder, 'copy-released')
    cpSync(place.dataDir, copy, { recursive: true })
    putBack(place, copy)
    const again = await open(place, 300)
    expect(await again.ask('outbound.hold')).toMatchObject({ reason: 'copied', waiting: [{ count: 1 }] })
    await again.ask('outbound.release')
    await until(async () => (await countWrites(place)) === 1)
    expect(await again.ask('outbound.hold')).toBeNull()
    await again.app.stop()
    await place.close()
  })
})

describe('a disk restored from a snapshot, which leaves no trace in the data folder', () => {
  it('MSG-13 does not resend a message sent after the snapshot: the thread shows it', async () => {
    const place = await openPlace(folder, 'draft')
    const shop = await open(place)
    const [first = ''] = await listIds(shop)
    await send(shop, first, 'Yes')
    await shop.app.stop()
    const snapshot = join(folder, 'snapshot')
    const databases = dirname(databaseFile(place.dataDir, 'practice'))
    cpSync(databases, snapshot, { recursive: true })
    // A hard link keeps the mark's inode and creation time, as a disk snapshot does.
    const marks = readdirSync(databases).filter((name) => name.includes('.mark-'))
    for (const name of marks) {
      rmSync(join(snapshot, name))
      linkSync(join(databases, name), join(snapshot, name))
    }
    expect(await countWritesAfterStart(place, 1)).toBe(1)
    for (const name of readdirSync(databases)) rmSync(join(databases, name), { recursive: true })
    for (const name of readdirSync(snapshot)) renameSync(join(snapshot, name), join(databases, name))

    expect(await countWritesAfterStart(place)).toBe(0)
    const after = await open(place)
    expect(await after.ask('outbound.hold')).toBeNull()
    const { entries } = await after.ask<{ entries: readonly Entry[] }>('outbound.list')
    expect(entries.map(({ state }) => state)).toEqual(['unknown'])
    await after.app.stop()
    await place.close()
  })
})

describe('a restored backup', () => {
  /** Makes a backup while work waits, cancels the work, and restores the backup. Resolves with the number of writes afterwards. */
  const restoreAfter = async (wait: (shop: Shop) => Promise<void>, cancel: (shop: Shop) => Promise<unknown>) => {
    const place = await openPlace(folder, 'draft')
    const shop = await open(place)
    await wait(shop)
    const { name } = await shop.ask<{ name: string }>('storage.backUpNow')
    await cancel(shop)
    await shop.ask('storage.restore', { name })
    await shop.app.stop()
    const writes = await countWritesAfterStart(place)
    await place.close()
    return writes
  }

  it('OFF-04 deletes no conversation whose deletion was cancelled after the backup', async () => {
    let conversationIds: readonly string[] = []
    const writes = await restoreAfter(
      async (shop) => {
        conversationIds = (await listIds(shop)).slice(0, 1)
        await deleteShown(shop.ask, conversationIds)
      },
      (shop) => shop.ask('messaging.cancelDeletions', { conversationIds }),
    )
    expect(writes).toBe(0)
  })

  it('OFF-04 does not repeat archiving that was in progress at the backup', async () => {
    const place = await openPlace(folder, 'draft')
    const shop = await open(place)
    const [first = ''] = await listIds(shop)
    await shop.ask('messaging.file', { conversationIds: [first], action: 'archive' })
    await until(async () => (await countWrites(place)) === 1)
    await shop.app.stop()
    // The state before the answer arrived.
    const database = new DatabaseSync(databaseFile(place.dataDir, 'practice'))
    const sending = JSON.stringify({ state: 'sending', sinceMs: 0, before: null, earlier: null })
    database.prepare(`UPDATE outbound SET state = 'sending', detail = ?`).run(sending)
    database.close()
    const again = await createApp(portsOn(place.dataDir), { given: givenAt(place.url) })
    const { ask } = createDriver(again.call, place.url, { ack: () => undefined, found: () => undefined })
    const { name } = await ask<{ name: string }>('storage.backUpNow')
    await ask('storage.restore', { name })
    await again.stop()
    expect(await countWritesAfterStart(place)).toBe(0)
    await place.close()
  })

  it('OFF-04 starts no mapping task that was waiting at the backup', async () => {
    const place = await openPlace(folder, 'task')
    const shop = await open(place)
    await shop.ask('mapping.start', {
      products: [{ externalProductId: 'lamp', title: 'An old lamp' }],
      requestKey: 'one-and-the-same-act',
    })
    await until(async () => (await countWrites(place)) === 1)
    await shop.app.stop()
    // The state before the start was sent.
    const database = new DatabaseSync(databaseFile(place.dataDir, 'practice'))
    database.exec(`UPDATE mapping_task SET state = 'starting', task_id = NULL`)
    const queued = JSON.stringify({ state: 'queued', nextTryAtMs: 0, error: null, earlier: null })
    database.prepare(`UPDATE outbound SET state = 'queued', detail = ?`).run(queued)
    database.close()
    const again = await createApp(portsOn(place.dataDir), { given: givenAt(place.url) })
    const { ask } = createDriver(again.call, place.url, { ack: () => undefined, found: () => undefined })
    const { name } = await ask<{ name: string }>('storage.backUpNow')
    expect(await ask('storage.restore', { name })).toEqual({ heldBack: 1 })
    await again.stop()
    expect(await countWritesAfterStart(place)).toBe(0)
    await place.close()
  })
})
