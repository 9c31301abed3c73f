import { afterEach, describe, expect, it } from 'vitest'
import type { HttpRequest } from '../../../../main/http/request.ts'
import { findAddressProblem } from '../../../../main/notifications/registration/address-problem.ts'
import { completeProfile } from '../../../../shared/connection/profile.ts'
import { type Rig, type RigOptions, SOAP, signatureFor, startRig } from '../notifications-rig.ts'

let rig: Rig | undefined
afterEach(async () => {
  await rig?.stop()
  rig = undefined
})

type Destination = {
  destinationId: string
  name: string
  status: string
  deliveryConfig: { endpoint: string; verificationToken: string }
}

/** A platform that stores what it gets and sends the challenge. */
const start = async (options: RigOptions & { readonly isChallenging?: boolean } = {}) => {
  const started = await startRig(options)
  rig = started
  const memory = {
    alertEmail: undefined as string | undefined,
    destinations: [] as Destination[],
    sets: [] as string[],
    unknownEvents: [] as string[],
    isChallenging: options.isChallenging !== false,
    subscriptions: [] as { subscriptionId: string; destinationId: string; status: string; topicId: string }[],
    /** Whether a destination's address can't be changed. */
    isFixed: false,
    isTopicRefused: false,
  }
  const challenge = async () => {
    if (memory.isChallenging) await started.get('/notifications?challenge_code=from-platform')
  }
  started.platform.state.answer = async (asked: HttpRequest): Promise<[number, unknown] | undefined> => {
    const body: unknown = asked.body?.startsWith('{') ? JSON.parse(asked.body) : undefined
    switch (asked.operation) {
      case 'getConfig':
        return memory.alertEmail === undefined
          ? [404, { errors: [{ errorId: 195026 }] }]
          : [200, { alertEmail: memory.alertEmail }]
      case 'updateConfig':
        memory.alertEmail = (body as { alertEmail: string }).alertEmail
        return [204, undefined]
      case 'getDestinations':
        return [200, { destinations: memory.destinations }]
      case 'createDestination': {
        await challenge()
        const destinationId = `d-${memory.destinations.length + 1}`
        memory.destinations.push({ destinationId, ...(body as Omit<Destination, 'destinationId'>) })
        return [201, { destinationId }]
      }
      case 'updateDestination': {
        const destination = memory.destinations.find(({ destinationId }) => asked.url.endsWith(`/${destinationId}`))
        const { endpoint } = (body as Destination).deliveryConfig
        if (memory.isFixed && destination?.deliveryConfig.endpoint !== endpoint)
          return [409, { errors: [{ errorId: 195020, message: 'no change' }] }]
        await challenge()
        Object.assign(destination ?? {}, body)
        return [204, undefined]
      }
      case 'getSubscriptions':
        return [200, { subscriptions: memory.subscriptions }]
      case 'getTopic':
        return memory.isTopicRefused && asked.url.endsWith('/NEW_MESSAGE')
          ? [403, { errors: [{ errorId: 195011, message: 'Not allowed.' }] }]
          : [200, { topicId: 'T', scope: 'USER', supportedPayloads: [{ format: ['JSON'], schemaVersion: '1.1' }] }]
      case 'createSubscription': {
        const subscriptionId = `s-${memory.subscriptions.length + 1}`
        memory.subscriptions.push({
          subscriptionId,
          ...(body as Omit<(typeof memory.subscriptions)[0], 'subscriptionId'>),
        })
        return [201, { subscriptionId }]
      }
      case 'enableSubscription':
      case 'disableSubscription': {
        const status = asked.operation === 'enableSubscription' ? 'ENABLED' : 'DISABLED'
        Object.assign(memory.subscriptions.find((each) => asked.url.includes(`/${each.subscriptionId}/`)) ?? {}, {
          status,
        })
        return [204, undefined]
      }
      case 'updateSubscription':
        Object.assign(memory.subscriptions.find((each) => asked.url.endsWith(`/${each.subscriptionId}`)) ?? {}, body)
        return [204, undefined]
      case 'SetNotificationPreferences': {
        const unknown = memory.unknownEvents.find((name) => asked.body?.includes(name))
        if (unknown !== undefined) {
          const words = `<ErrorCode>21916672</ErrorCode><LongMessage>Unsupported.</LongMessage>`
          return [
            200,
            `<e:Envelope xmlns:e="${SOAP}"><e:Body><R><Ack>Failure</Ack><Errors>${words}</Errors></R></e:Body></e:Envelope>`,
          ]
        }
        memory.sets.push(asked.body ?? '')
        return [200, `<e:Envelope xmlns:e="${SOAP}"><e:Body><R><Ack>Success</Ack></R></e:Body></e:Envelope>`]
      }
      default:
        return undefined
    }
  }
  return { rig: started, memory }
}

const register = (target: Rig, events: string[] = ['ItemSold'], alertEmail: string | undefined = 'a@example.com') =>
  target.handlers.register({ events, ...(alertEmail === undefined ? {} : { alertEmail }) })

const operations = (target: Rig) => target.platform.requests.map(({ operation }) => operation)

describe('registering the receiver', () => {
  it('NOT-01 SOAP-02 sets config, destination and preferences, in this order', async () => {
    const { rig: target, memory } = await start()
    await register(target, ['ItemSold', 'FeedbackLeft'])
    expect(operations(target)).toEqual([
      'getConfig',
      'updateConfig',
      'getDestinations',
      'createDestination',
      'SetNotificationPreferences',
    ])
    const [destination] = memory.destinations
    expect(destination?.deliveryConfig).toEqual({
      endpoint: `http://127.0.0.1:${target.port}/notifications`,
      verificationToken: target.secrets.get('verificationToken'),
    })
    const { registration } = await target.view()
    expect(registration).toMatchObject({ state: 'complete', events: ['ItemSold', 'FeedbackLeft'] })
    expect(registration.steps.map(({ name, state }) => [name, state])).toEqual(
      ['address', 'receiver', 'config', 'destination', 'preferences', 'subscriptions', 'challenge'].map((name) => [
        name,
        'done',
      ]),
    )
  })

  it('creates nothing twice when repeated', async () => {
    const { rig: target, memory } = await start()
    await register(target)
    target.platform.requests.length = 0
    const again = await register(target, ['ItemSold'], undefined)
    expect(operations(target)).toEqual([
      'getConfig',
      'getDestinations',
      'updateDestination',
      'SetNotificationPreferences',
    ])
    expect(again.state).toBe('complete')
    expect(memory.destinations).toHaveLength(1)
  })

  it('joins a run in progress', async () => {
    const { rig: target } = await start()
    await Promise.all([register(target), register(target)])
    expect(operations(target).filter((name) => name === 'createDestination')).toHaveLength(1)
  })

  it('disables an event that is no longer chosen', async () => {
    const { rig: target, memory } = await start()
    await register(target, ['ItemSold', 'BidReceived'])
    await register(target, ['ItemSold'])
    expect(memory.sets[1]).toContain('<EventType>BidReceived</EventType><EventEnable>Disable</EventEnable>')
  })

  it('stops if the platform needs an alert address', async () => {
    const { rig: target } = await start({ profile: { kind: 'sandbox', platform: 'ebay' } })
    const registration = await target.handlers.register({ events: ['ItemSold'] })
    expect(registration.state).toBe('incomplete')
    expect(registration.message).toContain('email address for alerts')
    expect(operations(target)).toEqual(['getConfig'])
  })

  it('requires no alert address unless the platform says so', async () => {
    const { rig: target, memory } = await start({ profile: { kind: 'sandbox' } })
    expect((await target.handlers.register({ events: ['ItemSold'] })).state).toBe('complete')
    expect(memory.alertEmail).toBeUndefined()
  })

  it('supplies the alert address of a practice connection, and keeps an existing one', async () => {
    const { rig: target, memory } = await start()
    await target.handlers.register({ events: ['ItemSold'] })
    expect(memory.alertEmail).toBe('alerts@practice.example')
    await register(target, ['ItemSold'], 'seller@example.com')
    await target.handlers.register({ events: ['ItemSold'] })
    expect(memory.alertEmail).toBe('seller@example.com')
  })

  it('NOT-01 can be finished after the platform refused an event: deselecting it is enough', async () => {
    const { rig: target, memory } = await start()
    memory.unknownEvents = ['BestOfferPlaced']
    expect(await register(target, ['ItemSold', 'BidReceived', 'BestOfferPlaced'])).toMatchObject({
      state: 'incomplete',
      message: expect.stringContaining('Deselect that event and set up instant alerts again'),
    })
    expect(await register(target, ['ItemSold'])).toMatchObject({ state: 'complete', events: ['ItemSold'] })
    expect(memory.sets.at(-1)).toContain('<EventType>BidReceived</EventType><EventEnable>Disable</EventEnable>')
    expect(await register(target, ['ItemSold'])).toMatchObject({ state: 'complete' })
  })

  it('NOT-01 registering again makes the platform send its challenge again', async () => {
    const { rig: target, memory } = await start({ isChallenging: false })
    expect((await register(target)).state).toBe('incomplete')
    memory.isChallenging = true
    expect((await register(target)).state).toBe('complete')
    expect(memory.destinations).toHaveLength(1)
  })

  it('NOT-01 is complete without a challenge where the platform accepts no address before its challenge', async () => {
    const { rig: target } = await start({
      isChallenging: false,
      profile: { kind: 'sandbox', platform: 'ebay', receiver: { registeredUrl: 'https://shop.example.com/n' } },
      secrets: new Map([['refreshToken', 'practice-refresh-token']]),
    })
    const { steps } = await register(target)
    expect(steps.at(-1)).toMatchObject({
      name: 'challenge',
      state: 'done',
      message: 'eBay accepted the address, which it does only after its challenge was answered.',
    })
  })

  it('RCV-15 is not completed by a challenge that anybody may have sent, but by a signed notification', async () => {
    const { rig: target } = await start({ isChallenging: false })
    await target.get('/notifications?challenge_code=before')
    expect((await register(target)).steps.at(-1)).toMatchObject({ name: 'challenge', state: 'waiting' })
    await target.clock.advance(30_001)
    await target.get('/notifications?challenge_code=later')
    expect((await target.view()).registration).toMatchObject({
      state: 'incomplete',
      message: expect.stringContaining('Whether the platform sent it shows with its first notification'),
    })
    const body = JSON.stringify({ metadata: { topic: 'LISTING' }, notification: { notificationId: 'n-1', data: {} } })
    const signature = signatureFor(target.platform.signer, body)
    await target.post(body, { 'content-type': 'application/json', 'x-svc-signature': signature })
    await target.until((log) => log.some(({ processing }) => processing === 'processed'))
    expect((await target.view()).registration.state).toBe('complete')
    expect((await register(target)).state).toBe('complete')
  })

  it.each([0, 1_000, 3_000])(
    'RCV-02 is complete when the platform sends its challenge %d ms after the call',
    async (delayMs) => {
      const { rig: target } = await start({ isChallenging: false })
      expect((await register(target)).state).toBe('incomplete')
      await target.clock.advance(delayMs)
      await target.get('/notifications?challenge_code=from-platform')
      expect((await target.view()).registration).toMatchObject({ state: 'complete' })
      expect((await register(target)).state).toBe('complete')
    },
  )

  it('RCV-02 a challenge within a minute of an earlier one, and without proof of who sent it, is not denied', async () => {
    const { rig: target } = await start({ isChallenging: false })
    await register(target)
    await target.clock.advance(31_000)
    await target.get('/notifications?challenge_code=later')
    const again = await register(target)
    expect(again.message).toContain('A challenge came later and was answered.')
    await target.clock.advance(31_000)
    expect((await target.view()).registration.message).toContain('A challenge came later and was answered.')
  })

  it.each([
    ['whose address can be changed', false],
    ['whose address can’t be changed', true],
  ])('NOT-01 RCV-14 set-up moves the subscriptions of a destination %s to the new address', async (_, isFixed) => {
    const first = await start()
    await register(first.rig)
    const { database, platform, port, secrets } = first.rig
    await first.rig.stop()
    const registeredUrl = `http://localhost:${port}/notifications`
    const { rig: target, memory } = await start({
      ...{ database, platform, secrets },
      profile: { receiver: { port, registeredUrl } },
    })
    Object.assign(memory, { destinations: first.memory.destinations, isFixed })
    const ofOthers = { endpoint: 'https://other.example/n', verificationToken: 'another token' }
    memory.destinations.push({ destinationId: 'd-9', name: 'Other', status: 'ENABLED', deliveryConfig: ofOthers })
    const subscription = { status: 'ENABLED', topicId: 'ORDER_CONFIRMATION', payload: { format: 'JSON' } }
    memory.subscriptions.push(
      { ...subscription, subscriptionId: 's-1', destinationId: 'd-1' },
      { ...subscription, subscriptionId: 's-2', destinationId: 'd-9' },
    )
    expect((await target.view()).registration.state).toBe('outdated')
    expect((await register(target)).state).toBe('complete')
    const endpointOf = (id: string) => {
      const { destinationId } = memory.subscriptions.find(({ subscriptionId }) => subscriptionId === id) ?? {}
      return memory.destinations.find((each) => each.destinationId === destinationId)?.deliveryConfig.endpoint
    }
    expect(endpointOf('s-1')).toBe(registeredUrl)
    expect(endpointOf('s-2')).toBe(ofOthers.endpoint)
  })

  it('NOT-01 is outdated, not complete, while a subscription delivers to an earlier address', async () => {
    const { rig: target, memory } = await start()
    await register(target)
    const verificationToken = memory.destinations[0]?.deliveryConfig.verificationToken ?? ''
    const earlier = { endpoint: 'http://localhost:1/notifications', verificationToken }
    memory.destinations.push({ destinationId: 'd-0', name: 'Stallhand', status: 'ENABLED', deliveryConfig: earlier })
    memory.subscriptions.push({ subscriptionId: 's-1', destinationId: 'd-0', status: 'ENABLED', topicId: 'LISTING' })
    await target.handlers.getDestinations({})
    await target.handlers.getSubscriptions({})
    expect((await target.view()).registration).toMatchObject({
      state: 'outdated',
      message: '1 subscription still delivers to an earlier address. Set up instant alerts again.',
    })
    await register(target)
    expect((await target.view()).registration.state).toBe('complete')
    expect(memory.subscriptions).toMatchObject([{ destinationId: 'd-1' }])
  })

  it('NOT-05 subscribes to the chosen topics once, and ends those no longer chosen', async () => {
    const { rig: target, memory } = await start()
    const chooseTopics = (on: string[], off: string[] = []) =>
      target.handlers.register({ events: ['ItemSold'], topics: { on, off } })
    for (let count = 0; count < 2; count += 1) {
      expect((await chooseTopics(['NEW_MESSAGE', 'ORDER_CONFIRMATION'])).state).toBe('complete')
      expect(memory.subscriptions).toMatchObject([
        {
          topicId: 'NEW_MESSAGE',
          destinationId: 'd-1',
          status: 'ENABLED',
          payload: { format: 'JSON', schemaVersion: '1.1' },
        },
        { topicId: 'ORDER_CONFIRMATION', status: 'ENABLED' },
      ])
    }
    await chooseTopics([], ['NEW_MESSAGE'])
    expect(memory.subscriptions.map(({ status }) => status)).toEqual(['DISABLED', 'ENABLED'])
    await chooseTopics(['NEW_MESSAGE'])
    expect(memory.subscriptions.map(({ status }) => status)).toEqual(['ENABLED', 'ENABLED'])
  })

  it('NOT-05 a topic that the platform refuses is named, and keeps no other from arriving', async () => {
    const { rig: target, memory } = await start()
    memory.isTopicRefused = true
    const { steps, state } = await target.handlers.register({
      events: ['ItemSold'],
      topics: { on: ['NEW_MESSAGE', 'ORDER_CONFIRMATION'], off: [] },
    })
    expect(state).toBe('incomplete')
    expect(steps.find(({ name }) => name === 'subscriptions')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('New message (NEW_MESSAGE):'),
    })
    expect(memory.subscriptions).toMatchObject([{ topicId: 'ORDER_CONFIRMATION' }])
  })

  it('reports a refused step, and the rest as not reached', async () => {
    const { rig: target } = await start()
    const { answer } = target.platform.state
    target.platform.state.answer = (asked) =>
      asked.operation === 'createDestination'
        ? [409, { errors: [{ errorId: 195020, message: 'challenge failed' }] }]
        : answer?.(asked)
    const registration = await register(target)
    expect(registration.steps.map(({ state }) => state)).toEqual([
      'done',
      'done',
      'done',
      'failed',
      'notReached',
      'notReached',
      'notReached',
    ])
    expect(registration.message).toContain('challenge failed')
  })

  it('NOT-01 a complete registration survives a run that fails before the events', async () => {
    const { rig: target } = await start()
    await register(target)
    const before = (await target.view()).registration
    expect(before.state).toBe('complete')

    target.platform.state.online = false
    const failed = await register(target, ['ItemSold', 'FeedbackLeft'])
    expect(failed).toMatchObject({ state: 'incomplete', message: 'The platform can’t be reached.' })
    expect((await target.view()).registration).toEqual(before)

    // It is unknown whether the events were set, so the registration is no longer complete.
    target.platform.state.online = true
    const usual = target.platform.state.answer
    target.platform.state.answer = async (asked) =>
      asked.operation === 'SetNotificationPreferences' ? [500, '<html>down</html>'] : usual?.(asked)
    await register(target)
    expect((await target.view()).registration.state).toBe('incomplete')
  })

  it('sends nothing if the receiver does not answer', async () => {
    const { rig: target } = await start()
    const token = target.secrets.get('verificationToken') ?? ''
    target.secrets.delete('verificationToken')
    const registration = await register(target)
    expect(registration.steps[1]).toMatchObject({ name: 'receiver', state: 'failed' })
    expect(target.platform.requests).toEqual([])
    target.secrets.set('verificationToken', token)
  })

  it('is outdated as soon as the address changes', async () => {
    const { rig: target } = await start()
    await register(target)
    target.database.run(
      "UPDATE notification_settings SET value = replace(value, '/notifications', '/elsewhere') WHERE name = 'registration'",
    )
    expect((await target.view()).registration.state).toBe('outdated')
  })

  it('is outdated after a start with a new verification token', async () => {
    const first = await start()
    await register(first.rig)
    const { database, platform, port, secrets } = first.rig
    await first.rig.stop()
    const again = await startRig({ database, platform, secrets, profile: { receiver: { port } } })
    expect((await again.view()).registration.state).toBe('complete')
    await again.stop()

    const forgotten = new Map([...secrets].filter(([name]) => name !== 'verificationToken'))
    const after = await start({ database, platform, secrets: forgotten, profile: { receiver: { port } } })
    const { registration } = await after.rig.view()
    expect(registration.state).toBe('outdated')
    expect(registration.message).toContain('Stallhand created a new one. Set up instant alerts again.')
    expect((await register(after.rig)).state).toBe('complete')
    expect(after.memory.destinations[0]?.deliveryConfig.verificationToken).toBe(
      after.rig.secrets.get('verificationToken'),
    )
  })
})

describe('a verification token that the seller entered', () => {
  const token = 'the-token-of-the-developer-pages-0001'
  const withoutSecrets = ({ database, platform, port }: Rig): RigOptions => ({
    database,
    platform,
    secrets: new Map(),
    profile: { receiver: { port } },
  })

  it('RCV-02 is reported once it is lost, and the registration is complete once it is entered again', async () => {
    const first = await start()
    await first.rig.handlers.setVerificationToken({ token })
    await register(first.rig)
    await first.rig.stop()
    for (let restart = 0; restart < 2; restart += 1) {
      const after = await startRig(withoutSecrets(first.rig))
      rig = after
      expect((await after.view()).registration).toMatchObject({
        state: 'outdated',
        message: expect.stringContaining('Enter the same one again under Advanced, Challenge check'),
      })
      if (restart === 0) await after.stop()
    }
    await rig?.handlers.setVerificationToken({ token })
    expect((await rig?.view())?.registration.state).toBe('complete')
  })

  it('RCV-02 is also reported if only the developer pages have the address', async () => {
    const first = await start()
    await first.rig.handlers.setVerificationToken({ token })
    await first.rig.get('/notifications?challenge_code=from-platform')
    await first.rig.stop()
    const after = await start(withoutSecrets(first.rig))
    expect((await after.rig.view()).registration.state).toBe('outdated')
  })
})

describe('the address to register', () => {
  const production = completeProfile({ kind: 'production', name: 'Shop', baseUrl: 'https://api.example.com' })
  const sandbox = completeProfile({ kind: 'sandbox', name: 'Box', baseUrl: 'https://api.example.com' })

  it('RCV-14 sends nothing for a production address without HTTPS', async () => {
    const { rig: target } = await start({ profile: { kind: 'production', baseUrl: 'https://api.example.com' } })
    await expect(register(target)).rejects.toMatchObject({
      detail: { kind: 'validation', message: expect.stringContaining('HTTPS') },
    })
    expect(target.platform.requests).toEqual([])
    expect((await target.view()).addressProblem).toContain('HTTPS')
  })

  it.each([
    'http://shop.example.com/n',
    'https://127.0.0.1/n',
    'https://localhost/n',
    'https://192.168.1.4/n',
    'https://user:pass@shop.example.com/n',
    'not an address',
  ])('RCV-14 production refuses %s', (address) => {
    expect(findAddressProblem(production, address)).not.toBeNull()
  })

  it('RCV-14 the sandbox of a platform that runs elsewhere can’t reach this computer', () => {
    const ebay = completeProfile({ kind: 'sandbox', name: 'Shop', platform: 'ebay' })
    expect(findAddressProblem(ebay, 'http://127.0.0.1:4000/notifications')).toContain('eBay can’t reach 127.0.0.1')
    expect(findAddressProblem(ebay, 'https://192.168.1.4/n')).toContain('tunnel or proxy')
    expect(findAddressProblem(ebay, 'https://shop.example.com/n')).toBeNull()
    const here = completeProfile({ kind: 'sandbox', name: 'S', platform: 'ebay', baseUrl: 'http://127.0.0.1:9000' })
    expect(findAddressProblem(here, 'http://127.0.0.1:4000/notifications')).toBeNull()
  })

  it('RCV-14 plain HTTP on localhost is allowed for sandbox and practice', () => {
    expect(findAddressProblem(production, 'https://shop.example.com/n')).toBeNull()
    expect(findAddressProblem(sandbox, 'http://127.0.0.1:4000/notifications')).toBeNull()
    expect(findAddressProblem(sandbox, 'http://shop.example.com/n')).not.toBeNull()
  })
})
