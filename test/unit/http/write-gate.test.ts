import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '../../../main/http/request.ts'
import { createWriteGate } from '../../../main/http/write-gate.ts'
import { answer, openSender, request, scripted, sendMessage } from './fake-send.ts'

const consent = (needsConfirming: boolean) => {
  let isGiven = !needsConfirming
  return {
    isGiven: () => isGiven,
    give: () => {
      isGiven = true
    },
  }
}

const setUp = (given: { readonly needsConfirming?: boolean; readonly isReadOnly?: boolean }) => {
  let changes = 0
  const gate = createWriteGate({
    consent: consent(given.needsConfirming ?? false),
    isReadOnly: given.isReadOnly ?? false,
    onChange: () => {
      changes += 1
    },
    onAsk: () => undefined,
  })
  const { send: wire, asked } = scripted(answer(200), answer(200))
  return { gate, asked, send: openSender(wire, { gate }).send, changes: () => changes }
}

describe('the write gate', () => {
  it('sends no change unless unlocked and allowed, in any order', async () => {
    const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
    const actions = fc.array(
      fc.oneof(
        fc.constantFrom('allow', 'decline', 'lock', 'unlock' as const),
        fc.record({ method: fc.constantFrom(...methods), lane: fc.constantFrom('read', 'write' as const) }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(actions, fc.boolean(), async (script, needsConfirming) => {
        const out: HttpRequest[] = []
        const gate = createWriteGate({
          consent: consent(needsConfirming),
          isReadOnly: false,
          onChange: () => undefined,
          onAsk: () => undefined,
        })
        const { send } = openSender(
          async (sent) => {
            out.push(sent)
            return { status: 200, headers: {}, body: new Uint8Array(), bodyCut: false }
          },
          { gate },
        )
        let isAllowed = !needsConfirming
        let isLocked = false
        for (const action of script) {
          if (action === 'allow') {
            isAllowed = true
            gate.allow()
          } else if (action === 'decline') gate.decline()
          else if (action === 'lock' || action === 'unlock') {
            isLocked = action === 'lock'
            gate.lock(isLocked)
          } else {
            const before = out.length
            // The method and the name decide, not the claimed lane.
            await send(request({ ...action, operation: 'somethingNew' })).catch(() => undefined)
            expect(out.length - before).toBe(action.method === 'GET' || (isAllowed && !isLocked) ? 1 : 0)
          }
        }
      }),
    )
  })

  it('reports held changes as not carried out, and asks once', async () => {
    const { gate, asked, send, changes } = setUp({ needsConfirming: true })
    await expect(send(sendMessage())).rejects.toMatchObject({
      outcome: 'notReached',
      detail: { kind: 'offline', blockedBy: 'consent' },
    })
    expect(gate.question()).toBe('asking')
    await expect(send(sendMessage())).rejects.toThrow(/Nothing was sent/)
    expect(changes()).toBe(1)
    gate.decline()
    await expect(send(sendMessage())).rejects.toThrow(/Nothing was sent/)
    expect(gate.question()).toBe('declined')
    expect(asked).toEqual([])
    let opened = 0
    gate.onOpen(() => {
      opened += 1
    })
    gate.allow()
    gate.allow()
    expect(opened).toBe(1)
    expect((await send(sendMessage())).status).toBe(200)
  })

  it('asks only at the seller’s action: a queue shows a notice, and a read nothing', async () => {
    const { gate, send, changes } = setUp({ needsConfirming: true })
    await expect(send({ ...sendMessage(), trigger: 'view' })).rejects.toThrow(/Nothing was sent/)
    expect([gate.question(), changes()]).toEqual(['none', 0])
    await expect(send({ ...sendMessage(), trigger: 'queue' })).rejects.toThrow(/Nothing was sent/)
    expect(gate.question()).toBe('waiting')
    // The seller's next action asks again; the queue doesn't.
    gate.ask()
    expect(gate.question()).toBe('asking')
    gate.decline()
    gate.ask()
    await expect(send({ ...sendMessage(), trigger: 'queue' })).rejects.toThrow(/Nothing was sent/)
    expect(gate.question()).toBe('declined')
    gate.allow()
    expect([gate.question(), gate.state()]).toEqual(['none', 'open'])
    gate.ask()
    expect(gate.question()).toBe('none')
  })

  it('names read-only mode as what stopped a request', async () => {
    const { send } = setUp({ isReadOnly: true })
    await expect(send(sendMessage())).rejects.toMatchObject({ detail: { kind: 'offline', blockedBy: 'readOnly' } })
  })

  it.each(['GetNotificationPreferences', 'bulkGetInventoryItem'])(
    'reads while locked, even by POST: %s',
    async (operation) => {
      const { send } = setUp({ isReadOnly: true })
      expect((await send(request({ method: 'GET' }))).status).toBe(200)
      expect((await send(request({ method: 'POST', operation }))).status).toBe(200)
    },
  )
})
