/** A call that must bear a signature: over the body that leaves, or not at all (PLT-47). */
import { describe, expect, it } from 'vitest'
import type { HttpRequest, HttpResponse } from '../../../main/http/request.ts'
import type { RequestSigner } from '../../../main/http/sender.ts'
import { Failure } from '../../../shared/result.ts'
import { answer, openSender, type Step, scripted, sendMessage } from './fake-send.ts'

const MISSING = 'missing'

/** `isWanted`: from the beginning, else from the first answer that misses it. */
const open = (isWanted: boolean, ...steps: readonly Step[]) => {
  const { send: wire, asked } = scripted(...steps)
  let wanted = isWanted
  const signer: RequestSigner = {
    sign: async (request) =>
      wanted ? { ...request, headers: { ...request.headers, signature: `over ${request.body}` } } : request,
    misses: (_: HttpRequest, { status, body }: HttpResponse) => {
      const isMissing = status === 403 && Buffer.from(body).toString() === MISSING
      wanted ||= isMissing
      return isMissing
    },
  }
  return {
    asked,
    signer,
    send: (more: Partial<RequestSigner> = {}) => openSender(wire, { signer: { ...signer, ...more } }).send,
  }
}

const refund = sendMessage({ credential: 'none', body: undefined as never, freshBody: async () => 'final' })

describe('a call that must be signed', () => {
  it('PLT-47 is signed over the body that leaves, which is built right before', async () => {
    const { asked, send } = open(true, answer(200))
    await send()(refund)
    expect(asked).toMatchObject([{ body: 'final', headers: { signature: 'over final' } }])
  })

  it('PLT-47 doesn’t leave if it can’t be signed', async () => {
    const { asked, send } = open(true, answer(200))
    const broken = { sign: () => Promise.reject(new Failure({ kind: 'conflict', message: 'No key.' })) }
    await expect(send(broken)(refund)).rejects.toThrow('No key.')
    expect(asked).toEqual([])
  })

  it('PLT-47 is sent once more, signed, when the platform misses the signature, and not a third time', async () => {
    const { asked, send } = open(false, answer(403, MISSING), answer(403, MISSING))
    expect((await send()(refund)).status).toBe(403)
    expect(asked.map(({ headers }) => headers.signature)).toEqual([undefined, 'over final'])
  })

  it('PLT-47 is not repeated after another refusal', async () => {
    const { asked, send } = open(false, answer(403, 'forbidden'))
    await send()(refund)
    expect(asked).toHaveLength(1)
  })
})
