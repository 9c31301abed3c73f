/** A shop for failure tests: a data folder, its platform, and checks of both. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { databaseFile } from '../../main/connection/connection-list.ts'
import { migrations } from '../../main/migrations.ts'
import { practiceCredentials } from '../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import { FILED, formatFiled, type JourneyName, NEW_TITLE, OFFERING_BUYER, REPLY } from './journeys.ts'

export type Place = {
  readonly dataDir: string
  readonly url: string
  readonly practice: <T>(path: string) => Promise<T>
  readonly tasksBefore: number
  readonly close: () => Promise<void>
}

const countTasks = async ({ practice }: Pick<Place, 'practice'>): Promise<number> =>
  (await practice<{ counts: { tasks: number } }>('/practice/status')).counts.tasks

/** What the platform lists of the seller's money, in cents. */
const listTransactions = async (url: string): Promise<readonly { readonly id: string; readonly minor: number }[]> => {
  const { clientId, clientSecret, refreshToken } = practiceCredentials
  const signedIn = await fetch(`${url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const response = await fetch(`${url}/sell/finances/v1/transaction?limit=1000`, {
    headers: { authorization: `Bearer ${token}` },
  })
  type Listed = { transactionId: string; bookingEntry: string; amount: { value: string } }
  const { transactions } = (await response.json()) as { transactions: readonly Listed[] }
  return transactions.map(({ transactionId: id, bookingEntry, amount }) => ({
    id,
    minor: Math.round(Number(amount.value) * 100) * (bookingEntry === 'DEBIT' ? -1 : 1),
  }))
}

let places = 0

/** Opens a new shop: a data folder and its platform. */
export const openPlace = async (folder: string, journey: JourneyName): Promise<Place> => {
  places += 1
  const dataDir = join(folder, String(places))
  const platform = await startPracticePlatform(
    journey === 'earnings' || journey === 'offer'
      ? { conversations: 2, items: 12, platform: 'ebay', hasSales: true }
      : { conversations: 2, items: 2 },
  )
  if (journey === 'migrate') {
    const file = databaseFile(dataDir, 'practice')
    mkdirSync(dirname(file), { recursive: true })
    const old = new DatabaseSync(file)
    old.exec('PRAGMA journal_mode = WAL')
    for (const { sql } of migrations) old.exec(sql)
    old.exec(`PRAGMA user_version = ${migrations.length}`)
    old.exec(
      `INSERT INTO conversations (conversation_id, conversation_type, buyer, raw) VALUES ('old', 'FROM_MEMBERS', 'anna', '{}')`,
    )
    old.close()
  }
  const practice = async <T>(path: string): Promise<T> => (await (await fetch(`${platform.url}${path}`)).json()) as T
  return {
    dataDir,
    url: platform.url,
    practice,
    tasksBefore: await countTasks({ practice }),
    close: async () => {
      await platform.stop()
      // A running backup may still be writing.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Checks every page, index and reference of the database. Returns `['ok']` if all are intact. */
export const soundness = (place: Place): readonly unknown[] => {
  const database = new DatabaseSync(databaseFile(place.dataDir, 'practice'))
  const verdict = database.prepare('PRAGMA integrity_check').all()
  const dangling = database.prepare('PRAGMA foreign_key_check').all()
  database.close()
  return [...verdict.map((row) => Object.values(row)[0]), ...dangling]
}

/** Checks the platform's final state: everything sent is there, and nothing twice. */
export const truths: Readonly<Record<JourneyName, (place: Place, end: string) => Promise<void>>> = {
  draft: async (_, end) => expect(end).toBe('kept'),
  outbox: async ({ practice }, end) => {
    const ids = (await practice<{ requests: readonly { path: string }[] }>('/practice/status')).requests
    const conversationIds = new Set(
      ids.map(({ path }) => /conversation\/([^/?]+)/.exec(path)?.[1]).filter((id) => id !== undefined),
    )
    let arrived = 0
    for (const id of conversationIds) {
      const { messages } = await practice<{ messages: readonly { text: string }[] }>(`/practice/conversations/${id}`)
      arrived += messages.filter(({ text }) => text === REPLY).length
    }
    expect(['sent', 'notFound']).toContain(end)
    expect(arrived, 'how often the reply is in the thread').toBe(end === 'sent' ? 1 : 0)
  },
  filing: async ({ dataDir, practice }, end) => {
    expect(end).toBe(FILED)
    const database = new DatabaseSync(databaseFile(dataDir, 'practice'), { readOnly: true })
    const ids = database.prepare('SELECT conversation_id AS id FROM conversations ORDER BY 1').all()
    database.close()
    const there = await Promise.all(
      ids.map(({ id }) => practice<{ status: string; read: boolean }>(`/practice/conversations/${id}`)),
    )
    expect(formatFiled(there.map(({ status, read }) => ({ archived: status === 'ARCHIVE', unread: !read })))).toBe(
      FILED,
    )
  },
  deletion: async ({ practice }, end) => {
    const { counts } = await practice<{ counts: { conversations: number } }>('/practice/status')
    expect(['deleted', 'notFound']).toContain(end)
    expect(counts.conversations, 'conversations that are left').toBe(end === 'deleted' ? 1 : 2)
  },
  listing: async ({ practice }, end) => {
    expect(end).toBe('ended')
    const { requests } = await practice<{ requests: readonly { operation: string }[] }>('/practice/status')
    for (const operation of [
      'createOffer',
      'publishOffer',
      'bulkUpdatePriceQuantity',
      'withdrawOffer',
      'deleteOffer',
    ]) {
      const times = requests.filter((request) => request.operation === operation).length
      expect(times, `how often ${operation} was sent`).toBeLessThanOrEqual(1)
    }
  },
  run: async ({ practice }, end) => {
    const { counts } = await practice<{ counts: { inventoryWrites: number } }>('/practice/status')
    const titles = (await practice<readonly { title: string }[]>('/practice/skus')).map(({ title }) => title)
    const written = titles.filter((title) => title === NEW_TITLE).length
    expect(end).toBe(`${written} saved, ${2 - written} not`)
    expect(counts.inventoryWrites, 'items that were written').toBe(written)
  },
  subscription: async ({ practice }, end) => {
    const { counts } = await practice<{ counts: { subscriptions: number } }>('/practice/status')
    expect(['enabled', 'notFound']).toContain(end)
    expect(counts.subscriptions, 'subscriptions that were made').toBe(end === 'enabled' ? 1 : 0)
  },
  item: async ({ dataDir, practice }, end) => {
    const isInProgress = end === 'inProgress'
    if (!isInProgress) expect(end).toBe('saved')
    const { counts } = await practice<{ counts: { inventoryWrites: number } }>('/practice/status')
    const database = new DatabaseSync(databaseFile(dataDir, 'practice'), { readOnly: true })
    const ledger = database.prepare('SELECT coalesce(sum(items), 0) AS used FROM item_change_ledger').get()
    const saved = database.prepare('SELECT record FROM item_records').all()
    database.close()
    expect(counts.inventoryWrites, 'how often it was saved').toBeLessThanOrEqual(1)
    if (isInProgress) return
    expect(counts.inventoryWrites, 'how often it was saved').toBe(1)
    expect(Number(ledger?.used), 'changes counted here').toBeGreaterThanOrEqual(counts.inventoryWrites)
    expect(JSON.stringify(saved)).toContain(NEW_TITLE)
  },
  task: async (place, end) => {
    expect((await countTasks(place)) - place.tasksBefore, 'tasks the platform was given').toBeLessThanOrEqual(1)
    // A start in progress is never repeated.
    expect(['completed', 'completedWithError', 'startUnknown']).toContain(end)
  },
  earnings: async ({ dataDir, url }, end) => {
    const listed = await listTransactions(url)
    expect(end).toBe(`${listed.length} read`)
    const database = new DatabaseSync(databaseFile(dataDir, 'practice'), { readOnly: true })
    const read = database
      .prepare(
        `SELECT transaction_id AS id, amount_minor AS minor FROM earnings_transactions WHERE type NOT LIKE 'ESTIMATED%'`,
      )
      .all()
    database.close()
    const sum = (all: readonly { readonly minor: unknown }[]): number =>
      all.reduce((total, { minor }) => total + Number(minor), 0)
    expect(sum(read as { minor: unknown }[]), 'what was earned').toBe(sum(listed))
    expect(read.map(({ id }) => id).toSorted()).toEqual(listed.map(({ id }) => id).toSorted())
  },
  offer: async ({ practice }, end) => {
    const { requests } = await practice<{ requests: readonly { operation: string }[] }>('/practice/status')
    const { offers } = await practice<{ offers: readonly { buyer: string; status: string }[] }>('/practice/offers')
    const isAccepted = end === 'Accepted'
    if (!isAccepted) expect(end).toBe('notFound')
    expect(offers.find(({ buyer }) => buyer === OFFERING_BUYER)?.status).toBe(isAccepted ? 'Accepted' : 'Pending')
    const times = requests.filter(({ operation }) => operation === 'RespondToBestOffer').length
    expect(times, 'how often the offer was accepted').toBe(isAccepted ? 1 : 0)
  },
  receive: async (_, end) => expect(end).toBe('processed 1'),
  migrate: async ({ dataDir }, end) => {
    expect(end).toBe('migrated')
    const backups = join(dirname(databaseFile(dataDir, 'practice')), 'backups')
    expect(readdirSync(backups).length, 'backups').toBeGreaterThanOrEqual(1)
  },
}
