/** Facts that the published descriptions carry under an unchanged version number, or don't have at all. */
import { expect, it } from 'vitest'
import { hasDescriptions, describe as load } from './descriptions.ts'

it.skipIf(!hasDescriptions)(
  'FACT-151 the suites judge by the newer text of a description, under its old number',
  () => {
    const text = JSON.stringify(load('identity').description)
    expect(text).toMatch(/immutable/)
    const { ContextEnum } = load('notification').description.components.schemas
    expect(ContextEnum).toMatchObject({ enum: ['BUY', 'SELL', 'COMMERCE', 'DEVELOPER'] })
  },
)

it.skipIf(!hasDescriptions)(
  'FACT-155 no description of items names Accept-Language, so passing it proves nothing here',
  () => {
    expect(JSON.stringify(load('inventory').description.paths)).not.toContain('"Accept-Language"')
  },
)
