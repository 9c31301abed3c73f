/** Whose key is fetched first, how often, and what a waiting delivery costs. */
import { afterEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { newSigner, type Rig, type Signer, sale, signatureFor, startRig } from './notifications-rig.ts'

const rigs: Rig[] = []
const start = async (): Promise<Rig> => {
  const rig = await startRig()
  rigs.push(rig)
  return rig
}
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop()
})

const deliverFrom = (rig: Rig, agent: string, transactionId: string, signer: Signer) => {
  const body = sale({ transactionId })
  return rig.post(body, { 'user-agent': agent, 'x-svc-signature': signatureFor(signer, body) })
}
const flood = async (rig: Rig, count: number): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    await deliverFrom(rig, 'stranger', `forged-${index}`, newSigner(`made-up-${index}`))
  }
}
/** A key that the platform has from now on. */
const newKey = (rig: Rig, kid: string): Signer => {
  const signer = newSigner(kid)
  rig.platform.keys.set(kid, { key: signer.publicPem, algorithm: 'ECDSA', digest: 'SHA1' })
  return signer
}
const isProcessed = (transactionId: string) => (log: Awaited<ReturnType<Rig['events']>>) =>
  log.some((row) => row.transactionId === transactionId && row.processing === 'processed')

describe('SEC-07 under a flood of made-up key ids, a genuine delivery with a new key', () => {
  it('is processed at once if its sender was verified before', async () => {
    const rig = await start()
    await deliverFrom(rig, 'platform', 'first', rig.platform.signer)
    await rig.until(isProcessed('first'))
    await flood(rig, 60)
    await deliverFrom(rig, 'platform', 'real', newKey(rig, 'key-2'))
    await rig.until(isProcessed('real'))
  })

  it('is processed within five minutes of a sender never seen before, once the flood is over', async () => {
    const rig = await start()
    await flood(rig, 200)
    await deliverFrom(rig, 'platform', 'real', newKey(rig, 'key-2'))
    const beganMs = rig.clock.nowMs()
    await rig.untilLater(isProcessed('real'))
    expect(rig.clock.nowMs() - beganMs).toBeLessThan(300_000)
  })
})

describe('SEC-07 a made-up key id', () => {
  it('costs one read at most', async () => {
    const rig = await start()
    const made = newSigner('made-up')
    for (let index = 0; index < 5; index += 1) await deliverFrom(rig, 'stranger', String(index), made)
    await rig.until((log) => log.length === 5 && log.every(({ processing }) => processing === 'quarantined'))
    expect(rig.platform.callsOf('getPublicKey')).toHaveLength(1)
  })

  it('costs no write while it waits', async () => {
    const rig = await start()
    rig.platform.state.online = false
    await flood(rig, 40)
    await rig.untilLater((log) => log.length === 40 && log.every(({ processing }) => processing === 'waiting'))
    await rig.clock.advance(601_000)
    const changes = () => rig.database.get<{ n: number }>('SELECT total_changes() AS n')?.n
    const before = changes()
    const calls = rig.platform.callsOf('getPublicKey').length
    await waitFor(async () => {
      await rig.clock.advance(601_000)
      expect(rig.platform.callsOf('getPublicKey').length).toBeGreaterThan(calls)
    })
    expect(changes()).toBe(before)
  })
})

describe('RCV-08 a key that the platform replaced under its id', () => {
  it('is fetched again once before a signature counts as wrong', async () => {
    const rig = await start()
    await rig.deliver(sale({ transactionId: 'first' }))
    await rig.until(isProcessed('first'))
    const renewed = newKey(rig, rig.platform.signer.kid)
    await rig.deliver(sale({ transactionId: 'second' }), renewed)
    await rig.until(isProcessed('second'))
    expect(rig.notices.map(({ title }) => title)).toEqual(['Sold', 'Sold'])
  })

  it('is not fetched again for every forgery', async () => {
    const rig = await start()
    await rig.deliver(sale({ transactionId: 'first' }))
    await rig.until(isProcessed('first'))
    for (let index = 0; index < 5; index += 1) await rig.deliver(sale({ itemId: String(index) }), newSigner('key-1'))
    await rig.until((log) => log.filter(({ signature }) => signature === 'wrong').length === 5)
    expect(rig.platform.callsOf('getPublicKey')).toHaveLength(2)
  })

  it('is fetched again when the seller checks again', async () => {
    const rig = await start()
    await rig.deliver(sale({ transactionId: 'first' }))
    await rig.until(isProcessed('first'))
    const later = newSigner(rig.platform.signer.kid)
    await rig.deliver(sale({ transactionId: 'second' }), later)
    const [wrong] = await rig.until((log) => log[0]?.signature === 'wrong')
    rig.platform.keys.set(later.kid, { key: later.publicPem, algorithm: 'ECDSA', digest: 'SHA1' })
    await rig.handlers.processAgain({ eventId: wrong?.eventId ?? 0 })
    await rig.until(isProcessed('second'))
  })
})
