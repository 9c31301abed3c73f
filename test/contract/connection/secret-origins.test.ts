/** SECURITY (SEC-01): a secret reaches only the origins it was entered for, even if another connection reuses the name or id. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { openConnection } from '../../../main/connection/connection.ts'
import { createConnectionListHandlers } from '../../../main/connection/connection-list.ts'
import { type Connection, createConnections } from '../../../main/connection/connections.ts'
import { createTokenMemories } from '../../../main/connection/held-tokens.ts'
import { createConsents } from '../../../main/connection/write-permissions.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { createSerialQueue } from '../../../main/serial-queue.ts'
import { type GivenProfile, listSecretOrigins, type ProfileFile } from '../../../shared/connection/profile.ts'
import { createTestPorts } from '../../support/test-ports.ts'
import { createTestHost } from './open-app.ts'
import { startPlatform } from './open-practice.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const host = fc.constantFrom('https://a.example', 'https://b.example', 'https://c.example', 'http://127.0.0.1:4000')
const builtIn: fc.Arbitrary<ProfileFile> = fc.record({
  name: fc.constantFrom('Shop', 'Lamps'),
  kind: fc.constantFrom('sandbox' as const, 'production' as const),
  platform: fc.constant('ebay' as const),
})
const typed: fc.Arbitrary<ProfileFile> = fc.record(
  {
    name: fc.constantFrom('Shop', 'Lamps'),
    kind: fc.constantFrom('sandbox' as const, 'production' as const),
    baseUrl: host,
    tradingEndpoint: host,
    graphqlUrl: host,
    identityUrl: host,
    mediaUrl: host,
    oauth: fc.record({ authorizeUrl: host, tokenUrl: host, clientId: fc.constant('client') }, { requiredKeys: [] }),
  },
  { requiredKeys: ['name', 'kind', 'baseUrl'] },
)
const profile = fc.oneof({ arbitrary: typed, weight: 4 }, { arbitrary: builtIn, weight: 1 })
const names = ['clientSecret', 'refreshToken', 'certName', 'userToken', 'verificationToken'] as const
const ids = fc.constantFrom('shop', 'lamps', 'shop-2', 'practice')
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), profile }),
  fc.record({
    do: fc.constant('update' as const),
    id: ids,
    profile,
    /** The write to settings or vault at which the computer crashes. */
    crashAt: fc.option(fc.nat({ max: 12 }), { nil: undefined }),
  }),
  fc.record({ do: fc.constant('give' as const), id: ids, profile }),
  fc.record({ do: fc.constant('type' as const), id: ids, name: fc.constantFrom(...names) }),
)

/** Creates connections on settings and a vault that survive each crash. */
const createBench = (dataDir: string) => {
  let writesLeft = Number.POSITIVE_INFINITY
  const { ports } = createTestPorts(dataDir, () => {
    writesLeft -= 1
    if (writesLeft < 0) throw new Error('the computer went off')
  })
  const start = (given?: GivenProfile) => createConnections({ settings: ports.settings, given, isTaken: () => false })
  let connections = start()

  const withSecrets = async <T>(
    { profile: profileFile }: Connection,
    run: (secrets: Awaited<ReturnType<typeof openConnection>>['secrets']) => Promise<T>,
  ): Promise<T> => {
    const scheduler = createScheduler(ports.clock, ports.log)
    const deps = {
      ports,
      profileFile,
      scheduler,
      consentFor: createConsents(),
      tokenMemories: createTokenMemories(),
      emit: () => undefined,
    }
    const connection = await openConnection(deps)
    try {
      return await run(connection.secrets)
    } finally {
      await scheduler.stop()
      await connection.stop()
    }
  }

  return {
    all: () => connections.all(),
    find: (id: string) => connections.all().find((one) => one.id === id),
    withSecrets,
    create: (next: ProfileFile) => void connections.create(next),
    update: async (id: string, next: ProfileFile, crashAt: number | undefined) => {
      const list = createConnectionListHandlers({
        ports,
        connections,
        openId: () => 'practice',
        onDeleted: () => undefined,
        switchTo: async () => undefined,
        receivers: async () => [],
        release: async () => undefined,
        resume: async () => undefined,
        runSerially: createSerialQueue(),
        emit: () => undefined,
      })
      writesLeft = crashAt ?? Number.POSITIVE_INFINITY
      await Promise.resolve(list.update({ id, profile: next })).catch(() => undefined)
      if (writesLeft < 0) connections = start()
      writesLeft = Number.POSITIVE_INFINITY
    },
    /** Starts with a file, or without it if the file is refused. */
    give: (given: GivenProfile) => {
      try {
        connections = start(given)
      } catch {
        connections = start()
      }
    },
  }
}

describe('secrets and origins', () => {
  it('SEC-01 no sequence of profiles, files, edits and crashes exposes a secret to another origin', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stallhand-origins-'))
    closing.push(() => rmSync(folder, { recursive: true, force: true }))
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        run += 1
        const dataDir = join(folder, String(run))
        mkdirSync(dataDir)
        const bench = createBench(dataDir)
        const givenFor = new Map<string, readonly string[]>()
        for (const [at, one] of steps.entries()) {
          if (one.do === 'create') bench.create(one.profile)
          if (one.do === 'update') await bench.update(one.id, one.profile, one.crashAt)
          if (one.do === 'give') bench.give({ file: 'shop.json', profile: { ...one.profile, id: one.id } })
          const typedInto = one.do === 'type' ? bench.find(one.id) : undefined
          if (one.do === 'type' && typedInto !== undefined) {
            const secret = `secret-${at}`
            givenFor.set(secret, listSecretOrigins(typedInto.profile))
            await bench.withSecrets(typedInto, async (secrets) => {
              await secrets.set(one.name, secret)
              expect(await secrets.get(one.name)).toBe(secret)
            })
          }
          for (const connection of bench.all()) {
            if (connection.id === 'practice') continue
            await bench.withSecrets(connection, async (secrets) => {
              for (const name of names) {
                const secret = await secrets.get(name)
                if (secret === undefined) continue
                expect(givenFor.get(secret)).toEqual(expect.arrayContaining([...listSecretOrigins(connection.profile)]))
              }
            })
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  const startStranger = async () => {
    const seen: string[] = []
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      seen.push(`${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks).toString()}`)
      response.writeHead(400).end('{"error":"invalid_grant"}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  const typeSecrets = (testHost: ReturnType<typeof createTestHost>) =>
    testHost.ask('connection.keepSecrets', {
      clientSecret: 'practice-secret',
      refreshToken: 'practice-refresh-token',
      certName: 'canary-cert',
      userToken: 'canary-user-token',
    })

  it('SEC-01 refuses to start with a file that gives a stored connection another host', async () => {
    const platform = await startPlatform()
    closing.push(() => platform.stop())
    const stranger = await startStranger()
    const testHost = createTestHost()
    closing.push(testHost.close)
    await testHost.start()
    const stored = { name: 'Lamps', kind: 'sandbox' as const, baseUrl: platform.url }
    const { id } = await testHost.ask<{ id: string }>('connection.create', { profile: stored })
    await testHost.ask('connection.open', { id })
    await typeSecrets(testHost)
    for (const more of [
      { oauth: { tokenUrl: `${stranger.url}/token` } },
      { tradingEndpoint: `${stranger.url}/ws/api` },
      { oauth: { authorizeUrl: `${stranger.url}/authorize` } },
    ]) {
      const given = { file: 'lamps.json', profile: { ...stored, id, ...more } }
      await expect(testHost.start(given)).rejects.toThrow(/Give the profile another ID/)
    }
    expect(stranger.seen).toEqual([])
  })

  it('SEC-01 sends another host no secret left by a file with the same id', async () => {
    const platform = await startPlatform()
    closing.push(() => platform.stop())
    const stranger = await startStranger()
    const testHost = createTestHost()
    closing.push(testHost.close)
    const shop = { id: 'lamps', name: 'Lamps', kind: 'sandbox' as const, baseUrl: platform.url }
    await testHost.start({ file: 'one.json', profile: { ...shop, oauth: { clientId: 'practice-client' } } })
    await typeSecrets(testHost)
    await testHost.start({
      file: 'two.json',
      profile: {
        ...shop,
        tradingEndpoint: `${stranger.url}/ws/api`,
        oauth: { clientId: 'practice-client', tokenUrl: `${stranger.url}/token` },
      },
    })
    await testHost.ask('connection.check')
    const status = await testHost.ask<{ keptSecrets: { isKept: boolean }[] }>('connection.status')
    expect(status.keptSecrets.filter(({ isKept }) => isKept)).toEqual([])
    const { notices } = await testHost.ask<{ notices: { text: string }[] }>('app.status')
    expect(notices.map(({ text }) => text)).toContainEqual(expect.stringContaining('entered for other addresses'))
    expect(stranger.seen.filter((request) => /practice-|canary|authorization/i.test(request))).toEqual([])
  })
})
