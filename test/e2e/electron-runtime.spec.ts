/** The electron project without Electron's runtime: one skipped test instead of each. */
import { test } from 'playwright/test'
import { electronProblem } from './host-process.ts'

const problem = electronProblem() ?? 'it is here, and the specifications themselves run'

test(`every specification, in Electron itself: skipped because ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`, () => {
  test.skip(true, problem)
})
