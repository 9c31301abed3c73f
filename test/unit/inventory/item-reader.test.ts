import { expect, it } from 'vitest'
import { createItemReader } from '../../../main/inventory/items/item-reader.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

it('keeps what was stored while the answer to a background read was on its way', async () => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  let item: { record: JsonObject; readAtMs: number } | undefined
  let isWanted = true
  let answer = (_record: JsonObject): void => undefined
  const putRecord = (_sku: string, record: JsonObject, readAtMs: number): boolean => {
    item = { record, readAtMs }
    isWanted = false
    return true
  }
  const reader = createItemReader({
    aheadClient: { getInventoryItem: () => new Promise<JsonObject>((resolve) => (answer = resolve)) },
    store: { item: () => item, putRecord, skusToRead: () => (isWanted ? ['CAM-1'] : []) },
    scheduler: createScheduler(clock, log),
    online: { isOnline: () => true, onChange: () => () => undefined },
    ...{ clock, log, list: undefined, onItem: () => undefined, onList: () => undefined },
  } as unknown as Parameters<typeof createItemReader>[0])
  reader.start()
  await clock.advance(1_000)
  putRecord('CAM-1', { title: 'Saved' }, clock.nowMs())
  answer({ title: 'From before the save' })
  await clock.advance(1_000)
  expect(item?.record).toEqual({ title: 'Saved' })
  reader.stop()
})
