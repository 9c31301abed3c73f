import { describe, expect, it } from 'vitest'
import { createListingReader } from '../../../main/listing/offers/listing-reader.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

type Deps = Parameters<typeof createListingReader>[0]

const openReader = ({ isDiskFull = true, skus = ['CAM-1'] }: { isDiskFull?: boolean; skus?: string[] } = {}) => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const problems: string[] = []
  const stored: string[] = []
  let sayItemsAreRead = (): void => undefined
  let getOffers: Deps['client']['getOffers'] = async () => []
  let readAtMs: number | null = null
  const store: Pick<Deps['store'], 'putOffers' | 'putReadProblem' | 'readBefore' | 'load'> = {
    load: () => ({ readAtMs }) as ReturnType<Deps['store']['load']>,
    putOffers: (sku) => {
      if (isDiskFull) throw new Failure({ kind: 'storage', message: 'The disk is full.' })
      stored.push(sku)
      return 'notListed' as never
    },
    putReadProblem: (sku) => void problems.push(sku),
    readBefore: () => [],
  }
  const reader = createListingReader({
    client: { getOffers: (sku: string) => getOffers(sku) },
    store,
    items: {
      skusInListingState: () => skus.filter((sku) => !stored.includes(sku)),
      onRead: (listener: () => void) => {
        sayItemsAreRead = listener
        return () => undefined
      },
    },
    scheduler: createScheduler(clock, log),
    clock,
    log,
    canList: true,
    onRead: () => undefined,
  } as unknown as Deps)
  return {
    clock,
    reader,
    problems,
    stored,
    takeItem: (sku: string) => {
      skus.push(sku)
      sayItemsAreRead()
    },
    /** The next answer arrives once the returned function is called. */
    holdAnswer: () => {
      let answer = (): void => undefined
      getOffers = () => new Promise((resolve) => (answer = () => resolve([])))
      return () => answer()
    },
    storeOther: () => {
      readAtMs = clock.nowMs()
    },
    freeDisk: () => {
      isDiskFull = false
    },
  }
}

describe('reading offers in the background', () => {
  it('reports nothing while the disk is full, and rereads the offer once there is space', async () => {
    const { clock, reader, problems, stored, freeDisk } = openReader()
    reader.start()
    await clock.advance(30_000)
    expect(stored).toEqual([])
    freeDisk()
    await clock.advance(120_000)
    expect(stored).toEqual(['CAM-1'])
    expect(problems).toEqual([])
    await reader.stop()
  })

  it('keeps what was stored while an answer was pending', async () => {
    const { clock, reader, stored, holdAnswer, storeOther } = openReader({ isDiskFull: false })
    const answer = holdAnswer()
    reader.start()
    await clock.advance(1_000)
    storeOther()
    answer()
    await clock.advance(100)
    expect(stored).toEqual([])
    await reader.stop()
  })

  it('reads the offers of items as soon as the items themselves were read', async () => {
    const { clock, reader, stored, takeItem } = openReader({ isDiskFull: false, skus: [] })
    reader.start()
    await clock.advance(1_000)
    takeItem('CAM-2')
    await clock.advance(100)
    expect(stored).toEqual(['CAM-2'])
    await reader.stop()
  })
})
