/** Without Electron's runtime, the `electron` project has this one skipped test. */
import { test } from 'playwright/test'
import { electronProblem } from './host-process.ts'

const problem = electronProblem() ?? 'it is here, and the specifications themselves run'

test(`every specification, in Electron itself: skipped because ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`, () => {
  test.skip(true, problem)
})
