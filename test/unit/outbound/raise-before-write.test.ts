import { expect, it } from 'vitest'
import { createWriteGate } from '../../../main/http/write-gate.ts'
import { raiseBeforeWrite } from '../../../main/outbound/high-water-mark.ts'
import { answer, openSender, request, scripted, sendMessage } from '../http/fake-send.ts'

const open = (raise: () => void) => {
  const gate = createWriteGate({
    consent: { isGiven: () => true, give: () => undefined },
    isReadOnly: false,
    onChange: () => undefined,
    onAsk: () => undefined,
  })
  gate.guard(() => raiseBeforeWrite(raise))
  const { send: wire, asked } = scripted(answer(200))
  return { gate, asked, send: openSender(wire, { gate }).send }
}

it('OFF-04 sends no change that the disk could not record, but still reads', async () => {
  const { asked, send } = open(() => {
    throw new Error('The disk is full.')
  })
  await expect(send(sendMessage())).rejects.toMatchObject({ outcome: 'notReached', detail: { blockedBy: 'disk' } })
  await send(request())
  expect(asked.map(({ lane }) => lane)).toEqual(['read'])
})

it('OFF-04 records no change that the gate stops', async () => {
  let raised = 0
  const { gate, send } = open(() => {
    raised += 1
  })
  gate.lock(true)
  await expect(send(sendMessage())).rejects.toMatchObject({ detail: { blockedBy: 'readOnly' } })
  gate.lock(false)
  await send(sendMessage())
  expect(raised).toBe(1)
})
