import { createHash } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Rig, type RigOptions, startRig } from './notifications-rig.ts'

const verificationToken = 'Canary-71745723-d031-455c-bfa5-f90d11b4f20a'

let rig: Rig
let tunnel: Server | undefined

const start = async (options: RigOptions = {}): Promise<void> => {
  rig = await startRig({ ...options, secrets: new Map([['verificationToken', verificationToken]]) })
}

/** A tunnel that answers by itself; the receiver's registered address is its own. */
const startBehind = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  tunnel = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  await rig.stop()
  await start({ profile: { receiver: { registeredUrl: url } } })
  return url
}

beforeEach(() => start())
afterEach(async () => {
  await rig.stop()
  await new Promise((resolve) => (tunnel === undefined ? resolve(undefined) : tunnel.close(resolve)))
  tunnel = undefined
})

const everySaid = (said: unknown): string => JSON.stringify(said)

describe('what is hashed for a challenge', () => {
  it('RCV-02 shows the three texts in their order, byte by byte, and the answer; of the token nothing but its length', async () => {
    const { registeredUrl } = await rig.view()
    const shown = await rig.handlers.challenge({ challengeCode: 'ä1', endpoint: null })
    expect(shown.parts).toEqual([
      { part: 'challengeCode', shown: 'ä1', bytes: 3, hex: 'c3 a4 31' },
      {
        part: 'verificationToken',
        shown: '•'.repeat(verificationToken.length),
        bytes: verificationToken.length,
        hex: Array.from({ length: verificationToken.length }, () => '••').join(' '),
      },
      {
        part: 'endpoint',
        shown: registeredUrl,
        bytes: registeredUrl?.length,
        hex: expect.stringMatching(/^68 74 74 70 3a 2f 2f/),
      },
    ])
    const hash = createHash('sha256').update(`ä1${verificationToken}${registeredUrl}`).digest('hex')
    expect(shown.response).toBe(hash)
  })

  it('RCV-02 is for another address where one is given, and a pasted answer is compared with it', async () => {
    const endpoint = 'https://shop.example/hooks'
    const { response } = await rig.handlers.challenge({ challengeCode: 'c', endpoint })
    const asked = { challengeCode: 'c', endpoint }
    expect(await rig.handlers.diagnoseChallenge({ ...asked, given: response })).toEqual({ verdict: 'right' })
    expect(await rig.handlers.diagnoseChallenge({ ...asked, given: response.toUpperCase() })).toMatchObject({
      verdict: 'nearMiss',
    })
  })

  it('AUT-04 never tells the verification token: a fingerprint stands for it, and a token is compared in main', async () => {
    const given = createHash('sha256').update(`c${verificationToken}\n`).digest('hex')
    const shown = await rig.handlers.challenge({ challengeCode: 'c', endpoint: null })
    expect(shown.fingerprint).toBe(createHash('sha256').update(verificationToken).digest('hex').slice(0, 8))
    const compare = async (token: string) => (await rig.handlers.compareToken({ token })).verdict
    expect(await compare(verificationToken)).toBe('same')
    expect(await compare(` ${verificationToken}\n`)).toBe('sameButSpace')
    expect(await compare(verificationToken.toUpperCase())).toBe('sameButCase')
    expect(await compare(verificationToken.slice(1))).toBe('other')
    const said = [
      shown,
      await rig.handlers.diagnoseChallenge({ challengeCode: 'c', endpoint: null, given }),
      await rig.handlers.askChallenge({ way: 'here' }),
      await rig.handlers.compareToken({ token: 'another' }),
      await rig.handlers.board({}),
      await rig.view(),
      rig.log.lines,
      rig.emitted,
    ]
    // Not the whole of it, and not its first or last letters.
    for (const part of [verificationToken, verificationToken.slice(0, 6), verificationToken.slice(-6)]) {
      expect(everySaid(said)).not.toContain(part)
    }
  })

  it('RCV-02 answers with a token of the seller once it is taken, and says that the registration is outdated', async () => {
    await rig.handlers.register({ events: ['ItemSold'] })
    const chosen = 'Chosen_by-the-seller-0123456789-abcdef'
    await rig.handlers.useToken({ token: chosen })
    expect(await rig.handlers.askChallenge({ way: 'here' })).toMatchObject({ isRight: true })
    const { registeredUrl, registration } = await rig.view()
    const { response } = await rig.handlers.challenge({ challengeCode: 'c', endpoint: null })
    expect(response).toBe(createHash('sha256').update(`c${chosen}${registeredUrl}`).digest('hex'))
    expect(registration.state).toBe('outdated')
    expect(everySaid(rig.log.lines)).not.toContain(chosen)
  })
})

describe('asking the challenge', () => {
  it("RCV-02 finds that it is answered here, and does not take its own question for the platform's", async () => {
    const before = (await rig.view()).registration
    expect(await rig.handlers.askChallenge({ way: 'here' })).toMatchObject({
      isRight: true,
      status: 200,
      words: ['It is answered as the platform wants it.'],
    })
    expect((await rig.view()).registration).toEqual(before)
    expect(rig.database.all("SELECT * FROM notification_settings WHERE name = 'lastChallengeAtMs'")).toEqual([])
  })

  it('RCV-02 goes by way of the registered address and finds what stands between', async () => {
    const address = await startBehind((request, response) => {
      // A proxy that hands the question on, to the receiver that knows the address by another name.
      const { searchParams } = new URL(request.url ?? '', 'http://none.invalid')
      const text = `${searchParams.get('challenge_code')}${verificationToken}${address}/`
      response.setHeader('content-type', 'text/html')
      response.end(JSON.stringify({ challengeResponse: createHash('sha256').update(text).digest('hex') }))
    })
    expect(await rig.handlers.askChallenge({ way: 'registered' })).toMatchObject({
      address,
      isRight: false,
      status: 200,
      words: [
        'Its content type is text/html; the platform wants application/json.',
        'The endpoint has a slash at its end that the registered one has not.',
      ],
    })
  })

  it.each([
    [
      'leads on',
      302,
      { location: 'https://login.example/' },
      'It leads on to https://login.example/ (HTTP 302). Register the address where it ends.',
    ],
    ['is not found', 404, {}, 'It is answered with HTTP 404; the platform wants 200.'],
  ])('says so where the registered address %s', async (_what, status, headers, words) => {
    await startBehind((_request, response) => {
      response.writeHead(status, headers)
      response.end('x'.repeat(100_000))
    })
    const said = await rig.handlers.askChallenge({ way: 'registered' })
    expect(said).toMatchObject({ isRight: false, status, words: [words] })
    expect(said.text.length).toBeLessThanOrEqual(2_000)
  })

  it('says so where nothing answers', async () => {
    const address = await startBehind(() => {})
    await new Promise((resolve) => tunnel?.close(resolve))
    tunnel = undefined
    expect(await rig.handlers.askChallenge({ way: 'registered' })).toMatchObject({
      address,
      isRight: false,
      status: null,
      words: [expect.stringContaining('Nothing answers at this address')],
    })
  })

  it('AUT-04 does not pass on a token that somebody answers with in place of its digest', async () => {
    await startBehind((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ challengeResponse: verificationToken }))
    })
    const asked = await rig.handlers.askChallenge({ way: 'registered' })
    expect(asked.isRight).toBe(false)
    expect(asked.text).toContain('(the verification token)')
    expect(everySaid(asked)).not.toContain(verificationToken)
  })
})
