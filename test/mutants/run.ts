/**
 * Changes comparisons, conditions and constants of the code in `areas.ts` one by one, and counts how many changes a test notices:
 * `npm run test:mutants -- [AREA…] [FILE…]`, where files limit the run to some of the areas' code. Fails if an area is under its
 * goal. Takes an hour or more for all areas.
 */
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { mutantAreas } from './areas.ts'

/** The share of mutants that tests must notice. */
const GOAL = 0.9

const isFile = (argument: string): boolean => argument.includes('/')
const files = process.argv.slice(2).filter(isFile)
const named = process.argv.slice(2).filter((argument) => !isFile(argument))
const areas = named.length === 0 ? mutantAreas : mutantAreas.filter(({ name }) => named.includes(name))
if (areas.length === 0) throw new Error(`Name one of: ${mutantAreas.map(({ name }) => name).join(', ')}`)

const scores: { readonly area: string; readonly killed: number; readonly all: number }[] = []
for (const { name, mutate, tests } of areas) {
  process.env.MUTANT_TESTS = tests.join(',')
  const results = await new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', fileURLToPath(new URL('ignore-log.ts', import.meta.url))],
    ignorers: ['log'],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false },
    mutate: files.length === 0 ? [...mutate] : files,
    // Texts are for their reader to notice; most changes of a pattern or a literal's shape mean the same or don't compile.
    mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'Regex'] },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    // A busy machine must not count as a test that notices an endless loop.
    timeoutMS: 30_000,
    // Stryker's check of this file calls TypeScript in-process, and TypeScript 7 has no such interface yet.
    tsconfigFile: 'no-tsconfig.json',
    tempDirName: 'node_modules/.stryker',
    ignorePatterns: ['out', 'dist', 'docs', 'test-results', 'test/e2e', 'test/bench', 'test/pictures', 'test/gallery'],
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  }).runMutationTest()
  const counted = results.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError')
  const killed = counted.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  scores.push({ area: name, killed, all: counted.length })
}

for (const { area, killed, all } of scores)
  console.log(`${area}: ${killed} of ${all} (${((killed / all) * 100).toFixed(1)} %)`)
if (scores.some(({ killed, all }) => killed / all < GOAL)) process.exitCode = 1
