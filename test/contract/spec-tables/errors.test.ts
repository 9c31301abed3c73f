/** Answers every documented error literally: the failure names the id, the cause and the remedy. */
import { describe, expect, it } from 'vitest'
import { tradingErrors } from '../../../main/trading/platform/neutral.ts'
import { type AppError, Failure } from '../../../shared/result.ts'
import { clientsOver, profileAt } from './clients-over.ts'
import { inventoryRecords } from './inventory.ts'
import { mappingRecords } from './mapping.ts'
import { messageRecords } from './messages.ts'
import { notificationRecords } from './notification.ts'
import { findRecord, type SpecRecord } from './record.ts'
import { tradingRecords } from './trading.ts'

type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }

/** Resolves with the failure that the call throws or returns. */
const endOf = async (record: SpecRecord, answer: Answer): Promise<unknown> => {
  const clients = clientsOver(profileAt('https://api.example.com'), async () => ({
    status: answer.status,
    headers: { 'content-type': 'application/json', ...answer.headers },
    body: new TextEncoder().encode(answer.body),
    bodyCut: false,
  }))
  return record.call(clients).catch((error: unknown) => (error instanceof Failure ? error.detail : error))
}

const refusal = (status: number, errorId: number, domain: string, message = 'What the platform says.'): Answer => ({
  status,
  body: `{"errors":[{"errorId":${errorId},"domain":"${domain}","category":"REQUEST","message":"${message}","parameters":[{"name":"x","value":"y"}]}]}`,
})

const expectExplained = (error: unknown, errorId: number): void => {
  const detail = error as AppError
  const shown = detail.kind === 'service' ? `${detail.message} ${detail.errorId}` : detail.message
  expect(shown, `the id in ${detail.kind}`).toContain(String(errorId))
  // PLT-09: the platform's own message first, then at least two sentences: the cause and the remedy.
  const [before, explanation = ''] = detail.message.split(/^The platform says: What the platform says\. (?:\(x: y\) )?/)
  expect(before, detail.message).toBe('')
  expect(explanation.split(/[.;:]\s/).length, detail.message).toBeGreaterThanOrEqual(2)
  if (detail.kind === 'service') {
    expect(detail.cause.length).toBeGreaterThan(10)
    expect(detail.whatToDo.length).toBeGreaterThan(10)
    expect(explanation).toBe(`${detail.cause} ${detail.whatToDo} (${detail.errorId})`)
  }
}

describe('inventory', () => {
  it('INV-19 every id is explained', async () => {
    for (const errorId of [25002, 25003, 25013, 25004, 25044, 25045, 25709]) {
      const put = findRecord(inventoryRecords, 'createOrReplaceInventoryItem')
      const error = await endOf(put, refusal(400, errorId, 'API_INVENTORY'))
      expect(error).toMatchObject({ kind: 'service', status: 400, errorId })
      expectExplained(error, errorId)
    }
  })

  it('INV-10 a GET answered with 400 and 25013, or with 404, means that there is no item', async () => {
    const get = findRecord(inventoryRecords, 'getInventoryItem')
    expect(await endOf(get, refusal(400, 25013, 'API_INVENTORY'))).toBeUndefined()
    expect(await endOf(get, { status: 404, body: '' })).toBeUndefined()
    expect(await endOf(get, refusal(400, 25002, 'API_INVENTORY'))).toMatchObject({ kind: 'service', errorId: 25002 })
  })

  it('INV-07 a missing Content-Language, which has no id, is reported in the platform’s own text', async () => {
    const put = findRecord(inventoryRecords, 'createOrReplaceInventoryItem')
    const body = '{"errors":[{"domain":"API_INVENTORY","message":"Content-Language is required."}]}'
    expect(await endOf(put, { status: 400, body })).toMatchObject({
      kind: 'service',
      cause: 'Content-Language is required.',
    })
  })

  it('AUT-03 a 401 asks the seller to sign in', async () => {
    for (const operation of ['createOrReplaceInventoryItem', 'getInventoryItem']) {
      const error = await endOf(findRecord(inventoryRecords, operation), refusal(401, 1001, 'OAuth'))
      expect(error).toMatchObject({ kind: 'signInNeeded' })
      expectExplained(error, 1001)
    }
  })
})

describe('mapping', () => {
  const task = findRecord(mappingRecords, 'listingPreviewsCreationTaskById')
  const outcome = async (answer: Answer): Promise<unknown> =>
    ((await endOf(task, answer)) as { outcome: unknown }).outcome

  it('MAP-13 Task not found and Access denied, inside HTTP 200, are distinguished and explained', async () => {
    const graphql = (message: string): Answer => ({ status: 200, body: `{"errors":[{"message":"${message}"}]}` })
    expect(await outcome(graphql('Task not found'))).toMatchObject({
      kind: 'unknownTask',
      message: expect.stringMatching(
        /^The platform says: Task not found\. .*ID is wrong.*another account or permission/,
      ),
    })
    expect(await outcome(graphql('Access denied'))).toMatchObject({
      kind: 'accessDenied',
      scope: expect.stringContaining('sell.listing_preview'),
      message: expect.stringMatching(/^The platform says: Access denied\. .*lacks the permission.*sign in again/),
    })
  })

  it('MAP-13 every error inside HTTP 200 is shown once', async () => {
    const body = '{"errors":[{"message":"Busy"},{"message":"Busy"},{"message":"Try later."}]}'
    expect(await outcome({ status: 200, body })).toMatchObject({
      kind: 'error',
      message: 'The platform reported: Busy. Try later.',
    })
  })

  it('MAP-13 every objection to a start is shown', async () => {
    const start = findRecord(mappingRecords, 'startListingPreviewsCreation')
    const body = '{"data":{"startListingPreviewsCreation":{"errors":[{"message":"No title"},{"message":"No image"}]}}}'
    expect(await endOf(start, { status: 200, body })).toMatchObject({
      outcome: 'refused',
      error: { message: 'The platform refused the products: No title. No image.' },
    })
  })

  it('MAP-14 401, 429, 500 and 503 are reported with their remedies', async () => {
    expect(await outcome({ status: 401, body: '' })).toMatchObject({ kind: 'signInNeeded' })
    expect(await outcome({ status: 429, headers: { 'retry-after': '7' }, body: '' })).toMatchObject({
      kind: 'rateLimited',
      retryAfterMs: 7_000,
    })
    expect(await outcome({ status: 500, body: '' })).toMatchObject({ kind: 'error' })
    expect(await outcome({ status: 503, headers: { 'retry-after': '9' }, body: '' })).toMatchObject({
      kind: 'error',
      retryAfterMs: 9_000,
    })
  })
})

describe('messages', () => {
  const list = findRecord(messageRecords, 'getConversations')
  const thread = findRecord(messageRecords, 'getConversation')
  const update = findRecord(messageRecords, 'updateConversation')
  const bulk = findRecord(messageRecords, 'bulkUpdateConversation')
  const send = findRecord(messageRecords, 'sendMessage')

  it('MSG-21 every id of reading and of updates is explained', async () => {
    const rows = [
      [list, 400, 850001],
      [update, 400, 850001],
      [list, 400, 850002],
      [list, 400, 850010],
      [bulk, 400, 850010],
      [update, 400, 850020],
      [update, 404, 850050],
      [thread, 404, 850100],
      [list, 401, 1001],
    ] as const
    for (const [record, status, errorId] of rows) {
      expectExplained(await endOf(record, refusal(status, errorId, 'API_MESSAGE')), errorId)
    }
  })

  it('MSG-21 every id of sending is explained, and says that the message was not sent', async () => {
    for (const [status, errorId] of [
      [400, 13007],
      [400, 2004],
      [404, 6001],
      [400, 6001],
      [403, 1100],
    ] as const) {
      const end = (await endOf(send, refusal(status, errorId, 'API_MESSAGE'))) as { outcome: string; error: AppError }
      expect(end.outcome).toBe('refused')
      expectExplained(end.error, errorId)
    }
  })

  it('AUT-03 MSG-21 a send without the right names the scope, whether expired or missing', async () => {
    for (const status of [400, 401, 403]) {
      const end = await endOf(send, refusal(status, 1100, 'API_MESSAGE'))
      expect(end).toMatchObject({
        error: { kind: 'forbidden', scope: 'https://api.example.com/oauth/api_scope/message' },
      })
    }
  })

  it('MSG-19 a 403 of the 850100 range rejects the whole batch', async () => {
    for (const errorId of [850100, 850101, 850199]) {
      expect(await endOf(bulk, refusal(403, errorId, 'API_MESSAGE', 'Not yours.'))).toMatchObject({
        kind: 'forbidden',
        message: expect.stringMatching(
          new RegExp(
            `^The platform says: Not yours\\. .*rejected the update, so nothing was changed.*\\(${errorId}\\)`,
          ),
        ),
      })
    }
    expect(await endOf(bulk, { status: 403, body: '' })).toMatchObject({
      kind: 'forbidden',
      scope: 'https://api.example.com/oauth/api_scope/message',
    })
  })

  it('MSG-20 a 429 gives the seconds of Retry-After', async () => {
    const limited = { status: 429, headers: { 'retry-after': '11' }, body: '' }
    for (const record of [list, thread, update, bulk]) {
      expect(await endOf(record, limited)).toMatchObject({ kind: 'rateLimited', retryAfterMs: 11_000 })
    }
    expect(await endOf(send, limited)).toMatchObject({ outcome: 'notNow', waitMs: 11_000 })
  })
})

describe('notification service', () => {
  it('NOT-10 every operation distinguishes its documented statuses, with the platform’s own text', async () => {
    const kinds = { 400: 'service', 403: 'forbidden', 404: 'notFound', 409: 'conflict', 500: 'service' } as const
    for (const record of notificationRecords) {
      for (const [status, kind] of Object.entries(kinds)) {
        const body = `{"errors":[{"category":"REQUEST","domain":"API_NOTIFICATION","errorId":199999,"message":"Words of the platform",
          "longMessage":"Longer text","inputRefIds":["a"],"outputRefIds":[],"parameters":[{"name":"a","value":"b"}],"subdomain":"x"}]}`
        const error = await endOf(record, { status: Number(status), body })
        expect(error, `${record.operation} ${status}`).toMatchObject({
          kind,
          message: expect.stringContaining('Words of the platform'),
        })
      }
    }
  })

  it('NOT-10 AUT-03 a 403 of a subscription names the scope', async () => {
    const create = findRecord(notificationRecords, 'createSubscription')
    expect(await endOf(create, { status: 403, body: '' })).toMatchObject({
      kind: 'forbidden',
      scope: 'https://api.example.com/oauth/api_scope/commerce.notification.subscription',
    })
  })
})

describe('legacy calls', () => {
  const set = findRecord(tradingRecords, 'SetNotificationPreferences')
  const failed = (errors: string): Answer => ({
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><SetNotificationPreferencesResponse xmlns=""><Ack>Failure</Ack>${errors}</SetNotificationPreferencesResponse></Body></Envelope>`,
  })

  it('SOAP-04 every ErrorCode is explained, inside HTTP 200', async () => {
    for (const code of [21916667, 21916669, 21916672, 21916680]) {
      expect(tradingErrors[code]).toBeDefined()
      const answer = failed(
        `<Errors><ErrorCode>${code}</ErrorCode><LongMessage>What the platform says.</LongMessage></Errors>`,
      )
      const error = await endOf(set, answer)
      expect(error).toMatchObject({ kind: 'service', errorId: code })
      expectExplained(error, code)
    }
  })

  it('SOAP-04 a failure with an unknown code is reported in the platform’s own text', async () => {
    expect(await endOf(set, failed('<Errors><LongMessage>Something &amp; more</LongMessage></Errors>'))).toMatchObject({
      kind: 'service',
      cause: 'Something & more.',
    })
    expect(await endOf(set, failed(''))).toMatchObject({ kind: 'service', cause: expect.any(String) })
  })
})
