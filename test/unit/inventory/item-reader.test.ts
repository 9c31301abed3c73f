import { expect, it } from 'vitest'
import { createItemReader } from '../../../main/inventory/items/item-reader.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import type { JsonObject } from '../../../shared/inventory/json.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

/** A reader of one item, whose reads are answered by `answer`. */
const startReader = () => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  let item: { record: JsonObject; readAtMs: number } | undefined
  let isWanted = true
  const answers: ((record: JsonObject) => void)[] = []
  const getInventoryItem = () => new Promise<JsonObject>((resolve) => answers.push(resolve))
  const putRecord = (_sku: string, record: JsonObject, readAtMs: number): boolean => {
    item = { record, readAtMs }
    isWanted = false
    return true
  }
  const requestReads = (): void => {
    isWanted = true
  }
  const reader = createItemReader({
    client: { getInventoryItem },
    aheadClient: { getInventoryItem },
    store: { item: () => item, putRecord, requestReads, skusToRead: () => (isWanted ? ['CAM-1'] : []) },
    scheduler: createScheduler(clock, log),
    online: { isOnline: () => true, onChange: () => () => undefined },
    ...{ clock, log, list: undefined, onItem: () => undefined, onList: () => undefined },
  } as unknown as Parameters<typeof createItemReader>[0])
  reader.start()
  return {
    clock,
    reader,
    putRecord,
    record: () => item?.record,
    answer: async (record: JsonObject): Promise<void> => {
      answers.shift()?.(record)
      await clock.advance(1_000)
    },
  }
}

it('drops a background answer that a save overtook, and reads the item again', async () => {
  const { clock, reader, putRecord, answer, record } = startReader()
  await clock.advance(1_000)
  putRecord('CAM-1', { title: 'Saved' }, clock.nowMs())
  await answer({ title: 'From before the save' })
  expect(record()).toEqual({ title: 'Saved' })
  await answer({ title: 'From after the save' })
  expect(record()).toEqual({ title: 'From after the save' })
  reader.stop()
})

it('rereads an item that changed while an answer was pending', async () => {
  const { clock, reader, answer, record } = startReader()
  await clock.advance(1_000)
  reader.request(['CAM-1'])
  await answer({ title: 'From before the sale' })
  await answer({ title: 'From after the sale' })
  expect(record()).toEqual({ title: 'From after the sale' })
  const read = reader.read('CAM-1')
  reader.request(['CAM-1'])
  await clock.advance(1_000)
  await answer({ title: 'From before the next sale' })
  await read
  await answer({ title: 'Overtaken' })
  await answer({ title: 'From after the next sale' })
  expect(record()).toEqual({ title: 'From after the next sale' })
  reader.stop()
})
