import { expect, it } from 'vitest'
import type { HttpRequest } from '../../../main/http/request.ts'
import { withHighWaterMark } from '../../../main/outbound/with-high-water-mark.ts'

const request = (lane: HttpRequest['lane']): HttpRequest => ({
  service: 'messages',
  operation: 'sendMessage',
  method: lane === 'write' ? 'POST' : 'GET',
  url: 'https://shop.example/commerce/message/v1/send_message',
  pathTemplate: '/commerce/message/v1/send_message',
  headers: {},
  lane,
  repeatable: lane === 'read',
  credential: 'user',
})

it('OFF-04 sends no change that the disk could not record, but still reads', async () => {
  const sent: string[] = []
  const send = withHighWaterMark(
    async ({ lane }) => {
      sent.push(lane)
      return { status: 200, headers: {}, body: new Uint8Array(), bodyCut: false }
    },
    () => {
      throw new Error('The disk is full.')
    },
  )
  await expect(send(request('write'))).rejects.toMatchObject({ outcome: 'notReached', detail: { blockedBy: 'disk' } })
  await send(request('read'))
  expect(sent).toEqual(['read'])
})
