import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { openShop, type Shop } from './practice-shop.ts'

const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'practice-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}
const listed = async (shop: Shop, type = 'FROM_MEMBERS'): Promise<string> =>
  (await shop.asSeller('GET', `/commerce/message/v1/conversation?conversation_type=${type}&limit=50`)).text

describe('the seeded shop', () => {
  it('is the same for the same seed, and another for another', async () => {
    const [one, two, three] = await Promise.all([openShop(), openShop(), openShop({ seed: 2 })])
    expect(await listed(two)).toBe(await listed(one))
    expect(await listed(three)).not.toBe(await listed(one))
    const item = (shop: Shop) => shop.control('GET', 'items/CAM-0101')
    expect((await item(two)).text).toBe((await item(one)).text)
  })

  it('has 120 conversations, 60 items and tasks, all in the past and none too long', async () => {
    const shop = await openShop({ conversations: 120, items: 60 })
    const { counts, nowMs } = (await shop.control('GET', 'status')).json as {
      counts: Record<string, number>
      nowMs: number
    }
    expect(counts).toMatchObject({ conversations: 120, items: 60, tasks: 4 })
    const notices = JSON.parse(await listed(shop, 'FROM_SVC')) as {
      total: number
      conversations: { creationDate: string }[]
    }
    expect(notices.total).toBe(10)
    for (const { creationDate } of notices.conversations) expect(Date.parse(creationDate)).toBeLessThan(nowMs)
    const skus = (await shop.control('GET', 'skus')).json as { sku: string; title: string }[]
    expect(new Set(skus.map(({ sku }) => sku)).size).toBe(60)
    for (const { sku, title } of skus) {
      expect(title.length).toBeLessThanOrEqual(80)
      // Every seeded record would be accepted again unchanged.
      const { text } = await shop.control('GET', `items/${sku}`)
      expect((await shop.asSeller('PUT', `/sell/inventory/v1/inventory_item/${sku}`, text)).status).toBe(204)
    }
  })

  it('has threads in chronological order', async () => {
    const shop = await openShop()
    const { conversations } = JSON.parse(await listed(shop)) as { conversations: { conversationId: string }[] }
    for (const { conversationId } of conversations) {
      const { json } = await shop.control('GET', `conversations/${conversationId}`)
      const times = (json as { messages: { createdAtMs: number }[] }).messages.map(({ createdAtMs }) => createdAtMs)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
  })

  it('draws the same PNG for the same name, and none for an empty name', async () => {
    const shop = await openShop()
    const picture = async (name: string) =>
      Buffer.from(await (await fetch(`${shop.url}/pictures/${name}.png`)).arrayBuffer())
    const one = await picture('cam-0101-1')
    expect(one.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    expect(one.readUInt32BE(16)).toBe(480)
    expect(await picture('cam-0101-1')).toEqual(one)
    expect(await picture('cam-0107-1')).not.toEqual(one)
    expect((await shop.call('GET', '/pictures/xyz-1.png')).status).toBe(404)
  })
})

describe('the state file', () => {
  it('keeps the shop, the clock and the tokens after a restart, readable only by its owner', async () => {
    const stateFile = join(await folder(), 'shop.json')
    const first = await openShop({ stateFile })
    const token = await first.userToken(['/sell.inventory'])
    const payload = '{"kept": 1.0}'
    await first.asSeller('PUT', '/sell/inventory/v1/inventory_item/KEPT', payload)
    await first.control('POST', 'clock', { advanceMs: 60_000 })
    const before = await listed(first)
    await first.stop()
    expect((await stat(stateFile)).mode & 0o777).toBe(0o600)

    const second = await openShop({ stateFile, seed: 99 })
    const headers = { authorization: `Bearer ${token}` }
    const path = '/sell/inventory/v1/inventory_item/KEPT'
    expect((await second.asSeller('GET', path, undefined, headers)).text).toBe(payload)
    expect((await second.control('GET', 'status')).json).toMatchObject({ clockOffsetMs: 60_000 })
    expect(await listed(second)).toBe(before)
  })

  it.skipIf(!existsSync('/dev/full'))('starts on a full disk, and writes the shop once there is room', async () => {
    const stateFile = join(await folder(), 'shop.json')
    await symlink('/dev/full', `${stateFile}.new`)
    const shop = await openShop({ stateFile })
    expect((await shop.control('GET', 'status')).status).toBe(200)
    await rm(`${stateFile}.new`)
    await shop.control('POST', 'clock', { advanceMs: 60_000 })
    await shop.stop()
    expect((await stat(stateFile)).size).toBeGreaterThan(0)
  })

  it('starts a new shop on reset', async () => {
    const shop = await openShop()
    const before = await shop.control('GET', 'skus')
    await shop.asSeller('PUT', '/sell/inventory/v1/inventory_item/NEW', {})
    await shop.control('POST', 'clock', { advanceMs: 1 })
    await shop.control('POST', 'reset')
    expect((await shop.control('GET', 'skus')).text).toBe(before.text)
    expect((await shop.control('GET', 'status')).json).toMatchObject({ clockOffsetMs: 0 })
  })

  it.each(['', 'not json', '{"version":2}', '[]'])(
    'refuses a file that holds %j, in one sentence, and leaves it',
    async (text) => {
      const stateFile = join(await folder(), 'shop.json')
      await writeFile(stateFile, text)
      await expect(startPracticePlatform({ stateFile })).rejects.toThrow(/shop\.json .*move it away/)
      expect(await readFile(stateFile, 'utf8')).toBe(text)
    },
  )

  it('refuses a missing folder', async () => {
    const stateFile = join(await folder(), 'missing', 'shop.json')
    await expect(startPracticePlatform({ stateFile })).rejects.toThrow(/cannot be written to .*folder/)
  })

  it('names the port that is in use', async () => {
    const shop = await openShop()
    await expect(startPracticePlatform({ port: shop.port })).rejects.toThrow(`Port ${shop.port} on 127.0.0.1 is in use`)
  })
})
