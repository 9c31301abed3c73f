/** Which connections and bodies the receiver keeps, and what a signature proves of a delivery (SEC-07, RCV-04, RCV-08, PLT-20). */
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { limitConnections } from '../../../main/notifications/receiver/connection-limit.ts'
import type { KeyAnswer } from '../../../main/notifications/receiver/key-cache.ts'
import type { LegacyIds } from '../../../main/notifications/receiver/legacy-signature.ts'
import { createBodyReader, drain } from '../../../main/notifications/receiver/read-body.ts'
import { importKey } from '../../../main/notifications/receiver/signature.ts'
import { createVerifier } from '../../../main/notifications/receiver/verify.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { signLegacyEvent } from '../../../main/practice/delivery/legacy-events.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import { newSigner, SOAP, signatureFor } from './notifications-rig.ts'

describe('connections', () => {
  const open = (max: number) => {
    const server = new EventEmitter()
    const limit = limitConnections(server as unknown as Server, max)
    const connect = () => {
      const socket = Object.assign(new EventEmitter(), {
        destroyed: false,
        destroy: () => {
          socket.destroyed = true
          socket.emit('close')
        },
      })
      server.emit('connection', socket)
      return socket
    }
    const complete = (socket: ReturnType<typeof connect>) => {
      const answer = Promise.withResolvers<void>()
      limit.keepUntilAnswered(socket as unknown as Socket, answer.promise)
      return async (): Promise<void> => {
        answer.resolve()
        await answer.promise
      }
    }
    return { connect, complete }
  }
  const closed = (...sockets: readonly { readonly destroyed: boolean }[]) => sockets.map(({ destroyed }) => destroyed)

  it('SEC-07 that have waited longest give way to new ones', () => {
    const { connect } = open(2)
    const [a, b, c, d] = [connect(), connect(), connect(), connect()]
    expect(closed(a, b, c, d)).toEqual([true, true, false, false])
  })

  it('SEC-07 with a complete request are kept until it is answered', async () => {
    const { connect, complete } = open(2)
    const [a, b] = [connect(), connect()]
    const answer = complete(a)
    const c = connect()
    expect(closed(a, b, c)).toEqual([false, true, false])
    await answer()
    // The answered one has waited for less time than the other.
    const d = connect()
    expect(closed(a, c, d)).toEqual([false, true, false])
    const e = connect()
    expect(closed(a, d, e)).toEqual([true, false, false])
  })

  it('SEC-07 are refused if all others are being answered', () => {
    const { connect, complete } = open(1)
    const a = connect()
    complete(a)
    const b = connect()
    expect(closed(a, b)).toEqual([false, true])
  })

  it('SEC-07 that ended make room', async () => {
    const { connect, complete } = open(2)
    const [a, b] = [connect(), connect()]
    const answer = complete(b)
    a.destroy()
    b.destroy()
    await answer()
    const [c, d] = [connect(), connect()]
    expect(closed(c, d)).toEqual([false, false])
    const e = connect()
    expect(closed(c, d, e)).toEqual([true, false, false])
  })
})

describe('bodies', () => {
  const open = (maxBytes: number, maxTotalBytes: number) => {
    const bodies = createBodyReader(maxBytes, maxTotalBytes)
    const receive = () => {
      const request = new EventEmitter()
      const body = bodies.read(request as IncomingMessage)
      return {
        body,
        send: (bytes: number) => request.emit('data', Buffer.alloc(bytes, 'x')),
        end: () => request.emit('end'),
        close: () => request.emit('close'),
        fail: () => request.emit('error', new Error('reset')),
      }
    }
    return { bodies, receive }
  }

  it('SEC-07 are read whole up to their limit', async () => {
    const { bodies, receive } = open(10, 20)
    const one = receive()
    one.send(4)
    one.send(6)
    one.end()
    one.close()
    expect(await one.body).toEqual(Buffer.alloc(10, 'x'))
    const other = receive()
    other.send(10)
    other.send(1)
    other.send(50)
    other.end()
    other.close()
    expect(await other.body).toBe('tooLarge')
    // What was dropped or stored counts once.
    bodies.release((await one.body) as Buffer)
    const [a, b, c] = [receive(), receive(), receive()]
    a.send(10)
    b.send(10)
    c.send(1)
    a.end()
    expect(await a.body).toBe('tooMany')
  })

  it.each(['close', 'fail'] as const)('RCV-05 of a sender that stops are none: %s', async (stop) => {
    const { receive } = open(10, 10)
    const one = receive()
    one.send(8)
    one[stop]()
    expect(await one.body).toBe('aborted')
    // Its bytes no longer count.
    const other = receive()
    other.send(10)
    other.end()
    expect(await other.body).toHaveLength(10)
  })

  it('SEC-07 beyond the total drop the largest unfinished one, never one that is being stored', async () => {
    const { bodies, receive } = open(100, 100)
    const stored = receive()
    stored.send(40)
    stored.end()
    const [small, large] = [receive(), receive()]
    small.send(10)
    large.send(35)
    small.send(15)
    small.send(1)
    expect(await large.body).toBe('tooMany')
    small.end()
    expect(await small.body).toHaveLength(26)
    bodies.release((await stored.body) as Buffer)
    const last = receive()
    last.send(74)
    last.end()
    expect(await last.body).toHaveLength(74)
  })

  it('SEC-07 that are not wanted are read to 8 MB, so that the sender reads the answer', () => {
    let isResumed = false
    let isDestroyed = false
    const request = Object.assign(new EventEmitter(), {
      resume: () => {
        isResumed = true
      },
      destroy: () => {
        isDestroyed = true
      },
    })
    drain(request as unknown as IncomingMessage)
    request.emit('data', Buffer.alloc(8 * 1024 * 1024))
    request.emit('error', new Error('reset'))
    expect([isResumed, isDestroyed]).toEqual([true, false])
    request.emit('data', Buffer.alloc(1))
    expect(isDestroyed).toBe(true)
  })
})

describe('the verdict about a delivery', () => {
  const AT = '2026-11-21T09:00:00.000Z'
  const signer = newSigner('key-1')
  const imported = importKey({ key: signer.publicPem, algorithm: 'ECDSA', digest: 'SHA1' })
  if (typeof imported === 'string') throw new Error(imported)
  const key: KeyAnswer = { kind: 'key', key: imported }
  const body = '<a/>'
  const ids: LegacyIds = {
    devId: practiceCredentials.devName,
    appId: practiceCredentials.appName,
    certId: practiceCredentials.certName,
  }
  const legacy = `<s:Envelope xmlns:s="${SOAP}"><s:Header><RequesterCredentials><NotificationSignature>${signLegacyEvent(AT)}</NotificationSignature></RequesterCredentials></s:Header><s:Body><A><Timestamp>${AT}</Timestamp></A></s:Body></s:Envelope>`

  const verify = (
    over: {
      readonly header?: string | null
      readonly body?: string
      readonly answer?: KeyAnswer | undefined
      readonly legacyIds?: LegacyIds
      readonly format?: 'soap' | 'json'
      readonly isFormChosen?: boolean
      readonly afterMs?: number
      /** The digest of the delivery that this one replays, which arrived in time. */
      readonly original?: string | null
    } = {},
  ) => {
    const { header = signatureFor(signer, body), format = 'soap' } = over
    const verifier = createVerifier(
      {
        headerName: 'X-EBAY-SIGNATURE',
        form: 'base64Json',
        isFormChosen: over.isFormChosen === true,
        platformName: platforms.ebay.name,
        legacyIds: async () => over.legacyIds,
      },
      {
        delivery: () =>
          over.original == null ? undefined : ({ receivedAtMs: Date.parse(AT), bodyDigest: over.original } as never),
      },
    )
    const signed = {
      headers: JSON.stringify(header === null ? [] : [['X-EBAY-SIGNATURE', header]]),
      format,
      receivedAtMs: Date.parse(AT) + (over.afterMs ?? 0),
      replayOf: over.original === undefined ? null : 7,
      bodyDigest: 'digest',
    }
    const answer = 'answer' in over ? over.answer : key
    return { kid: verifier.findKid(signed), verdict: verifier.verify(signed, Buffer.from(over.body ?? body), answer) }
  }
  const signatureIn = async (over: Parameters<typeof verify>[0]) => (await verify(over).verdict).signature

  it('RCV-04 is by the key that its header names', async () => {
    expect(verify().kid).toBe('key-1')
    expect(await verify().verdict).toEqual({ signature: 'verified', message: expect.stringContaining('key-1') })
    expect(await signatureIn({ body: '<b/>' })).toBe('wrong')
    expect(await signatureIn({ answer: { kind: 'unknown' } })).toBe('wrong')
    const later: KeyAnswer = { kind: 'later', why: 'No connection.' }
    expect(await verify({ answer: later }).verdict).toEqual({
      signature: 'notVerifiableNow',
      message: 'Key key-1 isn’t available. No connection.',
    })
  })

  it('RCV-04 is none without a header that can be read, and names the setting that may help', async () => {
    expect(verify({ header: null }).kid).toBeUndefined()
    expect(await verify({ header: null }).verdict).toEqual({ signature: 'none', message: 'It has no signature.' })
    expect(verify({ header: 'x' }).kid).toBeUndefined()
    const message = 'Its signature header can’t be read.'
    expect(await verify({ header: 'x' }).verdict).toEqual({ signature: 'none', message })
    expect(await verify({ answer: undefined }).verdict).toEqual({ signature: 'none', message })
    const { message: withRemedy } = await verify({ header: 'x', isFormChosen: true }).verdict
    expect(withRemedy).toContain('choose that form in Settings')
  })

  const unsigned = { header: null, body: legacy } as const

  it('PLT-20 is by the envelope if the platform signs there, and only for SOAP', async () => {
    expect(await signatureIn({ ...unsigned, legacyIds: ids })).toBe('verified')
    expect(await signatureIn(unsigned)).toBe('none')
    expect(await signatureIn({ ...unsigned, legacyIds: ids, format: 'json' })).toBe('none')
    expect(await signatureIn({ ...unsigned, legacyIds: ids, afterMs: 3_600_000 })).toBe('late')
  })

  it('RCV-08 of a replay is by the time and the content of the delivery that it repeats', async () => {
    const replay = { ...unsigned, legacyIds: ids, afterMs: 3_600_000 }
    expect(await signatureIn({ ...replay, original: 'digest' })).toBe('verified')
    expect(await signatureIn({ ...replay, original: 'another digest' })).toBe('wrong')
    // The original is gone, so its time and content are unknown.
    expect(await signatureIn({ ...replay, original: null })).toBe('wrong')
    expect(await signatureIn({ ...replay, afterMs: 0, original: null })).toBe('wrong')
    const forged = legacy.replace(signLegacyEvent(AT), '')
    expect(await signatureIn({ ...replay, body: forged, original: 'another digest' })).toBe('none')
  })
})
