/** A closed account: the person is erased from every file of the data folder, and nothing else is touched (PLT-18, SEC-10). */
import { readdirSync, readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import type { Erasure } from '../../../shared/notifications/erasure.ts'
import { assistantReadNames } from '../../../shared/proposals/reads.ts'
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

/** Opens a shop with buyers, subscribed to closed accounts. `lateMs`: how far the platform's dates are behind. */
const open = async (lateMs = 0) => {
  const platform = await startPracticePlatform({ conversations: 4, items: 2, now: () => Date.now() - lateMs })
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

/** Stores everything that this computer may learn about a buyer, and nothing that the seller wrote of them. */
const learn = async ({
  host,
  id,
  post,
}: Awaited<ReturnType<typeof open>>): Promise<{
  readonly name: string
  readonly own: readonly string[]
  readonly other: string
}> => {
  const rows = await waitFor(async () => {
    const found = await loadConversations(host)
    expect(found.length).toBeGreaterThan(3)
    return found
  })
  const name = rows.find(({ buyer }) => buyer !== null && /[^a-z]/i.test(buyer))?.buyer ?? ''
  const own = rows.filter(({ buyer }) => buyer === name).map(({ conversationId }) => conversationId)
  const other = rows.find(({ buyer }) => buyer !== null && buyer !== name)?.conversationId ?? ''
  await host.ask('messaging.saveBuyerNote', { buyer: name, text: 'Collects lenses.' })
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
    for (const conversationId of own) {
      const thread = await host.ask<{ messages: unknown[] }>('messaging.thread', { conversationId })
      expect(thread.messages).not.toEqual([])
    }
  })
  return { name, own, other }
}

const contentOf = (messageText: string) => ({
  messageText,
  messageMedia: [],
  emailCopyToSender: false,
  reference: null,
})

const saveDraft = (host: TestHost, target: object, messageText: string) =>
  host.ask<{ revision: number }>('messaging.saveDraft', {
    target,
    content: contentOf(messageText),
    revision: null,
    buyerMessagesSeen: 1_000,
  })

/** Resolves once the newest request was carried out. */
const waitForErasure = (host: TestHost) =>
  waitFor(async () => {
    const { erasures } = await loadErasures(host)
    expect(erasures[0]?.erasedAtMs).toBeGreaterThan(0)
    return erasures[0] as Erasure
  })

/** Closes a buyer's account after a backup that still has the buyer. */
const eraseAfterBackup = async () => {
  const shop = await open()
  const learned = await learn(shop)
  const { name: backup } = await shop.host.ask<{ name: string }>('storage.backUpNow')
  await shop.closeAccount(learned.name)
  const erasure = await waitForErasure(shop.host)
  return { ...shop, ...learned, erasure, backup }
}

const isBackup = expect.stringMatching(/\.backup$/)

describe('a closed account', () => {
  it('PLT-18 leaves no byte of the person but in older backups, and a record without the name', async () => {
    const { host, name, own, erasure } = await eraseAfterBackup()
    expect(erasure.erased.conversations).toBe(own.length)
    expect(erasure.erased.messages).toBeGreaterThan(0)
    expect(erasure.erased.notifications).toBeGreaterThan(0)
    expect(JSON.stringify(erasure)).not.toContain(name)
    await waitFor(() => expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([isBackup]))
    expect(JSON.stringify([...host.settings])).not.toContain(name)
    expect(JSON.stringify(host.log)).not.toContain(name)

    // What is of others, and of the item that was sold, is still there.
    const events = await host.ask<{ rows: { name: string; buyer: string | null }[] }>('notifications.events')
    expect(events.rows.find((row) => row.name === 'AuctionCheckoutComplete')).toMatchObject({ buyer: null })
    expect((await loadConversations(host)).length).toBeGreaterThan(0)
    await host.ask('storage.backUpNow')
    expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([isBackup])
  })

  it('PLT-18 keeps the port open and the database in use while a person is erased', async () => {
    const shop = await open()
    const { name } = await learn(shop)
    const { listeningUrl } = await shop.host.ask<{ listeningUrl: string }>('notifications.receiver')
    let isErased = false
    const refused: unknown[] = []
    const watched = (async () => {
      while (!isErased) {
        await fetch(listeningUrl).catch((error: unknown) => refused.push(error))
        await shop.host.ask('messaging.counts')
      }
    })()
    await shop.closeAccount(name)
    await waitForErasure(shop.host)
    isErased = true
    await watched
    expect(refused).toEqual([])
    expect((await shop.host.ask<{ listeningUrl: string }>('notifications.receiver')).listeningUrl).toBe(listeningUrl)
  })

  it.each(['thanks', 'content', 'reference', 'messageText'])(
    'SEC-10 of a stranger with the account name “%s” changes no draft, no waiting message and no conversation',
    async (word) => {
      const { host, closeAccount } = await open()
      const [first, second] = await waitFor(async () => {
        const rows = (await loadConversations(host)).filter(({ buyer }) => buyer !== null)
        expect(rows.length).toBeGreaterThan(1)
        return rows
      })
      const text = `Many thanks for your content, with reference to the messageText.`
      await saveDraft(host, { conversationId: first?.conversationId }, text)
      const target = { conversationId: second?.conversationId }
      const { revision } = await saveDraft(host, target, text)
      await host.ask('messaging.send', { target, revision, sendAtMs: Date.now() + 3_600_000 })
      const load = async () => ({
        drafts: await host.ask('messaging.thread', { conversationId: first?.conversationId }),
        outbox: await host.ask<object>('outbound.list'),
        conversations: await loadConversations(host),
      })
      const before = await load()
      await closeAccount(word)
      await waitFor(async () => expect(await loadErasures(host)).toEqual({ erasures: [], withoutData: 1 }))
      const after = await load()
      expect(after.outbox).toEqual(before.outbox)
      expect(after.conversations.map(({ conversationId }) => conversationId)).toEqual(
        before.conversations.map(({ conversationId }) => conversationId),
      )
      expect(JSON.stringify(after.drafts)).toContain(text)
    },
  )

  it('SEC-10 never changes or deletes what was not sent to the person, and lists it until it is', async () => {
    const shop = await open()
    const { host, closeAccount } = shop
    const { name, own } = await learn(shop)
    const [conversationId] = own
    const text = `Dear ${name}, it leaves on Monday.`
    await saveDraft(host, { otherPartyUsername: name }, text)
    const { revision } = await saveDraft(host, { conversationId }, text)
    const { id } = await host.ask<{ id: string }>('messaging.send', {
      target: { conversationId },
      revision,
      sendAtMs: Date.now() + 3_600_000,
    })
    await closeAccount(name)
    const erasure = await waitForErasure(host)
    expect(erasure.unsent).toEqual(
      expect.arrayContaining([{ conversationId }, { buyer: expect.stringMatching(new RegExp(name, 'i')) }]),
    )
    const waiting = await host.ask<{ entries: { written: { text: string } | null }[] }>('outbound.list')
    expect(waiting.entries.map(({ written }) => written?.text)).toEqual([text])
    const { drafts } = await host.ask<{ drafts: { content: { messageText: string } }[] }>('messaging.newDrafts')
    expect(drafts.map(({ content }) => content.messageText)).toEqual([text])
    // Its conversation is kept for it, empty.
    const thread = await host.ask<{ messages: unknown[]; conversation: { buyer: unknown } }>('messaging.thread', {
      conversationId,
    })
    expect(thread).toMatchObject({ messages: [], conversation: { buyer: null } })

    await host.ask('outbound.discard', { ids: [id] })
    await host.ask('messaging.saveDraft', {
      target: { otherPartyUsername: name },
      content: contentOf(''),
      revision: drafts.length === 0 ? null : ((drafts[0] as { revision?: number }).revision ?? null),
      buyerMessagesSeen: null,
    })
    await host.start()
    await waitFor(async () => expect((await loadErasures(host)).erasures[0]?.unsent).toEqual([]))
    await waitFor(async () =>
      expect(await host.refusal('messaging.thread', { conversationId })).toMatchObject({ kind: 'notFound' }),
    )
    await waitFor(() => expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([]))
  })

  it('PLT-18 SEC-19 leaves no name in what assistants read and suggested', async () => {
    const shop = await open()
    const { host, closeAccount } = shop
    const { name, own } = await learn(shop)
    const { key } = await host.ask<{ key: string }>('proposals.addAssistant', {
      name: 'Assistant',
      reads: [...assistantReadNames],
    })
    const app = await host.start()
    const door = app.proposals.door()
    const [conversationId] = own
    await door.read(key, 'waitingConversations', {})
    await door.read(key, 'thread', { conversationId })
    await door.read(key, 'item', { sku: name }).catch(() => undefined)
    await door.propose(key, 'note', { conversationId, text: `${name} collects lenses.` })
    await closeAccount(name)
    await waitForErasure(host)
    expect(await host.ask('proposals.proposals')).toMatchObject({ total: 0 })
    const readings = await host.ask<{ total: number }>('proposals.readings')
    expect(readings.total).toBe(3)
    expect(JSON.stringify(readings).toLowerCase()).not.toContain(name.toLowerCase())
    await waitFor(() =>
      expect(filesWith(host.dataDir, name.toLowerCase()).filter((file) => !file.endsWith('.backup'))).toEqual([]),
    )
  })

  it('PLT-18 lists where the seller wrote the name, and leaves the words', async () => {
    const shop = await open()
    const { host, closeAccount } = shop
    const { name, other } = await learn(shop)
    await host.ask('messaging.saveReply', { id: null, name: 'Friends', text: `Ask ${name} first.` })
    await saveDraft(host, { conversationId: other }, `Do you know ${name}?`)
    await closeAccount(name)
    const erasure = await waitForErasure(host)
    expect(erasure.mentions).toEqual(
      expect.arrayContaining([
        { place: 'draft', conversationId: other },
        { place: 'savedReply', name: 'Friends' },
      ]),
    )
    const { replies } = await host.ask<{ replies: { text: string }[] }>('messaging.savedReplies')
    expect(replies.map(({ text }) => text)).toContain(`Ask ${name} first.`)
    await host.ask('notifications.dismissMentions', { erasureId: erasure.erasureId })
    expect((await loadErasures(host)).erasures[0]).toMatchObject({ mentions: [] })
  })

  it('SEC-10 is not a later account with the name, which is stored', async () => {
    const shop = await open()
    const { host, post, closeAccount } = shop
    const { name, own } = await learn(shop)
    await closeAccount(name)
    await waitForErasure(host)
    await post('messages', { username: name, text: 'I have this name now.' })
    await post('events', { event: 'AuctionCheckoutComplete', buyer: name })
    await waitFor(async () => {
      await host.ask('messaging.syncNow')
      const rows = await loadConversations(host)
      expect(rows.filter(({ buyer }) => buyer === name)).toHaveLength(1)
      expect(rows.map(({ conversationId }) => conversationId)).not.toEqual(expect.arrayContaining([...own]))
      expect(await host.ask('notifications.events', { search: name })).toMatchObject({ total: 1 })
    })
  })

  it('PLT-18 does not come back with the next sync, nor with a late notification', async () => {
    const shop = await open(5 * 60_000)
    const { host, post, closeAccount } = shop
    const { name, own } = await learn(shop)
    await closeAccount(name)
    await waitForErasure(host)
    await post('messages', { username: name, text: 'One more question.' })
    await post('events', { event: 'AuctionCheckoutComplete', buyer: name })
    await waitFor(async () => {
      const { rows } = await host.ask<{ rows: { name: string }[] }>('notifications.events')
      expect(rows.filter((row) => row.name === 'AuctionCheckoutComplete')).toHaveLength(2)
    })
    await host.ask('messaging.syncNow')
    const rows = await loadConversations(host)
    expect(rows.map(({ conversationId }) => conversationId)).not.toEqual(expect.arrayContaining([...own]))
    expect(rows.map(({ buyer }) => buyer)).not.toContain(name)
    await waitFor(() => expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([]))
  })

  it('PLT-18 of an unknown user erases the notification itself', async () => {
    const { host, closeAccount } = await open()
    await closeAccount('never_seen_here')
    await waitFor(async () => expect(await loadErasures(host)).toEqual({ erasures: [], withoutData: 1 }))
    await waitFor(() => expect(filesWith(host.dataDir, 'never_seen_here')).toEqual([]))
  })

  it('PLT-18 is carried out at the next start if the app ended before', async () => {
    const { host, id, name } = await eraseAfterBackup()
    await host.stop()
    const file = join(host.dataDir, `${id}.sqlite`)
    const database = new DatabaseSync(file)
    // As if the app had ended between the notification and the erasure.
    database.exec(`UPDATE notification_erasures SET erased_at_ms = NULL;
      UPDATE notification_captures SET body = CAST('{"notification":{"data":{"username":"tom_weaver"}}}' AS BLOB)
      WHERE id = (SELECT delivery_id FROM notification_erasures)`)
    database.exec(`INSERT INTO buyer_notes (buyer, text) VALUES ('tom_weaver', 'Pays late.')`)
    database.close()
    await host.start()
    await waitFor(() => expect(filesWith(host.dataDir, 'tom_weaver')).toEqual([]))
    expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([isBackup])
  })

  it('PLT-18 stays erased after a restore of an older backup, also in place of a damaged database', async () => {
    const { host, id, name, erasure, backup } = await eraseAfterBackup()
    await host.ask('storage.restore', { name: backup })
    expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([join(host.dataDir, 'backups', backup)])
    expect(await loadConversations(host)).not.toEqual([])
    expect((await loadErasures(host)).erasures).toMatchObject([
      { erasedAtMs: erasure.erasedAtMs, erased: erasure.erased },
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

  it('PLT-18 is erased from an export before it is opened for work', async () => {
    const shop = await open()
    const { host, closeAccount } = shop
    const { name } = await learn(shop)
    const made = await host.ask<{ id: string; bytes: number }>('storage.export')
    const { content } = await host.ask<{ content: string }>('storage.exportPart', { id: made.id, offset: 0 })
    await host.ask('storage.endExport', { id: made.id })
    await closeAccount(name)
    await waitForErasure(host)
    const bytes = Buffer.from(content, 'base64')
    expect(bytes).toHaveLength(made.bytes)
    const { id: importId } = await host.ask<{ id: string }>('storage.beginImport', { bytes: bytes.length })
    await host.ask('storage.importPart', { id: importId, offset: 0, content })
    await host.ask('storage.lookAtImport', { id: importId })
    await host.ask('storage.import', { id: importId })
    expect((await loadConversations(host)).map(({ buyer }) => buyer)).not.toContain(name)
    expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([])
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
    const before = await backUp()
    await sell('mia_maker')
    const older = await backUp()
    await host.ask('storage.restore', { name: before })
    await sell('tom_weaver')
    await closeAccount('tom_weaver')
    await waitForErasure(host)
    await host.ask('storage.restore', { name: older })
    expect(await host.ask('notifications.events', { search: 'mia_maker' })).toMatchObject({ total: 1 })
  })

  it('PLT-18 is erased while another connection is shown', async () => {
    const shop = await open()
    const { host, id, closeAccount } = shop
    const { name } = await learn(shop)
    await host.ask('connection.open', { id: 'practice' })
    await closeAccount(name)
    await waitFor(() => expect(filesWith(host.dataDir, name.toLowerCase())).toEqual([]))
    await host.ask('connection.open', { id })
    expect((await loadErasures(host)).erasures).toHaveLength(1)
  })
})
