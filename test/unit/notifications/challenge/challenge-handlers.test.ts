import { createHash } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Rig, type RigOptions, startRig } from '../notifications-rig.ts'

const verificationToken = 'Canary-71745723-d031-455c-bfa5-f90d11b4f20a'

let rig: Rig
let tunnel: Server | undefined

const start = async (options: RigOptions = {}): Promise<void> => {
  rig = await startRig({ ...options, secrets: new Map([['verificationToken', verificationToken]]) })
}

/** Starts a tunnel that answers in place of the receiver, and registers its address. */
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

describe('the hash of a challenge', () => {
  it('RCV-02 shows the three texts and the answer, but only the length of the token', async () => {
    const { registeredUrl } = await rig.view()
    const shown = await rig.handlers.challenge({ challengeCode: 'ä1', endpoint: null })
    expect(shown.parts).toEqual([
      { part: 'challengeCode', shown: 'ä1', bytes: 3 },
      {
        part: 'verificationToken',
        shown: '•'.repeat(verificationToken.length),
        bytes: verificationToken.length,
      },
      {
        part: 'endpoint',
        shown: registeredUrl,
        bytes: registeredUrl?.length,
      },
    ])
    const hash = createHash('sha256').update(`ä1${verificationToken}${registeredUrl}`).digest('hex')
    expect(shown.response).toBe(hash)
  })

  it('RCV-02 works for another address too', async () => {
    const endpoint = 'https://shop.example/hooks'
    const { response } = await rig.handlers.challenge({ challengeCode: 'c', endpoint })
    const asked = { challengeCode: 'c', endpoint }
    expect(await rig.handlers.diagnoseChallenge({ ...asked, given: response })).toEqual({ verdict: 'right' })
    expect(await rig.handlers.diagnoseChallenge({ ...asked, given: response.toUpperCase() })).toMatchObject({
      verdict: 'nearMiss',
    })
  })

  it('AUT-04 never returns the verification token', async () => {
    const given = createHash('sha256').update(`c${verificationToken}\n`).digest('hex')
    const shown = await rig.handlers.challenge({ challengeCode: 'c', endpoint: null })
    const returned = [
      shown,
      await rig.handlers.diagnoseChallenge({ challengeCode: 'c', endpoint: null, given }),
      await rig.handlers.sendChallenge({ route: 'loopback' }),
      await rig.handlers.subscriptions({}),
      await rig.view(),
      rig.log.lines,
      rig.emitted,
    ]
    for (const part of [verificationToken, verificationToken.slice(0, 6), verificationToken.slice(-6)]) {
      expect(JSON.stringify(returned)).not.toContain(part)
    }
  })

  it("RCV-02 answers with the seller's token once set, and the registration is outdated", async () => {
    await rig.handlers.register({ events: ['ItemSold'] })
    const chosen = 'Chosen_by-the-seller-0123456789-abcdef'
    await rig.handlers.setVerificationToken({ token: chosen })
    expect(await rig.handlers.sendChallenge({ route: 'loopback' })).toMatchObject({ isRight: true })
    const { registeredUrl, registration } = await rig.view()
    const { response } = await rig.handlers.challenge({ challengeCode: 'c', endpoint: null })
    expect(response).toBe(createHash('sha256').update(`c${chosen}${registeredUrl}`).digest('hex'))
    expect(registration.state).toBe('outdated')
    expect(JSON.stringify(rig.log.lines)).not.toContain(chosen)
  })
})

it.each([
  ['neutral', true],
  ['ebay', false],
] as const)('RCV-02 takes a short verification token on %s: %s', async (platform, isTaken) => {
  await rig.stop()
  await start({ profile: { platform } })
  const stored = rig.handlers.setVerificationToken({ token: 'short.one' })
  await (isTaken ? expect(stored).resolves.toBeUndefined() : expect(stored).rejects.toThrow('32 to 80 letters'))
})

describe('sending a challenge', () => {
  it("RCV-02 is answered over loopback and doesn't count as the platform's challenge", async () => {
    const before = (await rig.view()).registration
    expect(await rig.handlers.sendChallenge({ route: 'loopback' })).toMatchObject({
      isRight: true,
      status: 200,
      messages: ['The answer is right.'],
    })
    expect((await rig.view()).registration).toEqual(before)
    expect(rig.database.all("SELECT * FROM notification_settings WHERE name = 'lastChallengeAtMs'")).toEqual([])
  })

  it('RCV-02 finds a proxy that changes the answer', async () => {
    const address = await startBehind((request, response) => {
      // A proxy in front of a receiver that knows the address with a slash.
      const { searchParams } = new URL(request.url ?? '', 'http://none.invalid')
      const text = `${searchParams.get('challenge_code')}${verificationToken}${address}/`
      response.setHeader('content-type', 'text/html')
      response.end(JSON.stringify({ challengeResponse: createHash('sha256').update(text).digest('hex') }))
    })
    expect(await rig.handlers.sendChallenge({ route: 'registered' })).toMatchObject({
      address,
      isRight: false,
      status: 200,
      messages: [
        'The content type is text/html; it must be application/json.',
        'A slash was added to the endpoint’s end.',
      ],
    })
  })

  it.each([
    [
      'redirects',
      302,
      { location: 'https://login.example/' },
      'It redirects to https://login.example/. Enter the final address as the public address.',
    ],
    ['is not found', 404, {}, 'The answer has status 404; it must be 200.'],
  ])('reports that the registered address %s', async (_what, status, headers, message) => {
    await startBehind((_request, response) => {
      response.writeHead(status, headers)
      response.end('x'.repeat(100_000))
    })
    const sent = await rig.handlers.sendChallenge({ route: 'registered' })
    expect(sent).toMatchObject({ isRight: false, status, messages: [message] })
    expect(sent.text.length).toBeLessThanOrEqual(2_000)
  })

  it('reports that nothing answers', async () => {
    const address = await startBehind(() => {})
    await new Promise((resolve) => tunnel?.close(resolve))
    tunnel = undefined
    expect(await rig.handlers.sendChallenge({ route: 'registered' })).toMatchObject({
      address,
      isRight: false,
      status: null,
      messages: [
        expect.stringMatching(
          /refuses connections right now\. Check that the tunnel or proxy is running, and its address\.$/,
        ),
      ],
    })
  })

  it('AUT-04 hides a token in an answer that should be its digest', async () => {
    await startBehind((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ challengeResponse: verificationToken }))
    })
    const asked = await rig.handlers.sendChallenge({ route: 'registered' })
    expect(asked.isRight).toBe(false)
    expect(asked.text).toContain('(the verification token)')
    expect(JSON.stringify(asked)).not.toContain(verificationToken)
  })
})
