/** The data folder of a shop as 0.3.0 left it, opened by the present app on a practice platform that has the same things. */
import { generateKeyPairSync } from 'node:crypto'
import diagnosticsChannel from 'node:diagnostics_channel'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { createApp } from '../../main/app.ts'
import { databaseFile } from '../../main/connection/connection-list.ts'
import { practiceCredentials } from '../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../main/practice/platform.ts'
import { createDriver, givenAt, portsOn } from '../reliability/whole-app.ts'
import { createFakeClock } from './fake-clock.ts'

const load = (name: string): string =>
  readFileSync(new URL(`./databases/0.3.0/${name}`, import.meta.url), { encoding: 'utf8' })

/** Ten seconds after 0.3.0 was ended. */
const OPENED_MS = Date.UTC(2026, 10, 21, 9, 19, 47)

/** Writes the database of 0.3.0, with the file beside it that says that nothing was sent since (OFF-04). */
export const writeReleasedDatabase = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  connection.exec(load('practice.sql'))
  const position = Number(connection.prepare('SELECT position FROM outbound_mark').get()?.position)
  const mark = `${file}.mark-${position}`
  writeFileSync(mark, '')
  const { ino, birthtimeNs } = statSync(mark, { bigint: true })
  connection.prepare('UPDATE outbound_mark SET identity = ?').run(`${ino}:${birthtimeNs}`)
  connection.close()
}

/** Writes the practice platform's state, with a new signing key. */
const writeReleasedPlatform = (file: string): void => {
  const [head = '', ...lines] = load('practice-shop.jsonl').trim().split('\n')
  const lists: Record<string, unknown[]> = {}
  for (const line of lines) {
    const [name, element] = JSON.parse(line) as [string, unknown]
    lists[name] = [...(lists[name] ?? []), element]
  }
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signingKey = {
    kid: 'new',
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }),
  }
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(head) as object), ...lists, signingKey }))
}

type Sent = { readonly method: string; readonly path: string; readonly body: string }
type Created = { readonly request: Sent & { readonly origin: string; readonly body: unknown } }

export const openReleasedShop = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-released-'))
  const dataDir = join(folder, 'data')
  writeReleasedDatabase(databaseFile(dataDir, 'practice'))
  const stateFile = join(folder, 'practice-shop.json')
  writeReleasedPlatform(stateFile)
  const clock = createFakeClock(OPENED_MS)
  const platform = await startPracticePlatform({ platform: 'ebay', stateFile, now: clock.nowMs })

  const sent: Sent[] = []
  const onCreate = (message: unknown): void => {
    const { request } = message as Created
    const isOwn = request.origin === platform.url && !request.path.startsWith('/practice/')
    if (isOwn && request.method !== 'GET') sent.push({ ...request, body: String(request.body ?? '') })
  }
  diagnosticsChannel.subscribe('undici:request:create', onCreate)

  const { profile, ...source } = givenAt(platform.url)
  const given = { ...source, profile: { ...profile, platform: 'ebay' as const } }
  const app = await createApp(portsOn(dataDir, undefined, clock), { given })
  const driver = createDriver(app.call, platform.url, { ack: () => undefined, found: () => undefined })

  const readToken = async (): Promise<string> => {
    const { clientId, clientSecret, refreshToken } = practiceCredentials
    const answer = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const token = await readToken()
  sent.length = 0

  /** Lets the app work until the call is answered. */
  const ask = async <T>(method: string, input: unknown = {}): Promise<T> => {
    const answer = driver.ask<T>(method, input)
    let isOver = false
    const over = (): void => {
      isOver = true
    }
    void answer.then(over, over)
    while (!isOver) {
      await clock.advance(10)
      await setTimeout(1)
    }
    return answer
  }

  return {
    ask,
    sent,
    clock,
    start: () => app.start(),
    /** Advances the clock; requests get real time in between. */
    pass: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 500) {
        await clock.advance(500)
        await setTimeout(2)
      }
    },
    /** Reads the platform as the seller's other tools do. */
    read: async <T>(path: string): Promise<T> => {
      const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en-US' }
      return (await (await fetch(`${platform.url}${path}`, { headers })).json()) as T
    },
    close: async (): Promise<void> => {
      diagnosticsChannel.unsubscribe('undici:request:create', onCreate)
      await app.stop()
      await platform.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
