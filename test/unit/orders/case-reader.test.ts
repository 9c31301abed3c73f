import { expect, it } from 'vitest'
import { createCaseReader } from '../../../main/orders/cases/case-reader.ts'
import type { PostOrderClient } from '../../../main/orders/cases/post-order-client.ts'
import { createReadingState } from '../../../main/orders/reading/reading-state.ts'
import { createCaseStore } from '../../../main/orders/store/case-store.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'

it('PLT-46 cases that could not be read without a sign-in are read with it, not 15 minutes later', async () => {
  const clock = createFakeClock()
  const log = createRecordingLog()
  const scheduler = createScheduler(clock, log)
  const database = openTestDatabase()
  let isSignedIn = false
  const client: PostOrderClient = {
    search: async () => {
      if (!isSignedIn) throw new Failure({ kind: 'signInNeeded', message: 'No client secret yet.' })
      return { cases: [], hasMore: false }
    },
  }
  const reader = createCaseReader({
    ...{ clock, log, scheduler, client },
    cases: createCaseStore(database, noErasedPersons),
    state: createReadingState(database),
    onChange: () => undefined,
  })
  reader.start()
  await clock.advance(1_000)
  expect(reader.reading()).toMatchObject({ readAtMs: null, problem: { kind: 'signInNeeded' } })
  isSignedIn = true
  scheduler.wakeRetries()
  await clock.advance(0)
  expect(reader.reading()).toEqual({ readAtMs: clock.nowMs(), problem: null })
})
