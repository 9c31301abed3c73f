import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openHighWaterMark } from '../../../main/outbound/high-water-mark.ts'
import { outboundSchema } from '../../../main/outbound/schema.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'stallhand-mark-'))
const file = join(folder, 'shop.sqlite')
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('OFF-04 recognises an older database at the next start too, if it could not be put on hold at this one', () => {
  const database = openTestDatabase(outboundSchema)
  const open = (putOnHold: (reason: string) => void) => openHighWaterMark(database, file, putOnHold)
  open(() => undefined)
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  expect(() =>
    open(() => {
      throw new Error('The disk is full.')
    }),
  ).toThrow('full')
  const reasons: string[] = []
  open((reason) => reasons.push(reason))
  open((reason) => reasons.push(reason))
  expect(reasons).toEqual(['older'])
})
