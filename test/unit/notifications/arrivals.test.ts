/** What the receiver passes on about what arrived: alarms, notices, and events with their items (RCV-08, SEC-07). */
import { afterEach, expect, it, vi } from 'vitest'
import { waitFor } from '../../support/wait-for.ts'
import { newSigner, type Rig, sale, startRig } from './notifications-rig.ts'

let rig: Rig | undefined
afterEach(async () => {
  await rig?.stop()
  rig = undefined
})

it('SEC-07 RCV-08 forgeries raise at most one alarm every ten minutes', async () => {
  const started = await startRig()
  rig = started
  const alarms = () => started.emitted.filter(({ name }) => name === 'arrived')
  const forge = async (transactionId: string, count: number): Promise<void> => {
    await started.deliver(sale({ transactionId }), newSigner('made-up'))
    await started.until((log) => log.filter(({ processing }) => processing === 'quarantined').length === count)
  }
  await forge('1', 1)
  await waitFor(() => expect(alarms()).toHaveLength(1))
  await forge('2', 2)
  await started.clock.advance(600_000)
  expect(alarms()).toHaveLength(1)
  await forge('3', 3)
  await waitFor(() => expect(alarms()).toHaveLength(2))
  expect(started.notices.map(({ title }) => title)).toEqual([
    'Not from the platform: ignored',
    'Not from the platform: ignored',
  ])
})

it('RCV-07 a sale is passed on once, with the SKUs that are known', async () => {
  const onEvent = vi.fn()
  const started = await startRig({ onEvent })
  rig = started
  await started.deliver(sale({ transactionId: '1' }))
  await waitFor(() => expect(onEvent).toHaveBeenCalledTimes(1))
  await started.deliver(sale({ transactionId: '1' }))
  await started.until((log) => log[0]?.deliveryCount === 2)
  await started.deliver(sale({ transactionId: '2', filler: '<SKU>A-1</SKU>' }))
  await waitFor(() => expect(onEvent).toHaveBeenCalledTimes(2))
  expect(onEvent.mock.calls.map(([event]) => event.skus)).toEqual([[], ['A-1']])
})
