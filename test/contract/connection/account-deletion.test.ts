/** A closed account: every trace of the user is erased from every file of the data folder (PLT-18). */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import type { Erasure } from '../../../shared/notifications/erasure.ts'
import { waitFor } from '../../support/wait-for.ts'
import { createTestHost, type TestHost } from './open-app.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Returns '' for a folder and for a file removed since it was listed, such as a journal or an unfinished copy. */
const readIfThere = (file: string): string => {
  try {
    return readFileSync(file).toString('latin1').toLowerCase()
  } catch {
    return ''
  }
}

/** Skips the practice shop, which always exists and has buyers of the same names. */
const filesWith = (folder: string, name: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((one) => !basename(one).startsWith('practice'))
    .map((one) => join(folder, one))
    .filter((one) => readIfThere(one).includes(name))

type Conversations = {
  readonly rows: readonly { readonly conversationId: string; readonly buyer: string | null }[]
}
type Erasures = { readonly erasures: readonly Erasure[]; readonly withoutData: number }

const loadErasures = (host: TestHost) => host.ask<Erasures>('notifications.erasures')
const loadConversations = async (host: TestHost) =>
  (await host.ask<Conversations>('messaging.conversations', { view: 'all' })).rows

/** Opens a shop with buyers and a backup, subscribed to closed accounts. */
const open = async () => {
  const platform = await startPracticePlatform({ conversations: 4, items: 2 })
  closing.push(platform.stop)
  const host = createTestHost()
  closing.push(host.close)
  await host.start()
  const post = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${platform.url}/practice/${path}`, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const profile = {
    name: 'My sandbox',
    kind: 'sandbox',
    baseUrl: platform.url,
    oauth: { clientId: practiceCredentials.clientId },
  }
  const { id } = await host.ask<{ id: string }>('connection.create', { profile })
  await host.ask('connection.open', { id })
  const { clientSecret, refreshToken, appName, devName, certName, userToken } = practiceCredentials
  await host.ask('connection.keepSecrets', { clientSecret, refreshToken, appName, devName, certName, userToken })
  await host.ask('notifications.register', { events: ['AuctionCheckoutComplete'], alertEmail: 'seller@example.com' })
  const subscriptions = await host.ask<{ destinations: { entries: { destinationId: string }[] } }>(
    'notifications.subscriptions',
  )
  const subscribe = (topicId: string) =>
    host.ask('notifications.createSubscription', {
      topicId,
      destinationId: subscriptions.destinations.entries[0]?.destinationId,
      status: 'ENABLED',
      payload: { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' },
    })
  await subscribe('MARKETPLACE_ACCOUNT_DELETION')
  const closeAccount = (username: string): Promise<void> =>
    post('topics/MARKETPLACE_ACCOUNT_DELETION', { data: { username, userId: `id-${username}`, eiasToken: 'nY+sHZ2' } })
  return { host, id, platform, post, closeAccount }
}

/** Stores everything that this computer may learn about a buyer. */
const learn = async ({
  host,
  id,
  post,
}: Awaited<ReturnType<typeof open>>): Promise<{ readonly name: string; readonly others: number }> => {
  const rows = await waitFor(async () => {
    const found = await loadConversations(host)
    expect(found.length).toBeGreaterThan(3)
    return found
  })
  const name = rows.find(({ buyer }) => buyer !== null && /[^a-z]/i.test(buyer))?.buyer ?? ''
  const own = rows.filter(({ buyer }) => buyer === name)
  const other = rows.find(({ buyer }) => buyer !== name)
  await host.ask('messaging.saveReply', { id: null, name: 'Friends', text: `Ask ${name} first.` })
  await host.ask('messaging.saveDraft', {
    target: { conversationId: other?.conversationId },
    content: { messageText: `Do you know ${name}?`, messageMedia: [], emailCopyToSender: false, reference: null },
    revision: null,
    buyerMessagesSeen: 0,
  })
  await post('events', { event: 'AuctionCheckoutComplete', buyer: name })
  await host.ask('messaging.saveSearch', {
    name: 'Mine',
    view: 'all',
    itemId: null,
    otherParty: name,
    search: '',
  })
  await host.ask('app.saveView', { key: 'messaging.otherParty', value: name, shop: id })
  await host.ask('messaging.syncNow')
  await waitFor(async () => {
    const { total } = await host.ask<{ total: number }>('notifications.events', { search: name })
    expect(total).toBeGreaterThan(0)
    // Read every thread first: one read later in the background would be missing from the backup.
    for (const { conversationId } of own) {
      const thread = await host.ask<{ messages: unknown[] }>('messaging.thread', { conversationId })
      expect(thread.messages).not.toEqual([])
    }
  })
  return { name, others: rows.length - own.length }
}

/** Chooses a folder for copies of backups. */
const copyBackups = async ({ host }: Awaited<ReturnType<typeof open>>): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-folder-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  await host.ask('storage.chooseBackupFolder', { path: folder })
  return folder
}

/** Closes a buyer's account after a backup that still has the buyer. */
const eraseAfterBackup = async () => {
  const shop = await open()
  const { name } = await learn(shop)
  await shop.host.ask('storage.backUpNow')
  await shop.closeAccount(name)
  const [erasure] = await waitFor(async () => {
    const { erasures } = await loadErasures(shop.host)
    expect(erasures[0]?.copies).toHaveLength(1)
    return erasures
  })
  return { ...shop, name, erasure }
}

describe('a closed account', () => {
  it('PLT-18 leaves the name only in older copies, and a record of the erasure without it', async () => {
    const shop = await open()
    const { host, id, closeAccount } = shop
    const { name, others } = await learn(shop)
    await host.ask('storage.backUpNow')
    const folder = await copyBackups(shop)
    const copyInFolder = (): string =>
      gunzipSync(readFileSync(join(folder, readdirSync(folder)[0] ?? '')))
        .toString('latin1')
        .toLowerCase()
    await waitFor(() => expect(copyInFolder()).toContain(name.toLowerCase()))
    await closeAccount(name)
    const [erasure] = await waitFor(async () => {
      const { erasures } = await loadErasures(host)
      expect(erasures[0]?.erasedAtMs).toBeGreaterThan(0)
      return erasures
    })
    expect(erasure?.erased.conversations).toBeGreaterThan(0)
    expect(erasure?.erased.messages).toBeGreaterThan(0)
    expect(erasure?.erased.notifications).toBeGreaterThan(0)
    expect(JSON.stringify(erasure)).not.toContain(name)
    expect(erasure?.copies).toMatchObject([{ holds: erasure?.erased }])
    const before = filesWith(host.dataDir, name.toLowerCase())
    expect(before).toEqual([expect.stringMatching(/\.backup$/)])
    expect(JSON.stringify([...host.settings])).not.toContain(name)
    expect(JSON.stringify(host.log)).not.toContain(name)

    // Data about others is still there.
    const events = await host.ask<{ rows: { name: string }[] }>('notifications.events')
    expect(events.rows.map((row) => row.name)).toContain('AuctionCheckoutComplete')
    expect(others).toBeGreaterThan(0)

    await host.ask('notifications.rewriteCopy', { erasureId: erasure?.erasureId, name: erasure?.copies[0]?.name })
    expect((await loadErasures(host)).erasures[0]?.copies).toEqual([])
    expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([])
    await waitFor(() => expect(copyInFolder()).not.toContain(name.toLowerCase()))
    await host.ask('storage.backUpNow')
    expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([])
    await host.ask('storage.restore', { name: erasure?.copies[0]?.name })
    expect(await host.ask('connection.status')).toMatchObject({ connection: { id } })
  })

  it('PLT-18 deletes an older copy on request, and only one of the erasure’s copies', async () => {
    const shop = await open()
    const { host, closeAccount } = shop
    const { name } = await learn(shop)
    await host.ask('storage.backUpNow')
    const folder = await copyBackups(shop)
    await waitFor(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.stallhand$/)]))
    await closeAccount(name)
    const [erasure] = await waitFor(async () => {
      const { erasures } = await loadErasures(host)
      expect(erasures[0]?.copies).toHaveLength(1)
      return erasures
    })
    const key = { erasureId: erasure?.erasureId, name: erasure?.copies[0]?.name }
    expect(await host.refusal('notifications.deleteCopy', { ...key, name: '../../shop.sqlite' })).toMatchObject({
      kind: 'notFound',
    })
    await host.ask('notifications.deleteCopy', key)
    expect(readdirSync(folder)).toEqual([])
    expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([])
    expect((await host.ask<{ backups: unknown[] }>('storage.facts')).backups).toEqual([])
  })

  it('PLT-18 of an unknown user erases the notification itself, and closes nothing', async () => {
    const { host, closeAccount } = await open()
    const { listeningUrl } = await host.ask<{ listeningUrl: string }>('notifications.receiver')
    await closeAccount('never_seen_here')
    await waitFor(async () => expect(await loadErasures(host)).toEqual({ erasures: [], withoutData: 1 }))
    expect(filesWith(host.dataDir, 'never_seen_here')).toEqual([])
    expect((await host.ask<{ listeningUrl: string }>('notifications.receiver')).listeningUrl).toBe(listeningUrl)
  })

  it('PLT-18 leaves no name though a crash interrupted the rewriting of the database or of an older copy', async () => {
    const { host, id, name, erasure } = await eraseAfterBackup()
    const file = join(host.dataDir, `${id}.sqlite`)
    const backup = join(host.dataDir, 'backups', erasure?.copies[0]?.name ?? '')
    copyFileSync(backup, `${backup}.rewriting`)
    copyFileSync(backup, join(host.dataDir, 'backups', `${id}.sqlite.unfinished`))
    await host.ask('notifications.deleteCopy', { erasureId: erasure?.erasureId, name: erasure?.copies[0]?.name })
    // What was deleted before the erasure stays in free pages until the file is rewritten.
    const database = new DatabaseSync(file)
    database.exec(`INSERT INTO saved_replies (id, name, text, changed_at_ms) VALUES ('x', 'x', '${name}', 0)`)
    database.exec(`DELETE FROM saved_replies WHERE name = 'x'`)
    database.close()
    writeFileSync(`${file}.erasing`, '')
    await host.start()
    await waitFor(() => expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([]))
    await waitFor(() => expect(existsSync(`${file}.erasing`)).toBe(false))
    expect(await host.ask('connection.status')).toMatchObject({ connection: { id } })
  })

  it('PLT-18 stays erased after a restore of an older backup, also in place of a damaged database', async () => {
    const { host, id, name, erasure } = await eraseAfterBackup()
    const backup = erasure?.copies[0]?.name ?? ''
    await host.ask('storage.restore', { name: backup })
    expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([join(host.dataDir, 'backups', backup)])
    expect(await loadConversations(host)).not.toEqual([])
    expect(await loadErasures(host)).toMatchObject({ erasures: [{ copies: [{ name: backup }] }] })
    expect((await loadErasures(host)).erasures).toMatchObject([
      { erasedAtMs: erasure?.erasedAtMs, erased: erasure?.erased },
    ])

    const file = join(host.dataDir, `${id}.sqlite`)
    await host.stop()
    renameSync(file, `${file}.damaged-2026-11-23T12-00-00-000Z`)
    await host.start()
    expect(await loadErasures(host)).toEqual({ erasures: [], withoutData: 0 })
    await host.ask('storage.restore', { name: backup })
    expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([join(host.dataDir, 'backups', backup)])
    expect((await loadErasures(host)).erasures).toHaveLength(1)
  })

  it('PLT-18 erases no one else from an older copy whose events have the same ids', async () => {
    const shop = await open()
    const { host, closeAccount, post } = shop
    const sell = async (buyer: string): Promise<void> => {
      await post('events', { event: 'AuctionCheckoutComplete', buyer })
      await waitFor(async () =>
        expect(await host.ask('notifications.events', { search: buyer })).toMatchObject({ total: 1 }),
      )
    }
    const backUp = async () => (await host.ask<{ name: string }>('storage.backUpNow')).name
    await host.ask('messaging.saveReply', { id: null, name: 'Friends', text: 'Ask tom_weaver first.' })
    const before = await backUp()
    await sell('mia_maker')
    const older = await backUp()
    await host.ask('storage.restore', { name: before })
    await sell('tom_weaver')
    await closeAccount('tom_weaver')
    const [erasure] = await waitFor(async () => {
      const { erasures } = await loadErasures(host)
      expect(erasures[0]?.copies.map(({ name }) => name)).toContain(older)
      return erasures
    })
    await host.refusal('notifications.rewriteCopy', { erasureId: erasure?.erasureId, name: older })
    expect(readIfThere(join(host.dataDir, 'backups', older))).toContain('mia_maker')
  })

  it('PLT-18 rewrites an older copy whole although the database is reopened meanwhile', async () => {
    const shop = await open()
    const { host, id, platform, closeAccount } = shop
    const { name } = await learn(shop)
    const { name: backup } = await host.ask<{ name: string }>('storage.backUpNow')
    await closeAccount(name)
    const erasureId = await waitFor(async () => (await loadErasures(host)).erasures[0]?.erasureId ?? Promise.reject())
    const file = join(host.dataDir, 'backups', backup)
    const rewriting = host.ask('notifications.rewriteCopy', { erasureId, name: backup })
    while (!existsSync(`${file}.rewriting-journal`)) await new Promise(setImmediate)
    const profile = {
      name: 'Renamed',
      kind: 'sandbox',
      baseUrl: platform.url,
      oauth: { clientId: practiceCredentials.clientId },
    }
    await host.ask('connection.update', { id, profile })
    await rewriting
    await host.ask('storage.restore', { name: backup })
    expect((await loadConversations(host)).length).toBeGreaterThan(0)
  })

  it('PLT-18 is erased while another connection is shown', async () => {
    const shop = await open()
    const { host, id, closeAccount } = shop
    const { name } = await learn(shop)
    await host.ask('connection.open', { id: 'practice' })
    await closeAccount(name)
    let isErased = false
    const watched = (async () => {
      // Its receiver can be asked for at any moment.
      for (; !isErased; await new Promise(setImmediate)) await host.ask('connection.receivers')
    })()
    await waitFor(() => expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([]))
    isErased = true
    await watched
    await host.ask('connection.open', { id })
    await waitFor(async () => expect((await loadErasures(host)).erasures).toMatchObject([{ copies: [] }]))
  })
})
