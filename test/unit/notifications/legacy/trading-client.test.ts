import { describe, expect, it } from 'vitest'
import type { HttpRequest, Send } from '../../../../main/http/request.ts'
import { createTradingClient } from '../../../../main/notifications/legacy/trading-client.ts'
import { parseXml } from '../../../../main/xml.ts'
import { completeProfile, type ProfileFile } from '../../../../shared/connection/profile.ts'
import { SOAP } from '../notifications-rig.ts'

const secrets = new Map([
  ['appName', 'the-app'],
  ['devName', 'the-dev'],
  ['certName', 'the-cert'],
  ['userToken', 'tok<en>&"\''],
])

const answer = (inside: string) =>
  `<?xml version="1.0"?><e:Envelope xmlns:e="${SOAP}"><e:Body><XResponse>${inside}</XResponse></e:Body></e:Envelope>`

const over = (text: string, more: Partial<ProfileFile> = {}, known = secrets) => {
  const requests: HttpRequest[] = []
  const send: Send = async (request) => {
    requests.push(request)
    return { status: 200, headers: {}, body: Buffer.from(text), bodyCut: false }
  }
  const profile = completeProfile({
    kind: 'sandbox',
    name: 'Box',
    baseUrl: 'https://api.example.com',
    tradingEndpoint: 'https://trading.example.com/ws',
    siteId: '77',
    ...more,
  })
  const client = createTradingClient(profile, send, {
    get: async (name) => known.get(name),
    set: async () => {},
    delete: async () => {},
  })
  return { client, requests }
}

const set = {
  applicationUrl: 'https://shop.example.com/n?a=1&b=<2>',
  events: [{ eventType: 'ItemSold', eventEnable: 'Enable' as const }],
}

describe('the legacy calls', () => {
  it('SOAP-01 go to the trading endpoint with the six headers', async () => {
    const { client, requests } = over(answer('<Ack>Success</Ack>'))
    await client.setNotificationPreferences(set)
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://trading.example.com/ws',
      credential: 'none',
      repeatable: false,
    })
    expect(requests[0]?.headers).toMatchObject({
      'X-SVC-API-CALL-NAME': 'SetNotificationPreferences',
      'X-SVC-API-SITEID': '77',
      'X-SVC-API-COMPATIBILITY-LEVEL': '1311',
      'X-SVC-API-APP-NAME': 'the-app',
      'X-SVC-API-DEV-NAME': 'the-dev',
      'X-SVC-API-CERT-NAME': 'the-cert',
    })
  })

  it('SOAP-02 SOAP-05 a Set contains credentials, preferences and events, all escaped', async () => {
    const { client, requests } = over(answer('<Ack>Success</Ack>'))
    await client.setNotificationPreferences(set)
    const request = parseXml(requests[0]?.body ?? '').children[0]?.children[0]
    const plain = (element: typeof request): unknown =>
      element === undefined || element.children.length === 0
        ? element?.text
        : element.children.map((child) => [child.name, plain(child)])
    expect(request?.name).toBe('SetNotificationPreferencesRequest')
    expect(plain(request)).toEqual([
      ['RequesterCredentials', [['svcAuthToken', 'tok<en>&"\'']]],
      [
        'ApplicationDeliveryPreferences',
        [
          ['ApplicationURL', set.applicationUrl],
          ['ApplicationEnable', 'Enable'],
          ['NotificationPayloadType', 'SvcSchemaSOAP'],
          ['DeviceType', 'Platform'],
        ],
      ],
      [
        'UserDeliveryPreferenceArray',
        [
          [
            'NotificationEnable',
            [
              ['EventType', 'ItemSold'],
              ['EventEnable', 'Enable'],
            ],
          ],
        ],
      ],
    ])
  })

  it("SOAP-01 use the connection's names", async () => {
    const { client, requests } = over(answer('<Ack>Success</Ack>'), { platform: 'ebay', headerWord: 'ACME' })
    await client.getNotificationPreferences('settings')
    expect(requests[0]?.headers['X-ACME-API-CALL-NAME']).toBe('GetNotificationPreferences')
    expect(requests[0]).toMatchObject({ credential: 'user', tokenHeader: 'X-ACME-API-IAF-TOKEN' })
    expect(requests[0]?.body).toContain('xmlns="urn:ebay:apis:eBLBaseComponents"')
  })

  it.each([
    ['settings', 'UserData'],
    ['catalogue', 'Application'],
  ] as const)('SOAP-03 a Get of the %s returns address and events', async (what, level) => {
    const { client, requests } = over(
      answer(
        '<Ack>Success</Ack><ApplicationDeliveryPreferences><ApplicationURL>https://a.example/x?1&amp;2</ApplicationURL><ApplicationEnable>Enable</ApplicationEnable></ApplicationDeliveryPreferences><UserDeliveryPreferenceArray><NotificationEnable><EventType>ItemSold</EventType><EventEnable>Enable</EventEnable></NotificationEnable><NotificationEnable><EventType>BidReceived</EventType><EventEnable>Disable</EventEnable></NotificationEnable></UserDeliveryPreferenceArray>',
      ),
    )
    expect(await client.getNotificationPreferences(what)).toEqual({
      applicationUrl: 'https://a.example/x?1&2',
      applicationEnable: 'Enable',
      events: [
        { eventType: 'ItemSold', eventEnable: 'Enable' },
        { eventType: 'BidReceived', eventEnable: 'Disable' },
      ],
    })
    expect(requests[0]?.body).toContain(`<PreferenceLevel>${level}</PreferenceLevel>`)
  })

  it.each([
    [21916667, 'invalid form'],
    [21916669, 'isn’t HTTPS'],
    [21916672, 'doesn’t support the event type ItemSold'],
    [21916680, 'registers no more addresses'],
  ])(
    'SOAP-04 error %i is shown with cause, remedy and the platform’s message, and so are the other errors',
    async (errorId, cause) => {
      const { client } = over(
        answer(
          `<Ack>Failure</Ack><Errors><ErrorCode>1</ErrorCode><LongMessage>x</LongMessage></Errors><Errors><ErrorCode>${errorId}</ErrorCode><LongMessage>raw</LongMessage></Errors>`,
        ),
      )
      await expect(client.setNotificationPreferences(set)).rejects.toMatchObject({
        detail: {
          kind: 'service',
          errorId,
          cause: expect.stringContaining(cause),
          message: expect.stringMatching(/^The platform says: raw\. .* Also: x\.$/),
          whatToDo: expect.stringMatching(/\w/),
        },
      })
    },
  )

  it.each([
    ['in its sentence', '<LongMessage>BidReceived is not supported.</LongMessage>', 'the event type BidReceived'],
    [
      'in a parameter',
      '<LongMessage>No.</LongMessage><ErrorParameters ParamID="0"><Value>BidReceived</Value></ErrorParameters>',
      'the event type BidReceived',
    ],
    ['nowhere', '<LongMessage>No.</LongMessage>', 'one of the chosen event types'],
  ])('SOAP-04 a refused event among several is named if the platform names it: %s', async (_, words, cause) => {
    const { client } = over(answer(`<Ack>Failure</Ack><Errors><ErrorCode>21916672</ErrorCode>${words}</Errors>`))
    const events = ['ItemSold', 'BidReceived'].map((eventType) => ({ eventType, eventEnable: 'Enable' as const }))
    await expect(client.setNotificationPreferences({ ...set, events })).rejects.toMatchObject({
      detail: { cause: `The platform doesn’t support ${cause}.` },
    })
  })

  it("SOAP-04 any other error shows the platform's message; a Warning is not an error", async () => {
    const failed = over(
      answer(
        '<Ack>PartialFailure</Ack><Errors><ErrorCode>931</ErrorCode><LongMessage>Token is bad.</LongMessage></Errors>',
      ),
    )
    await expect(failed.client.setNotificationPreferences(set)).rejects.toMatchObject({
      detail: { errorId: 931, cause: 'Token is bad.' },
    })
    const warned = over(answer('<Ack>Warning</Ack><Errors><LongMessage>Old schema.</LongMessage></Errors>'))
    expect(await warned.client.setNotificationPreferences(set)).toEqual({ warnings: ['Old schema.'] })
  })

  it.each([
    ['HTML', '<html><body>down</body></html>'],
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['nothing', ''],
  ])('SOAP-05 an answer of %s is a readable failure', async (_, text) => {
    await expect(over(text).client.getNotificationPreferences('settings')).rejects.toMatchObject({
      detail: { kind: 'service', message: expect.stringContaining('didn’t answer in SOAP') },
    })
  })

  it.each(['Failure', 'Warning'])('AUT-04 shows no credential that a %s repeats, whole or cut off', async (ack) => {
    const known = new Map([...secrets, ['userToken', 'v^1.1#canary&legacy-token-of-the-seller-0123456789']])
    const words = 'Token v^1.1#canary&amp;legacy-token-of-the-seller-0123456789 or v^1.1#canary&amp;legacy-tok… is bad.'
    const { client } = over(answer(`<Ack>${ack}</Ack><Errors><LongMessage>${words}</LongMessage></Errors>`), {}, known)
    const result = await client.setNotificationPreferences(set).catch((error: unknown) => error)
    expect(JSON.stringify([result, String(result)])).not.toContain('canary')
    expect(JSON.stringify([result, String(result)])).toContain('is bad.')
  })

  it('names a missing credential, and sends nothing', async () => {
    const { client, requests } = over(
      answer('<Ack>Success</Ack>'),
      {},
      new Map([...secrets].filter(([name]) => name !== 'devName')),
    )
    await expect(client.setNotificationPreferences(set)).rejects.toMatchObject({
      detail: { kind: 'signInNeeded', message: expect.stringContaining('developer name') },
    })
    expect(requests).toEqual([])
  })
})
