import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { getOneConversation } from '../../../main/connection/check-services.ts'
import { responseFailure } from '../../../main/http/failures.ts'
import { connectionContract } from '../../../shared/connection/contract.ts'
import type { ProfileFile } from '../../../shared/connection/profile.ts'
import { noErrors } from '../../support/error-catalog.ts'
import { type Opened, openPractice, startPlatform } from './open-practice.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const open = async (profile: Partial<ProfileFile> = {}): Promise<Opened> => {
  const opened = await openPractice(profile)
  closing.push(opened.close)
  return opened
}
const platform = async () => {
  const started = await startPlatform()
  closing.push(started.stop)
  return started
}
const operationsOf = async ({ practiceHandlers }: Opened) =>
  (await practiceHandlers.status({})).requests.map(({ operation, status }) => `${operation} ${status}`)

describe('a connection to the practice platform', () => {
  it('starts one for a new user, signs in automatically, and stores the shop in the data folder', async () => {
    const connection = await open()
    expect(connection.profile.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await connection.send(getOneConversation(connection.profile))).status).toBe(200)
    const status = connectionContract.status.output.parse(await connection.handlers.status({}))
    expect(status).toMatchObject({
      connection: { id: 'practice', kind: 'practice', marketplaceId: 'SVC_US' },
      online: { state: 'online', nextTryAtMs: null },
      session: { state: 'signedIn', scopes: connection.profile.scopes.user },
      secrets: 'kept',
    })
    expect(readdirSync(connection.dataDir)).toContain('practice-shop.json')
  })

  it('AUT-02 renews an expired token once for twenty calls, and each succeeds', async () => {
    const connection = await open()
    const read = () => connection.send(getOneConversation(connection.profile))
    await read()
    await connection.practiceHandlers.advanceClock({ ms: 3 * 3_600_000 })
    const answers = await Promise.all(Array.from({ length: 20 }, read))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const operations = await operationsOf(connection)
    expect(operations.filter((operation) => operation === 'token 200')).toHaveLength(2)
  })

  it('AUT-03 names the missing scope and does not renew the token', async () => {
    const { url } = await platform()
    const connection = await open({
      baseUrl: url,
      scopes: { user: [`${url}/oauth/api_scope/sell.inventory`], application: [`${url}/oauth/api_scope`] },
    })
    const answer = await connection.send(getOneConversation(connection.profile))
    expect(answer.status).toBe(403)
    const failure = responseFailure('messages', answer, noErrors, { scope: `${url}/oauth/api_scope/message` })
    expect(failure.detail).toMatchObject({ kind: 'forbidden', scope: `${url}/oauth/api_scope/message` })
    expect((await operationsOf(connection)).filter((operation) => operation.startsWith('token'))).toHaveLength(1)
  })

  it('AUT-03 calls the sign-in service a limited number of times if every token is refused', async () => {
    const connection = await open()
    await connection.practiceHandlers.setFault({ operation: 'messaging', fault: 'status', value: 401 })
    const outcomes: unknown[] = []
    for (let n = 0; n < 10; n += 1) {
      const outcome = connection.send(getOneConversation(connection.profile)).then(
        ({ status }) => status,
        (error: unknown) => (error as { detail: { kind: string } }).detail.kind,
      )
      outcomes.push(await outcome)
    }
    expect(new Set(outcomes)).toEqual(new Set([401]))
    const tokens = (await operationsOf(connection)).filter((operation) => operation.startsWith('token'))
    expect(tokens).toHaveLength(2)
  })

  it('AUT-01 leaves the tokens alone when a legacy credential changes', async () => {
    const shop = await platform()
    const connection = await open({
      id: 'sandbox',
      kind: 'sandbox',
      baseUrl: shop.url,
      oauth: { clientId: 'practice-client' },
    })
    await connection.handlers.keepSecrets({ clientSecret: 'practice-secret', refreshToken: 'practice-refresh-token' })
    const countTokens = async (): Promise<number> => {
      await connection.send(getOneConversation(connection.profile))
      const status = (await (await fetch(`${shop.url}/practice/status`)).json()) as {
        requests: { operation: string }[]
      }
      return status.requests.filter(({ operation }) => operation === 'token').length
    }
    expect(await countTokens()).toBe(1)
    await connection.handlers.keepSecrets({ certName: 'another-cert', userToken: 'another-token' })
    expect(await countTokens()).toBe(1)
    await connection.handlers.keepSecrets({ clientSecret: 'practice-secret' })
    expect(await countTokens()).toBe(2)
  })

  it('MSG-13 sends once, despite a lost answer and an overloaded platform', async () => {
    const connection = await open()
    const post = () =>
      connection.send({
        ...getOneConversation(connection.profile),
        operation: 'sendMessage',
        method: 'POST',
        url: `${connection.profile.baseUrl}/commerce/message/v1/send_message`,
        pathTemplate: '/send_message',
        body: JSON.stringify({ otherPartyUsername: 'someone', messageText: 'Once.' }),
        lane: 'write',
        repeatable: false,
      })
    await connection.practiceHandlers.setFault({ operation: 'sendMessage', fault: 'dropAfterActing', count: 1 })
    await expect(post()).rejects.toMatchObject({ outcome: 'unknown' })
    await connection.practiceHandlers.setFault({ operation: 'sendMessage', fault: 'status', value: 503, count: 1 })
    expect((await post()).status).toBe(503)
    const sends = (await operationsOf(connection)).filter((operation) => operation.startsWith('sendMessage'))
    expect(sends.toSorted()).toEqual(['sendMessage 503', 'sendMessage null'])
  })

  it('goes offline with the platform and comes back online with it', async () => {
    const connection = await open()
    await connection.handlers.tryNow({})
    await connection.practiceHandlers.setFault({ operation: 'all', fault: 'offline' })
    expect(await connection.handlers.tryNow({})).toEqual({ state: 'offline' })
    const isBack = new Promise<void>((resolve) => {
      connection.online.onChange((online) => (online ? resolve() : undefined))
    })
    await connection.practiceHandlers.clearFaults({})
    await isBack
    expect((await connection.handlers.status({})).online).toMatchObject({ state: 'online', nextTryAtMs: null })
    expect(connection.events).toContain('connection.changed')
  })

  it('checks each service and reports problems', async () => {
    const { url } = await platform()
    const connection = await open({ baseUrl: url })
    const well = connectionContract.check.output.parse(await connection.handlers.check({}))
    expect(well.services.map(({ name, ok }) => [name, ok])).toEqual([
      ['Messages', true],
      ['Items', true],
      ['Mapping', true],
      ['Notifications', true],
    ])
    await connection.practiceHandlers.setFault({ operation: 'getTopics', fault: 'status', value: 400 })
    const { services } = await connection.handlers.check({})
    expect(services.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['Notifications'])
  })

  it('MAP-13 distinguishes a missing right from a task that does not exist', async () => {
    const { url } = await platform()
    const connection = await open({
      baseUrl: url,
      scopes: { user: [`${url}/oauth/api_scope/message`], application: [`${url}/oauth/api_scope`] },
    })
    const { services } = await connection.handlers.check({})
    expect(services.find(({ name }) => name === 'Mapping')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/permission/),
    })
  })

  it('SEC-06 requests no mirrored picture of a real shop from a private address', async () => {
    const asked: string[] = []
    const neighbour = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
    const { port } = neighbour.address() as AddressInfo
    const opened = await openPractice({
      id: 'sandbox',
      kind: 'sandbox',
      baseUrl: 'https://shop.example',
      pictureMirrors: ['http:', 'https:'].map((scheme) => ({
        from: `https://pictures.example/${scheme}/`,
        to: `${scheme}//127.0.0.1:${port}/`,
      })),
    })
    for (const scheme of ['http:', 'https:']) {
      const { problem } = await opened.handlers.image({ url: `https://pictures.example/${scheme}/a.png` })
      expect(problem, scheme).toMatch(/private network|plain HTTP/)
    }
    await opened.close()
    neighbour.close()
    expect(asked).toEqual([])
  })

  it("shows the shop's pictures through their mirror", async () => {
    const connection = await open()
    const { items } = await connection.practiceHandlers.items({})
    const url = `https://pictures.practice.invalid/${items[0]?.sku.toLowerCase()}-1.png`
    const picture = await connection.handlers.image({ url })
    expect(picture.problem).toBeNull()
    expect(picture.dataUrl).toMatch(/^data:image\/(png|jpeg|gif|webp);base64,/)
  })

  it('AUT-04 accepts a secret, uses it, and never returns it', async () => {
    const { url } = await platform()
    const connection = await open({
      kind: 'sandbox',
      baseUrl: url,
      oauth: {
        authorizeUrl: url,
        tokenUrl: `${url}/identity/v1/oauth2/token`,
        clientId: 'practice-client',
        redirectUri: '',
      },
    })
    const session = async () => connectionContract.status.output.parse(await connection.handlers.status({})).session
    expect(await session()).toMatchObject({
      state: 'signInNeeded',
      label: 'This connection has no client secret yet. Add it.',
    })
    await connection.handlers.keepSecrets({ clientSecret: 'practice-secret' })
    expect(await session()).toMatchObject({
      state: 'signInNeeded',
      label: 'No seller has signed in to this connection yet. Sign in.',
    })
    await connection.handlers.keepSecrets({ refreshToken: 'practice-refresh-token' })
    expect((await connection.send(getOneConversation(connection.profile))).status).toBe(200)
    expect(await session()).toMatchObject({ state: 'signedIn' })

    await connection.handlers.keepSecrets({ refreshToken: 'canary-wrong-one' })
    await expect(connection.send(getOneConversation(connection.profile))).rejects.toMatchObject({
      detail: { kind: 'signInNeeded' },
    })
    const reported = JSON.stringify([await connection.handlers.status({}), connection.log.lines])
    for (const secret of ['practice-secret', 'practice-refresh-token', 'canary-wrong-one']) {
      expect(reported).not.toContain(secret)
    }
  })

  it('AUT-04 writes no token or secret to status, log or data folder', async () => {
    const connection = await open()
    const bearers: string[] = []
    await connection.send(getOneConversation(connection.profile))
    await connection.handlers.check({})
    const shopFile = readFileSync(join(connection.dataDir, 'practice-shop.json'), 'utf8')
    for (const [token] of shopFile.matchAll(/practice-access-[0-9a-f-]{36}/g)) bearers.push(token)
    const reported = JSON.stringify([await connection.handlers.status({}), connection.log.lines])
    for (const secret of [...bearers, 'practice-secret', 'practice-refresh-token'])
      expect(reported).not.toContain(secret)
    expect(reported).not.toMatch(/practice-access-/)
    const others = readdirSync(connection.dataDir).filter(
      (name) => name !== 'practice-shop.json' && name !== 'pictures',
    )
    expect(others).toEqual([])
  })
})
