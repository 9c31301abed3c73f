import { expect, it } from 'vitest'
import { closingLine, countPlaywright, countVitest } from '../../all/counts.ts'

it('the closing line of npm test says whether it passed, how long it took and how many tests ran', () => {
  const unit = countVitest(JSON.stringify({ numPassedTests: 4_100, numFailedTests: 0, numPendingTests: 0 }))
  const e2e = countPlaywright(JSON.stringify({ stats: { expected: 318, unexpected: 0, flaky: 0, skipped: 2 } }))
  const results = [
    { script: 'check', isPassed: true, counts: undefined },
    { script: 'test:unit', isPassed: true, counts: unit },
    { script: 'test:e2e', isPassed: true, counts: e2e },
  ]
  expect(closingLine(results, 485_000)).toBe(
    'PASSED in 8:05: check passed; unit 4100 passed; e2e 318 passed, 2 skipped',
  )
})

it('a step that fails without a failed test, such as a build, fails the closing line', () => {
  const e2e = countPlaywright(JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } }))
  expect(closingLine([{ script: 'test:e2e', isPassed: false, counts: e2e }], 1_000)).toBe(
    'FAILED in 0:01: e2e 3 passed, 2 failed',
  )
  expect(closingLine([{ script: 'test:e2e', isPassed: false, counts: undefined }], 1_000)).toBe(
    'FAILED in 0:01: e2e failed',
  )
})
