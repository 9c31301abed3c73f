/** Files of the data folder that are lost or damaged: what the seller is told, and how the data comes back (SEC-12). */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import type { Settings } from '../../../main/ports.ts'
import type { Shop } from '../exports.ts'
import { createDriver, portsOn } from '../whole-app.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-lost-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const openApp = async (dataDir: string, setAside?: Settings['setAside']): Promise<Shop> => {
  const ports = portsOn(dataDir)
  const app = await createApp({ ...ports, settings: { ...ports.settings, setAside } }, {})
  return { app, ask: createDriver(app.call, '', { ack: () => undefined, found: () => undefined }).ask }
}

const PROFILE = { name: 'Garden', kind: 'sandbox', baseUrl: 'http://127.0.0.1:9', oauth: { clientId: 'client' } }
const addShop = async ({ ask }: Shop): Promise<void> => {
  const added = await ask<{ id: string }>('connection.create', { profile: PROFILE })
  await ask('connection.open', added)
}
const loadReplies = async ({ ask }: Shop) =>
  (await ask<{ replies: readonly { name: string }[] }>('messaging.savedReplies')).replies.map(({ name }) => name)
const loadNotices = async ({ ask }: Shop) =>
  (await ask<{ notices: readonly { id: string; text: string }[] }>('app.status')).notices

/** A shop with something of the seller's, and a change that waits; then its settings are gone. */
const loseSettings = async (): Promise<string> => {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const shop = await openApp(dataDir)
  await addShop(shop)
  await shop.ask('messaging.saveReply', { id: null, name: 'Thanks', text: 'Thank you' })
  await shop.app.stop()
  rmSync(join(dataDir, 'settings.json'))
  return dataDir
}

describe('lost settings', () => {
  it('SEC-12 name the data that no connection uses', async () => {
    const shop = await openApp(await loseSettings())
    expect(await loadNotices(shop)).toContainEqual(
      expect.objectContaining({ id: 'databases-found', text: expect.stringContaining('“garden”') }),
    )
    await shop.app.stop()
  })

  it('SEC-12 lose no data: a connection that is added again uses it', async () => {
    const dataDir = await loseSettings()
    const shop = await openApp(dataDir)
    await addShop(shop)
    expect(await loadReplies(shop)).toEqual([])
    const { found } = await shop.ask<{ found: readonly { id: string }[] }>('storage.facts')
    expect(found).toMatchObject([{ id: 'garden' }])
    await shop.ask('storage.takeFound', { id: 'garden' })
    expect(await loadReplies(shop)).toEqual(['Thanks'])
    expect(await shop.ask('storage.facts')).toMatchObject({ found: [] })
    expect(readdirSync(dataDir).some((name) => name.startsWith('garden.sqlite.deleted-'))).toBe(true)
    await shop.app.stop()
  })

  it('SEC-12 are reported with the broken file’s location, and leave every connection in read-only mode', async () => {
    const shop = await openApp(await loseSettings(), { as: '/data/settings.broken-1.json', isEarlierInUse: false })
    const [notice] = (await loadNotices(shop)).filter(({ id }) => id === 'settings-broken')
    expect(notice?.text).toContain('/data/settings.broken-1.json')
    expect(notice?.text).toContain('“garden”')
    await addShop(shop)
    expect(await shop.ask('connection.status')).toMatchObject({ writes: { state: 'readOnly' } })
    await shop.app.stop()
  })
})

describe('a damaged file of the practice shop', () => {
  it.each([[''], ['\0\0\0'], ['{ "half'], ['null']])(
    'SEC-12 is set aside and said, and stops no start: %j',
    async (text) => {
      const dataDir = mkdtempSync(join(folder, 'practice-'))
      writeFileSync(join(dataDir, 'practice-shop.json'), text)
      const shop = await openApp(dataDir)
      const aside = readdirSync(dataDir).find((name) => name.startsWith('practice-shop.json.damaged-'))
      expect(await loadNotices(shop)).toContainEqual(
        expect.objectContaining({ id: 'practice-set-aside', text: expect.stringContaining(aside ?? 'none') }),
      )
      await shop.app.stop()
    },
  )
})
