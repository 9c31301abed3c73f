/** An older data folder never resends changes that were sent since (OFF-04, OFF-05). */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteShown } from '../../support/delete-shown.ts'
import type { Shop } from '../exports.ts'
import { isLong } from '../long.ts'
import { openPlace } from '../place.ts'
import { countWrites, countWritesAfterStart, listIds, open, putBack, send, until } from './rollback-rig.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-kinds-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

/** `prepare` runs online and returns the input of `wish`, which runs offline, so that its work waits. */
type Case = {
  readonly prepare: (shop: Shop) => Promise<string>
  readonly wish: (shop: Shop, prepared: string) => Promise<unknown>
}

const someId = async (shop: Shop): Promise<string> => (await listIds(shop))[0] ?? ''
const file = (shop: Shop, id: string, action: string): Promise<unknown> =>
  shop.ask('messaging.file', { conversationIds: [id], action })
/** Files a conversation offline, after `before` has filed it online. */
const filing = (action: string, before?: string): Case => ({
  prepare: async (shop) => {
    const id = await someId(shop)
    if (before !== undefined) await file(shop, id, before)
    return id
  },
  wish: (shop, id) => file(shop, id, action),
})

type Items = { readonly rows: readonly { readonly sku: string; readonly readAtMs: number | null }[] }
type Item = { readonly record: { readonly product: { readonly title: string } } }
const editItem = async ({ ask }: Shop): Promise<string> => {
  let sku: string | undefined
  await until(async () => {
    const { rows } = await ask<Items>('inventory.items')
    sku = rows.find(({ readAtMs }) => readAtMs !== null)?.sku
    return sku !== undefined
  })
  const { record } = await ask<Item>('inventory.item', { sku })
  const change = { op: 'set', path: ['product', 'title'], value: 'A new title', was: record.product.title }
  await ask('inventory.saveEdit', { sku, edit: { onto: 'existing', changes: [change] } })
  return sku ?? ''
}

/**
 * A case for each kind that this test's shop can request. Every kind is sent through `outbound.lane` alone, and the scheduler's
 * test checks that this work waits while the queue is on hold. The short form runs one kind of each feature.
 */
const everyCase: Readonly<Record<string, Case>> = {
  message: { prepare: someId, wish: (shop, id) => send(shop, id, 'Yes') },
  read: filing('read', 'unread'),
  unread: filing('unread', 'read'),
  archive: filing('archive'),
  restore: filing('active', 'archive'),
  delete: {
    prepare: someId,
    wish: ({ ask }, id) => deleteShown(ask, [id]),
  },
  mappingStart: {
    prepare: someId,
    wish: ({ ask }) =>
      ask('mapping.start', {
        products: [{ externalProductId: 'lamp', title: 'A lamp' }],
        requestKey: 'one-and-the-same-act',
      }),
  },
  itemSave: {
    prepare: editItem,
    wish: async ({ ask }, sku) => {
      const { previewToken } = await ask<{ previewToken: string }>('inventory.previewSave', { sku })
      return ask('inventory.save', { sku, previewToken, confirmedDeletions: [] })
    },
  },
}

const IN_SHORT = ['message', 'archive', 'mappingStart', 'itemSave']
const cases = Object.entries(everyCase).filter(([kind]) => isLong || IN_SHORT.includes(kind))

type List = { readonly entries: readonly { readonly kind: string; readonly state: string }[] }
const isQuiet = async ({ ask }: Shop): Promise<boolean> => (await ask<List>('outbound.list')).entries.length === 0

describe.concurrent('work sent before an older data folder is put back', () => {
  it.each(cases)('OFF-05 is not sent again: %s', { timeout: 60_000 }, async (kind, { prepare, wish }) => {
    const place = await openPlace(folder, 'draft')
    const setFault = (method: 'POST' | 'DELETE'): Promise<unknown> =>
      fetch(`${place.url}/practice/faults`, {
        method,
        ...(method === 'POST' ? { body: JSON.stringify({ operation: 'all', fault: 'offline' }) } : {}),
      })
    const first = await open(place)
    const prepared = await prepare(first)
    await until(() => isQuiet(first))
    await setFault('POST')
    await wish(first, prepared)
    expect((await first.ask<List>('outbound.list')).entries.map((entry) => entry.kind)).toEqual([kind])
    await first.app.stop()
    const copy = `${place.dataDir}-copy`
    cpSync(place.dataDir, copy, { recursive: true })
    const before = await countWrites(place)
    await setFault('DELETE')

    // Control: without the older folder, the work is sent automatically.
    // Not faster: a check is at most two seconds old when its request leaves, and takes real time.
    const second = await open(place, 30)
    await until(() => isQuiet(second))
    await second.app.stop()
    expect(await countWrites(place)).toBeGreaterThan(before)

    putBack(place, copy)
    expect(await countWritesAfterStart(place)).toBe(0)
    await place.close()
  })
})
