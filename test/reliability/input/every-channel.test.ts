/**
 * A compromised page calls every method of the contract through the desktop's bridge, with hostile inputs and from foreign
 * frames.
 *
 * Each call is answered with a result or a typed error. No error is `internal`, no call from a foreign frame reaches the
 * core, no prototype is polluted, and no answer, event or log line contains a secret.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../../../main/app.ts'
import { APP_ORIGIN } from '../../../main/hosts/electron/app-protocol.ts'
import { attachIpcBridge, type SenderEvent } from '../../../main/hosts/electron/ipc-bridge.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { contract } from '../../../shared/ipc/contract.ts'
import type { Result } from '../../../shared/result.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { givenAt, portsOn } from '../whole-app.ts'

type Answer = (event: SenderEvent, message: unknown) => Promise<Result<unknown>>

const CANARY = 'canary-secret-4408'
const OUR_WINDOW = 1

let folder = ''
let platform: PracticePlatform
let app: App
let answer: Answer
let reached: string[] = []
const events: string[] = []
const log = createRecordingLog()

const methods = Object.entries(contract).flatMap(([feature, members]) =>
  Object.entries(members).flatMap(([name, { type }]) => (type === 'event' ? [] : [`${feature}.${name}`])),
)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-channels-'))
  platform = await startPracticePlatform({ conversations: 1, items: 1 })
  const ports = portsOn(join(folder, 'data'), log)
  // The verification token is shown to the seller on purpose, to be copied into the platform's portal.
  const vault = {
    ...ports.vault,
    get: async (key: string) => (key.endsWith('/verificationToken') ? 'shown-by-intent' : CANARY),
  }
  app = await createApp({ ...ports, vault }, { given: givenAt(platform.url) })
  app.events.subscribe((event) => events.push(JSON.stringify(event)))
  attachIpcBridge(
    {
      handle: (_channel, listener) => {
        answer = listener
      },
      on: () => undefined,
      removeHandler: () => undefined,
      removeAllListeners: () => undefined,
    },
    {
      app: {
        call: (method, input) => {
          reached.push(method)
          return app.call(method, input)
        },
        events: app.events,
      },
      isOurWindow: (id) => id === OUR_WINDOW,
      log,
    },
  )
})
afterAll(async () => {
  await app.stop()
  await platform.stop()
  rmSync(folder, { recursive: true, force: true })
})

const from = (senderFrame: SenderEvent['senderFrame'], id = OUR_WINDOW): SenderEvent => ({
  sender: { id, isDestroyed: () => false, send: () => undefined, once: () => undefined },
  senderFrame,
})
const ourPage = from({ origin: APP_ORIGIN, parent: null })

const nested = (depth: number): unknown => {
  let value: unknown = 'the end'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { a: value } : [value]
  return value
}

/** An input with the right field names and `value` in each, which fails only at the fields' schemas. */
const filledWith = (method: string, value: unknown): object => {
  const [feature = '', name = ''] = method.split('.')
  const member = (contract as Record<string, Record<string, { input?: { shape?: object } }>>)[feature]?.[name]
  return Object.fromEntries(Object.keys(member?.input?.shape ?? {}).map((field) => [field, value]))
}

const polluting = JSON.parse(
  '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{"polluted":true}}',
)
const hostile: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  number: Number.NaN,
  infinite: Number.NEGATIVE_INFINITY,
  'a huge number': Number.MAX_VALUE,
  bigint: 2n ** 80n,
  date: new Date(Number.NaN),
  bytes: new Uint8Array(1_000),
  map: new Map([['__proto__', { polluted: true }]]),
  'a text of half a million characters': 'x'.repeat(500_000),
  'five thousand entries': Array.from({ length: 5_000 }, (_, index) => index),
  'five thousand fields': Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, index])),
  'ten thousand levels': nested(10_000),
  'a polluting object': polluting,
  'lone surrogates and zeros': '\uD800\0\uDFFF\u202E',
  'a path out': '../../../../etc/passwd',
  'SQL statements': `'; DROP TABLE conversations; --`,
}

/** Calls every method with every hostile input. Returns the answers with an unexpected error or a secret. */
const wrongAnswers = async (give: Answer, asked: readonly string[]): Promise<readonly string[]> => {
  const wrong: string[] = []
  for (const method of asked) {
    for (const [what, value] of Object.entries(hostile)) {
      const filled = filledWith(method, value)
      // A method without fields gets the same call for every value, so test it once.
      const isNew = value === undefined || Object.keys(filled).length > 0
      for (const input of isNew ? [value, filled] : [value]) {
        const result = await give(ourPage, { method, input }).catch((error: unknown) => ({
          ok: false as const,
          error: { kind: 'thrown', message: String(error) },
        }))
        if (!result.ok && ['internal', 'thrown'].includes(result.error.kind)) wrong.push(`${method} with ${what}`)
        if ((JSON.stringify(result) ?? '').includes(CANARY)) wrong.push(`${method} reported a secret for ${what}`)
      }
    }
    expect(({} as Record<string, unknown>).polluted, method).toBeUndefined()
  }
  return wrong
}

describe('a hostile page', () => {
  it(`gets a typed answer from each of ${methods.length} methods, whatever it sends`, async () => {
    expect(methods.length).toBeGreaterThan(100)
    expect(await wrongAnswers(answer, methods)).toEqual([])
    expect(events.filter((event) => event.includes(CANARY))).toEqual([])
    expect(JSON.stringify(log.lines)).not.toContain(CANARY)
    // The app still answers its own page.
    expect(await answer(ourPage, { method: 'app.status', input: {} })).toMatchObject({ ok: true })
  })

  it('null control: a core that fails or reveals a secret is detected', async () => {
    const stumbling: Answer = async () => ({ ok: false, error: { kind: 'internal', message: '', reference: 'here' } })
    expect(await wrongAnswers(stumbling, ['app.status'])).toContain('app.status with null')
    const telling: Answer = async () => ({ ok: true, value: { clientSecret: CANARY } })
    expect(await wrongAnswers(telling, ['app.status'])).toContain('app.status reported a secret for null')
  })

  it('reaches nothing from a foreign frame, origin or window', async () => {
    const strangers: Readonly<Record<string, SenderEvent>> = {
      'a frame in the page': from({ origin: APP_ORIGIN, parent: {} }),
      'another origin': from({ origin: 'https://example.com', parent: null }),
      'an opaque origin': from({ origin: 'null', parent: null }),
      'another window': from({ origin: APP_ORIGIN, parent: null }, 2),
      'a frame that is gone': from(null),
    }
    reached = []
    for (const [who, event] of Object.entries(strangers)) {
      for (const method of methods) {
        expect(await answer(event, { method, input: {} }), `${method} for ${who}`).toMatchObject({
          ok: false,
          error: { kind: 'forbidden' },
        })
      }
    }
    expect(reached).toEqual([])
  })
})
